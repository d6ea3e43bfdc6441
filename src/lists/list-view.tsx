import { type ReactNode, useMemo } from 'react'

import type { Rows } from '#contract/read.ts'
import { useColumns } from '#session/use-session.ts'
import { ColumnChoice } from '#ui/column-choice.tsx'
import { type Column, type DataList, type Sort, sortedRows } from '#ui/data-list.tsx'
import { NoMatch, noMatchTitle } from '#ui/empty.tsx'
import { Select } from '#ui/select.tsx'

import {
  chipsOf,
  type Filter,
  FilterControls,
  type Filtering,
  narrowed,
  type SearchValues,
  withoutFilters,
} from './filters.tsx'
import { Aged, isEmptyList, Loaded, type ReadQuery } from './loaded.tsx'

type Table = Parameters<typeof useColumns>[0]

/** A list with filters, an order and columns to choose, all but the columns kept in the address. */
export type ListPage<Row, Context, Search> = {
  /** Under this name the browser keeps its columns. */
  table: Table
  /** "grid bot" */
  noun: string
  list: DataList<Row, Context>
  filters: readonly Filter<Row>[]
  /** Orders besides those of the columns, the usual one first; without `sorted` as the service sends them. */
  orders: readonly { value: string; label: string; sorted?: (rows: Rows<Row>) => Rows<Row> }[]
  search: { parse: (values: unknown) => Search }
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
export function useListView<Row, Context, Search extends SearchValues & ListSearch>(
  page: ListPage<Row, Context, Search>,
  rows: Rows<Row> | undefined,
  search: Search,
  onSearch: (search: Search) => void,
) {
  const { hidden, order } = useColumns(page.table)
  const { list, filters } = page
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
  /** Content in place of the list while there are no rows at all. */
  empty: ReactNode
  /** Stands right of the filters. */
  actions?: ReactNode
  hasColumns?: boolean
  children: ReactNode
}

/** The figures, filters and rows of a list, or what stands in their place. */
export function ListOf<Row, Context>(props: ListOfProps<Row, Context>) {
  const { view, query, every, figures, empty, actions, hasColumns = true, children } = props
  const { page, filtering, shown } = view
  const { data, error } = query
  const chips = chipsOf(filtering)
  const isBarShown = data === undefined ? error === null : !isEmptyList(data)
  return (
    <>
      {data === undefined && !error && <div className="h-20.5 border-b border-hairline" />}
      {figures !== undefined && figures !== false && (
        <Aged query={query} every={every}>
          {figures}
        </Aged>
      )}
      {isBarShown && (
        <div className="flex flex-wrap items-center gap-2 pt-3 pb-2" role="search">
          {/* Counts that could not be read again say nothing of now. */}
          <FilterControls {...filtering} hasCounts={error === null} />
          <span className="ml-auto flex flex-wrap items-center gap-2 max-sm:ml-0 max-sm:flex-1">
            <OrderSelect {...view} />
            {hasColumns && <TableColumns table={page.table} columns={page.list.columns} />}
            {actions}
          </span>
        </div>
      )}
      <Loaded what={`The ${page.noun}s`} query={query} every={every} empty={empty}>
        {shown?.length === 0 ? (
          <NoMatch
            title={noMatchTitle(page.noun, chips)}
            filters={chips}
            onClear={() => filtering.onChange(withoutFilters(filtering.filters))}
          />
        ) : (
          children
        )}
      </Loaded>
    </>
  )
}

/** The order of the rows: one of the list's own, or by a column. */
function OrderSelect<Row, Context>({ page, search, filtering }: ListView<Row, Context>) {
  const { orders, list } = page
  const columns = list.columns.flatMap(({ sort, head, isAscendingFirst = false }) =>
    sort === undefined ? [] : { value: sort, label: head, isAscendingFirst },
  )
  const named = new Set(orders.map(({ value }) => value))
  return (
    <Select
      isChip
      className="max-sm:w-45"
      aria-label="Sort"
      value={search.sort}
      options={[...orders, ...columns.filter(({ value }) => !named.has(value))]}
      onChange={({ target: { value } }) => {
        const isAscending = columns.some((one) => one.value === value && one.isAscendingFirst)
        filtering.onChange({ sort: value, direction: isAscending ? 'asc' : 'desc' })
      }}
    />
  )
}

type TableColumnsProps = {
  table: Table
  columns: readonly Pick<Column<never>, 'id' | 'head' | 'isFixed'>[]
  children?: ReactNode
}

/** Column menu of a table; the choice is kept in this browser. */
export function TableColumns({ table, columns, children }: TableColumnsProps) {
  const { hidden, show, order, reorder } = useColumns(table)
  return (
    <ColumnChoice
      columns={columns}
      isShown={(id) => !hidden.includes(id)}
      onShow={show}
      order={order}
      onOrder={reorder}
    >
      {children}
    </ColumnChoice>
  )
}
