import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'

import type { HistoryFilter } from '#contract/history.ts'
import type { Id } from '#contract/primitives.ts'
import { rawOf } from '#contract/read.ts'
import { useExtraColumns } from '#session/use-extra-columns.ts'
import { useHiddenColumns } from '#session/use-hidden-columns.ts'
import { rowHeight } from '#ui/row-height.ts'
import { RowGap, SortableTh, Th } from '#ui/table.tsx'
import { UnreadableRow } from '#ui/unreadable-row.tsx'
import { useIsPhone } from '#ui/use-is-phone.ts'
import { usePageTop } from '#ui/use-page-top.ts'
import { useSteadyColumns } from '#ui/use-steady-columns.ts'

import { type CellContext, type Column, columnsFor, contextOf, headOf } from './columns.tsx'
import { DayRow } from './day-row.tsx'
import type { Line } from './days.ts'
import { TradeRow } from './trade-row.tsx'
import type { HistoryView } from './search.ts'
import { idOf, isUnreadable, type Trade } from './trades.ts'
import { useTradeAddress } from './use-trade-address.ts'

type HistoryTableProps = {
  trades: readonly Trade[]
  lines: readonly Line[]
  dayField: 'closed_at' | 'created_at' | undefined
  nameOf: (accountId: Id) => string
  view: HistoryView
  onOrder: (orderBy: NonNullable<HistoryFilter['order_by']>) => void
  openId: string | undefined
  onOpen: (uuid: string) => void
  /** Called when the end of what is loaded comes near. */
  onNearEnd: () => void
}

/** How high a trade and the head of a day are in px. On a phone a trade has three lines. */
const HEIGHTS = { trade: 36, day: 39 }
const PHONE_HEIGHTS = { trade: 79, day: 56 }
const OVERSCAN = 12
const NEAR = 20

/** A real table; its head stays as it is while its rows come and go. */
export function HistoryTable(props: HistoryTableProps) {
  const { trades, dayField, nameOf, view, onOrder } = props
  const isOneAccount = view.account_id !== undefined
  const { hidden } = useHiddenColumns('history')
  const { extra } = useExtraColumns('history')
  const columns = useMemo(
    () => columnsFor(trades, { isOneAccount, hidden, extra }),
    [trades, isOneAccount, hidden, extra],
  )
  const addressOf = useTradeAddress()
  const context = useMemo(
    () => contextOf(trades, { dayField, nameOf, addressOf }),
    [trades, dayField, nameOf, addressOf],
  )
  const table = useRef<HTMLTableElement>(null)
  return (
    <div className="@container -mx-2 overflow-x-auto">
      <table ref={table} className="data-table" data-bleed="" aria-rowcount={-1}>
        <caption className="sr-only">Trades</caption>
        <thead className="max-sm:hidden">
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Head
                key={column.id}
                column={column}
                context={context}
                view={view}
                onOrder={onOrder}
              />
            ))}
          </tr>
        </thead>
        <Rows {...props} table={table} columns={columns} context={context} />
      </table>
    </div>
  )
}

type RowsProps = Pick<HistoryTableProps, 'lines' | 'openId' | 'onOpen' | 'onNearEnd'> & {
  table: RefObject<HTMLTableElement | null>
  columns: readonly Column[]
  context: CellContext
}

/** Only the rows in sight are drawn; two empty rows keep the rest's room. */
function Rows(props: RowsProps) {
  const { lines, table, columns, context, openId, onOpen, onNearEnd } = props
  const isNarrow = useIsPhone()
  const heights = isNarrow ? PHONE_HEIGHTS : HEIGHTS
  const body = useRef<HTMLTableSectionElement>(null)
  const top = usePageTop(body)
  // Nothing below is memoized by what it returns: the rows take plain values.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => heights[lines[index]?.kind ?? 'trade'],
    measureElement: rowHeight,
    overscan: OVERSCAN,
    scrollMargin: top,
    getItemKey: useCallback((index: number) => lines[index]?.key ?? index, [lines]),
  })
  useSteadyColumns(table, columns, virtualizer.isScrolling)
  const items = virtualizer.getVirtualItems()
  const first = items[0]
  const last = items.at(-1)
  const isNearEnd = last !== undefined && last.index >= lines.length - NEAR
  useEffect(() => {
    if (isNearEnd) onNearEnd()
  }, [isNearEnd, onNearEnd])

  return (
    <tbody ref={body}>
      {first && <RowGap height={first.start - top} />}
      {items.map((item) => {
        const line = lines[item.index]
        if (!line) return null
        if (line.kind === 'trade' && isUnreadable(line.trade)) {
          return (
            <UnreadableRow
              key={item.key}
              ref={virtualizer.measureElement}
              data-index={item.index}
              columns={columns.length}
              raw={rawOf(line.trade)}
            />
          )
        }
        return line.kind === 'day' ? (
          <DayRow
            key={item.key}
            ref={virtualizer.measureElement}
            index={item.index}
            day={line}
            columnCount={columns.length}
          />
        ) : (
          <TradeRow
            key={item.key}
            ref={virtualizer.measureElement}
            index={item.index}
            trade={line.trade}
            columns={columns}
            context={context}
            isNarrow={isNarrow}
            isOpen={openId !== undefined && idOf(line.trade) === openId}
            onOpen={onOpen}
          />
        )
      })}
      {last && <RowGap height={virtualizer.getTotalSize() - (last.end - top)} />}
    </tbody>
  )
}

type HeadProps = Pick<HistoryTableProps, 'view' | 'onOrder'> & {
  column: Column
  context: CellContext
}

function Head({ column, context, view, onOrder }: HeadProps) {
  const { order, isNumeric, hasGlyph, className } = column
  const words = headOf(column, context)
  return order ? (
    <SortableTh
      isNumeric={isNumeric}
      className={className}
      sorted={view.order_by === order ? SORTED[view.direction] : undefined}
      onSort={() => onOrder(order)}
    >
      {words}
    </SortableTh>
  ) : (
    <Th isNumeric={isNumeric} className={className} data-glyph-slot={hasGlyph || undefined}>
      {words}
    </Th>
  )
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const
