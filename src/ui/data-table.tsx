import { type ReactNode, useCallback, useMemo, useState } from 'react'

import { Checkbox } from './checkbox.tsx'
import { classNames } from './class-names.ts'
import { inOrder } from './column-order.ts'
import { CARD_GROUP, CARD_HEIGHT, DataCards, RowCheckbox } from './data-cards.tsx'
import {
  AllRows,
  type BodyProps,
  type Column,
  type DataList,
  type Group,
  type InSight,
  type Line,
  linesOf,
  shownColumns,
  type Sort,
  type Unreadable,
  useNewest,
  useUnchanged,
} from './data-list.tsx'
import { cellLooks, ListTable, type PartsProps, TableBody } from './data-rows.tsx'
import { preloadMenu } from './menu.tsx'
import { type Opened, usePopoverTrigger } from './popover.tsx'
import { Table, Th } from './table.tsx'
import { UnreadableText } from './unreadable-row.tsx'
import { useIsNarrow } from './use-is-narrow.ts'

export type { Column, DataList, Group, Sort, SortDirection, Unreadable } from './data-list.tsx'

type Id = string | number

export type Selection = {
  has: (id: Id) => boolean
  select: (id: Id, isSelected: boolean) => void
  /** All selectable rows shown are selected. */
  isWhole: boolean
  selectShown: (isSelected: boolean) => void
}

type DataTableProps<Row, Context> = {
  list: DataList<Row, Context>
  /** Ids of hidden columns. */
  hidden?: readonly string[] | undefined
  /** Ids of moved columns, from left to right. */
  order?: readonly string[] | undefined
  /** `undefined` until the first answer: shows skeleton bars. */
  rows: readonly (Row | Unreadable)[] | undefined
  groups?: readonly Group<Row>[] | undefined
  /** Data for cells besides the row. */
  context: Context
  /** Identity of the list, required for a long one; `undefined` while a previous one is shown. */
  listKey?: string | undefined
  /** `WindowRows` for a list without an end. */
  body?: <R>(props: BodyProps<R>) => ReactNode
  /** Called near the end of the loaded rows. */
  onNearEnd?: (() => void) | undefined
  /** Shows rows of the previous list. */
  isBusy?: boolean | undefined
  sort?: Sort | undefined
  onSort?: ((sort: Sort) => void) | undefined
  onOpen?: ((row: Row) => void) | undefined
  /** Row that is open beside the list. */
  openId?: Id | undefined
  selection?: Selection | undefined
  /** Menu of the row whose button was pressed. */
  renderMenu?: ((row: Row, opened: Opened) => ReactNode) | undefined
  /** Label of the total row; columns give figures by `footer`. */
  totalLabel?: ReactNode
  /** Cards on wide pages too. */
  hasCards?: boolean | undefined
}

/**
 * A list of rows from one declaration: heads that sort, rows that open, skeleton, rows that could not
 * be read, cards where the page is narrow. A row is drawn again only when it or the context has changed, so neither
 * handlers nor contexts need to be memoized.
 *
 * ```tsx
 * const botList: DataList<Bot, Context> = {
 *   caption: 'Bots',
 *   columns: [
 *     { id: 'name', head: 'Bot', sort: 'name', isAscendingFirst: true, isFixed: true, isStrong: true,
 *       skeleton: 140, cell: (bot) => bot.name },
 *     { id: 'profit', head: 'Profit', unit: ({ unit }) => unit, isNumeric: true, sort: 'profit',
 *       skeleton: 72, cell: (bot, { unit }) => <Amount value={bot.profit} currency={unit} /> },
 *     { id: 'stop', head: 'Stop', isHeadHidden: true, isFixed: true, cellClass: 'pinned-end text-right',
 *       skeleton: 40, cell: (bot, { onStop }) => <StopButton onPress={() => onStop(bot.id)} /> },
 *   ],
 *   idOf: ({ id }) => id,
 *   hrefOf: ({ id }, { addressOf }) => addressOf(id),
 *   card: (bot, context) => <BotCard bot={bot} {...context} />,
 * }
 *
 * <DataTable list={botList} rows={query.data} context={{ unit, addressOf, onStop }}
 *   sort={sort} onSort={setSort} onOpen={({ id }) => open(id)} body={WindowRows} />
 * ```
 */
