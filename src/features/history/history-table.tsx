import { useMemo } from 'react'

import type { Id } from '#contract/primitives.ts'
import { rawOf } from '#contract/read.ts'
import { PairText } from '#market/pairs.tsx'
import { legiblePlaces } from '#money/legible.ts'
import { useExtraColumns, useHiddenColumns } from '#session/use-session.ts'
import { toSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { type DataList, DataTable, type Sort, type Unreadable } from '#ui/data-table.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Time } from '#ui/time.tsx'
import { WindowRows } from '#ui/window-rows.tsx'

import { COLUMNS, contextOf, type SortKey, type TradeContext } from './columns.tsx'
import type { Day } from './days.ts'
import { ProfitOfRows } from './profit-of-rows.tsx'
import type { HistoryView } from './search.ts'
import { priceOf, ProfitText, SideText, unitsOf } from './trade-cells.tsx'
import { TradeStatus } from './trade-status.tsx'
import { idOf, isUnreadable, statusOf, type Trade } from './trades.ts'
import { unknownColumn } from './unknown-fields.tsx'
import { useTradeAddress } from './use-trade-address.ts'
import { sourceWords } from './words.ts'

const labelOf = (trade: Trade): string =>
  `Open ${trade.pair === undefined ? 'order' : toSlashPair(trade.pair)} ${idOf(trade)?.slice(-4)}`

const hrefOf = (trade: Trade, { addressOf }: TradeContext): string | undefined => {
  const id = idOf(trade)
  return id === undefined ? undefined : addressOf(id)
}

export const tradeList: DataList<Trade, TradeContext, SortKey> = {
  caption: 'Trades',
  columns: COLUMNS,
  idOf,
  hrefOf,
  labelOf,
  card: (trade, context) => <TradeCard trade={trade} context={context} />,
  cardHeight: 79,
  skeletonRows: 16,
  hasBleed: true,
  className: '@container -mx-2',
}

const NONE: readonly Trade[] = []

type HistoryTableProps = {
  /** `undefined` until the first answer. */
  trades: readonly Trade[] | undefined
  /** The same trades by day, where they are ordered by an instant. */
  days: readonly Day[] | undefined
  nameOf: (accountId: Id) => string
  view: HistoryView
  isBusy: boolean
  onSort: (sort: Sort<SortKey>) => void
  openId: string | undefined
  onOpen: (uuid: string) => void
  onNearEnd: () => void
}

/** The closed orders, under a head for each day. */
export function HistoryTable(props: HistoryTableProps) {
  const { trades, days, nameOf, view, isBusy, onSort, openId, onOpen, onNearEnd } = props
  const { hidden } = useHiddenColumns('history')
  const { extra } = useExtraColumns('history')
  const columns = useMemo(() => [...COLUMNS, ...extra.map(unknownColumn)], [extra])
  const addressOf = useTradeAddress()
  const rows = useMemo(() => trades?.map(rowOf), [trades])
  const groups = useMemo(
    () =>
      days?.map((day) => ({
        key: day.key,
        head: <DayHead day={day} />,
        rows: day.trades.map(rowOf),
      })),
    [days],
  )
  const context = useMemo(
    () =>
      contextOf(trades ?? NONE, {
        dayField: view.order_by === 'pair' ? undefined : view.order_by,
        nameOf,
        isOneAccount: view.account_id !== undefined,
        addressOf,
      }),
    [trades, view, nameOf, addressOf],
  )
  return (
    <DataTable
      list={tradeList}
      columns={columns}
      hidden={hidden}
      rows={rows}
      groups={groups}
      context={context}
      body={WindowRows}
      onNearEnd={onNearEnd}
      isBusy={isBusy}
      sort={{ by: view.order_by, direction: view.direction }}
      onSort={onSort}
      openId={openId}
      onOpen={(trade) => {
        const id = idOf(trade)
        if (id !== undefined) onOpen(id)
      }}
    />
  )
}

const rowOf = (trade: Trade): Trade | Unreadable =>
  isUnreadable(trade) ? { kind: 'unreadable', id: undefined, raw: rawOf(trade) } : trade

/** How many trades of a day are loaded, and what they brought. */
function DayHead({ day }: { day: Day }) {
  const { timeZone } = useDisplayPreferences()
  const { at, trades, profit, isOpen } = day
  return (
    <span className="flex items-baseline justify-between gap-3 pb-1.5">
      <span className="flex items-baseline gap-2">
        <span className="font-semibold">
          {Number.isNaN(at) ? 'Day unknown' : formatInstant(at, 'weekday', timeZone)}
        </span>
        <span className="text-caption font-normal text-ink-3">
          {trades.length} {trades.length === 1 ? 'order' : 'orders'}
          {isOpen && ' loaded so far'}
        </span>
      </span>
      {(profit.valued > 0 || profit.unvalued > 0) && <ProfitOfRows sum={profit} />}
    </span>
  )
}

/** On a phone: pair and profit, where it came from and when, how much for how much. */
function TradeCard({ trade, context }: { trade: Trade; context: TradeContext }) {
  const { pair, order, profit, status, source, filled, closed_at } = trade
  const units = unitsOf(trade)
  const total = filled?.total
  const line = 'flex justify-between gap-3 text-caption text-ink-3'
  return (
    <div className="px-2 py-2.5">
      <div className="flex justify-between gap-3">
        <a href={hrefOf(trade, context)} aria-label={labelOf(trade)} className="rounded-s">
          <PairText pair={pair} />
        </a>
        {profit !== undefined && <ProfitText profit={profit} />}
      </div>
      <div className={line}>
        <span className="flex gap-2">
          <SideText side={order?.side} />
          {sourceWords(source?.type)}
        </span>
        <span className="tabular-nums">
          {(statusOf(trade) ?? 'finished') !== 'finished' ? (
            <TradeStatus status={status} />
          ) : (
            <Time at={closed_at} style={context.dayField === 'closed_at' ? 'clock' : 'short'} />
          )}
        </span>
      </div>
      <div className={line}>
        <span>
          <Amount value={units} places={units && legiblePlaces(units)} /> at{' '}
          <Amount isPrice value={priceOf(trade)} />
        </span>
        <Amount value={total} places={total && Math.max(2, legiblePlaces(total))} />
      </div>
    </div>
  )
}
