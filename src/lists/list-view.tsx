import { type ReactNode, useMemo } from 'react'

import type { Rows } from '#contract/read.ts'
import { useColumns } from '#session/use-session.ts'
import { RemovableChip } from '#ui/chip.tsx'
import { ColumnChoice } from '#ui/column-choice.tsx'
import { type Column, type DataList, type Sort, sortedRows } from '#ui/data-list.tsx'
import { NoMatch, noMatchTitle } from '#ui/empty.tsx'
import { Select } from '#ui/select.tsx'
import { useIsNarrow } from '#ui/use-is-narrow.ts'

import {
  chipsOf,
  type Filter,
  FilterControls,
  FilterPanel,
  type Filtering,
  narrowed,
  type SearchValues,
  withoutFilters,
} from './filters.tsx'
import { Aged, isEmptyList, Loaded, type ReadQuery } from './loaded.tsx'

type Table = Parameters<typeof useColumns>[0]

/** A list with filters, an order and columns to choose, all but the columns kept in the address. */
export type ListPage<Row, Context, Search> = {
  /** The browser keeps its columns under this name, one of those in `#session/use-session.ts`. */
  table: Table
  /** "grid bot" */
  noun: string
  list: DataList<Row, Context>
  filters: readonly Filter<Row>[]
  /** Orders besides those of the columns, the usual one first. */
  orders: readonly Order<Row>[]
  search: { parse: (values: SearchValues) => Search }
  /** The service filters and sorts, and sends a page of rows. */
  isPaged?: boolean
}

type Order<Row> = {
  value: string
  label: string
  /** Absent if it is good for both, or has but one. */
  direction?: Sort['direction']
  /** Absent if the service sends the rows in it. */
  sorted?: (rows: Rows<Row>) => Rows<Row>
}

type ListSearch = { sort: string; direction: 'asc' | 'desc' }

/** The rows that the filters let through, in the order of the address. */
export function shownRows<Row>(
  page: Pick<ListPage<Row, never, unknown>, 'list' | 'filters' | 'orders'>,
  rows: Rows<Row>,
  search: SearchValues & ListSearch,
): Rows<Row> {
  const { list, filters, orders } = page
  const { sort: by, direction } = search
  const found = narrowed(rows, filters, search)
  const isColumn = list.columns.some(({ sort }) => sort === by)
  const own = orders.find(({ value }) => value === by) ?? (isColumn ? undefined : orders[0])
  return own?.sorted ? own.sorted(found) : sortedRows(found, list.columns, { by, direction })
}

/** The list as the address asks for it, with what its filters and its table need. */
export function useListView<Row, Context, Search>(
  page: ListPage<Row, Context, Search>,
  rows: Rows<Row> | undefined,
  search: SearchValues & ListSearch,
  onSearch: (search: Search) => void,
) {
  const { list, filters } = page
  const { hidden, order } = useColumns(page.table, list.columns)
  const shown = useMemo(() => rows && shownRows(page, rows, search), [page, rows, search])
  const onChange = (values: SearchValues) => onSearch(page.search.parse({ ...search, ...values }))
  return {
    page,
    filtering: { filters, rows, search, onChange },
    search,
    shown,
    /** For the `DataTable`. */
    table: {
      list,
      rows: shown,
      hidden,
      order,
      sort: { by: search.sort, direction: search.direction },
      onSort: ({ by, direction }: Sort) => onChange({ sort: by, direction }),
    },
  }
}

type ListView<Row, Context> = {
  page: Omit<ListPage<Row, Context, unknown>, 'search'>
  filtering: Filtering<Row>
  search: ListSearch
  shown: Rows<Row> | undefined
}

type ListOfProps<Row, Context> = {
  view: ListView<Row, Context>
  query: ReadQuery
  /** Interval of the reads, in milliseconds. */
  every: number
  /** The key figures of the rows. */
  figures?: ReactNode
  /** Class of their height, kept free until the rows are read. */
  figuresHeight?: string
  /** Content in place of the list while there are no rows at all. */
  empty: ReactNode
  /** Rows stand on pages before: no filter is the reason that there are none. */
  isPastEnd?: boolean
  /** Below the title if no row matches. */
  searched?: string | undefined
  /** Stands right of the filters. */
  actions?: ReactNode
  hasColumns?: boolean
  /** Stands below the filters of the panel *More filters*. */
  more?: ReactNode
  children: ReactNode
}