export function DataTable<Row, Context>(props: DataTableProps<Row, Context>) {
  const { list, rows, groups, listKey, body: Body = AllRows, isBusy = false, selection } = props
  const { onNearEnd, renderMenu } = props
  const context = useUnchanged(props.context)
  const columns = useShownColumns(props, context)
  const isNarrow = useIsNarrow()
  const isCards = list.card !== undefined && (props.hasCards ?? isNarrow)
  const lines = useMemo(() => {
    if (groups === undefined) return rows && linesOf(rows, list.idOf)
    return groups.flatMap(({ key, head, rows: own }): Line<Row>[] => [
      { kind: 'group', key, head },
      ...linesOf(own, list.idOf, key),
    ])
  }, [list, rows, groups])
  const height = isCards ? (list.cardHeight ?? CARD_HEIGHT) : (list.rowHeight ?? ROW)
  const groupHeight = isCards ? CARD_GROUP : GROUP
  const onOpen = useNewest(props.onOpen)
  const onCheck = useNewest(selection?.select)
  const menu = useRowMenu()
  const parts: PartsProps<Row, Context> = {
    list,
    columns,
    looks: useUnchanged(cellLooks(columns, context)),
    context,
    openId: props.openId,
    selection,
    onOpen,
    onCheck,
    menu: renderMenu && menu,
    isPressable: props.onOpen !== undefined,
    Checkbox: RowCheckbox,
    Unreadable: UnreadableText,
  }
  const draw = (inSight: InSight<Row> | undefined) =>
    isCards ? (
      <DataCards
        list={list}
        inSight={inSight}
        count={lines?.length ?? 0}
        context={context}
        isBusy={isBusy}
        isChecked={(id) => id !== undefined && selection?.has(id) === true}
        onCheck={onCheck}
        onOpen={onOpen}
        isPressable={parts.isPressable}
      />
    ) : (
      <TableBody {...parts} inSight={inSight} isBusy={isBusy} />
    )
  const drawn = lines ? (
    <Body
      lines={lines}
      listKey={listKey}
      columns={isCards ? NO_COLUMNS : columns}
      heightOf={(line) => (line?.kind === 'group' ? groupHeight : height)}
      rowLength={isCards ? `${height / 16}rem` : 'var(--row)'}
      isReused={list.hasPlainCells}
      onNearEnd={onNearEnd}
    >
      {draw}
    </Body>
  ) : (
    draw(undefined)
  )
  if (isCards) {
    return (
      <div className={classNames('content-width', list.className)}>
        {drawn}
        <CardsTotal columns={columns} context={context} label={props.totalLabel} />
      </div>
    )
  }
  return (
    <>
      <ListTable
        frame={Table}
        parts={parts}
        sort={props.sort}
        onSort={props.onSort}
        selectsAll={
          selection && (
            <Th className="w-6">
              <Checkbox
                label={<span className="sr-only">{list.selects?.all}</span>}
                checked={selection.isWhole}
                onChange={(event) => selection.selectShown(event.target.checked)}
              />
            </Th>
          )
        }
        totalLabel={props.totalLabel}
        rowCount={Body === AllRows || !lines ? undefined : onNearEnd ? -1 : lines.length + 1}
        isBusy={isBusy || lines === undefined}
      >
        {drawn}
      </ListTable>
      {renderMenu && lines && <SharedMenu lines={lines} menu={menu} renderMenu={renderMenu} />}
    </>
  )
}

/** Expected heights in px. */
const ROW = 36
const GROUP = 39
const NO_COLUMNS: readonly never[] = []

/** The columns to show, as the same array until they change. */
function useShownColumns<Row, Context>(
  props: DataTableProps<Row, Context>,
  context: Context,
): readonly Column<Row, Context>[] {
  const { list, rows, hidden, order = NO_COLUMNS } = props
  const shown = useMemo(
    () => shownColumns(inOrder(list.columns, order), { rows, context, hidden }),
    [list, order, rows, context, hidden],
  )
  return useUnchanged(shown)
}

/** One menu for all rows, floating at the pressed button. */
function useRowMenu() {
  const [{ row, isOpen }, setState] = useState<{ row?: Id; isOpen: boolean }>({ isOpen: false })
  const onOpenChange = (next: boolean) => setState((before) => ({ ...before, isOpen: next }))
  const { opened, isMounted, prepare, setAnchor } = usePopoverTrigger(
    isOpen,
    onOpenChange,
    preloadMenu,
  )
  const toggle = useCallback(
    (next: Id, button: HTMLElement) => {
      setAnchor(button)
      setState((before) => ({ row: next, isOpen: !before.isOpen || before.row !== next }))
    },
    [setAnchor],
  )
  return { row, opened, isMounted, prepare, toggle }
}

type SharedMenuProps<Row> = {
  lines: readonly Line<Row>[]
  menu: ReturnType<typeof useRowMenu>
  renderMenu: (row: Row, opened: Opened) => ReactNode
}

/** Mounted at the first row while closed, so that the first press opens it. */
function SharedMenu<Row>({ lines, menu, renderMenu }: SharedMenuProps<Row>) {
  const line = lines.find(
    (one) => one.kind === 'row' && (menu.row === undefined || one.id === menu.row),
  )
  if (!menu.isMounted || line?.kind !== 'row') return null
  return renderMenu(line.row, menu.opened)
}

type CardsTotalProps<Row, Context> = {
  columns: readonly Column<Row, Context>[]
  context: Context
  label: ReactNode
}

function CardsTotal<Row, Context>({ columns, context, label }: CardsTotalProps<Row, Context>) {
  const total = columns.find(({ footer }) => footer !== undefined)
  if (label === undefined || !total) return null
  return (
    <div className="flex justify-between gap-3 py-2">
      <span className="text-ink-2">{label}</span>
      <span className="font-medium">{total.footer?.(context)}</span>
    </div>
  )
}