/** The figures, filters and rows of a list, or what stands in their place. */
export function ListOf<Row, Context>(props: ListOfProps<Row, Context>) {
  const { view, query, every, figures, empty, searched, isPastEnd = false, actions } = props
  const { hasColumns = true, figuresHeight = '', more, children } = props
  const { page, filtering, shown } = view
  const { data, error } = query
  const { filters } = filtering
  const isNarrow = useIsNarrow()
  const hasPanel = filters.some(({ isMore }) => isMore)
  // On a phone the first filter alone stands beside the button of the panel.
  const isFolded = hasPanel && isNarrow
  const inSight = filters.filter(
    ({ isMore = false }, index) => !isMore && (!isFolded || index === 0),
  )
  const chips = chipsOf(filtering)
  const isBarShown =
    page.isPaged === true || (data === undefined ? error === null : !isEmptyList(data))
  const none = (
    <NoMatch
      title={noMatchTitle(page.noun, chips)}
      filters={chips}
      onClear={() => filtering.onChange(withoutFilters(filtering))}
    >
      {searched}
    </NoMatch>
  )
  return (
    <>
      {data === undefined && !error && figures === false && (
        <div className={`border-b border-hairline ${figuresHeight}`} />
      )}
      {figures !== undefined && figures !== false && (
        <Aged query={query} every={every}>
          {figures}
        </Aged>
      )}
      {isBarShown && (
        <div className="flex flex-wrap items-center gap-2 pt-3 pb-2" role="search">
          {/* Counts that could not be read again say nothing of now. */}
          <FilterControls {...filtering} filters={inSight} hasCounts={error === null} />
          {hasPanel && (
            <FilterPanel
              {...filtering}
              filters={filters.filter((filter) => !inSight.includes(filter))}
              title={isNarrow ? 'Filters' : undefined}
              order={isNarrow ? <OrderSelect {...view} /> : undefined}
              more={more}
            />
          )}
          <span className="ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0 max-sm:flex-1">
            {!isFolded && <OrderSelect {...view} />}
            {hasColumns && <TableColumns table={page.table} columns={page.list.columns} />}
            {actions}
          </span>
        </div>
      )}
      {hasPanel && chips.length > 0 && shown?.length !== 0 && (
        <div className="flex flex-wrap items-center gap-2 pb-2">
          {chips.map(({ label, onRemove }) => (
            <RemovableChip key={label} label={label} onRemove={onRemove} />
          ))}
          <button
            type="button"
            onClick={() => filtering.onChange(withoutFilters(filtering))}
            className="link touch px-1 text-caption"
          >
            Clear filters
          </button>
        </div>
      )}
      <Loaded
        what={`The ${page.noun}s`}
        query={query}
        every={every}
        empty={page.isPaged && chips.length > 0 && !isPastEnd ? none : empty}
      >
        {shown?.length === 0 ? none : children}
      </Loaded>
    </>
  )
}

/** The order of the rows: one of the list's own, or by a column. */
function OrderSelect<Row, Context>({ page, search, filtering }: ListView<Row, Context>) {
  const columns = page.list.columns.flatMap(({ sort, head, isAscendingFirst }) =>
    sort === undefined ? [] : { value: sort, label: head, isAscendingFirst },
  )
  const named = new Set(page.orders.map(({ value }) => value))
  const orders = [...page.orders, ...columns.filter(({ value }) => !named.has(value))]
  const chosen = orders.findIndex(
    (one) =>
      one.value === search.sort && (!('direction' in one) || one.direction === search.direction),
  )
  return (
    <Select
      isChip
      className="[field-sizing:content] max-sm:w-45"
      aria-label="Sort"
      value={chosen}
      options={orders.map(({ label }, index) => ({ value: String(index), label }))}
      onChange={({ target }) => {
        const { value, ...order } = orders[Number(target.value)] ?? {}
        const isAscending = columns.some((one) => one.value === value && one.isAscendingFirst)
        const direction = 'direction' in order ? order.direction : isAscending ? 'asc' : 'desc'
        filtering.onChange({ sort: value, direction })
      }}
    />
  )
}

type TableColumnsProps = {
  table: Table
  columns: readonly Pick<Column<never>, 'id' | 'head' | 'isFixed' | 'isExtra'>[]
  label?: string
  children?: ReactNode
}

/** Column menu of a table; the choice is kept in this browser. */
export function TableColumns({ table, columns, ...rest }: TableColumnsProps) {
  const { hidden, show, order, reorder, reset } = useColumns(table, columns)
  return (
    <ColumnChoice
      columns={columns}
      isShown={(id) => !hidden.includes(id)}
      onShow={show}
      order={order}
      onOrder={reorder}
      onReset={reset}
      {...rest}
    />
  )
}
