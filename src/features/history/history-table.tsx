import { useRouter, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

import { currenciesOf, PairText } from '#market/pair-text.tsx'
import { Price } from '#market/price.tsx'
import { legiblePlaces } from '#money/legible.ts'
import { plural } from '#money/format.ts'
import { useExtraColumns, useColumns } from '#session/use-session.ts'
import { toSlashPair } from '#trading/pair.ts'
import { Amount, NOT_SENT, UnknownReason } from '#ui/amount.tsx'
import { type DataList, DataTable } from '#ui/data-table.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Time } from '#ui/time.tsx'
import { WindowRows } from '#ui/window-rows.tsx'

import {
  COLUMNS,
  contextOf,
  priceOf,
  ProfitText,
  SideText,
  SourceText,
  type TradeContext,
  TradeStatus,
  unitsOf,
} from './columns.tsx'
import { ProfitOfRows } from './history-figures.tsx'
import { type Day, daysOf } from './sums.ts'
import { idOf, statusOf, type Trade } from './trades.ts'
import type { HistoryModel } from './use-history.ts'
import { unknownColumn } from './unknown-fields.tsx'

const labelOf = (trade: Trade): string =>
  `Open ${trade.pair === undefined ? 'order' : toSlashPair(trade.pair)} ${idOf(trade)?.slice(-4)}`

const hrefOf = (trade: Trade, { addressOf }: TradeContext): string | undefined => {
  const id = idOf(trade)
  return id === undefined ? undefined : addressOf(id)
}

export const tradeList: DataList<Trade, TradeContext> = {
  caption: 'Trades',
  columns: COLUMNS,
  idOf,
  hrefOf,
  labelOf,
  card: (trade, context) => <TradeCard trade={trade} context={context} />,
  cardHeight: 79,
  skeletonRows: 16,
  hasBleed: true,
  hasPlainCells: true,
  className: '@container [--card-x:0px]',
}

export function HistoryTable({ history }: { history: HistoryModel }) {
  const { view, pages, ordered, coverage, hasMore, dayOf, nameOf, search, text, loadMore } = history
  const isRead = text === '' && search.day === undefined && !history.isNarrowed
  const isWaiting = pages.isPending || (ordered.length === 0 && !coverage.isWhole)
  const trades = isWaiting ? undefined : ordered
  const { order_by, direction } = search
  const dayField = order_by === 'pair' ? undefined : order_by
  const { hidden, order } = useColumns('history')
  const { extra } = useExtraColumns('history')
  const list = useMemo(
    () => ({ ...tradeList, columns: [...COLUMNS, ...extra.map(unknownColumn)] }),
    [extra],
  )
  const addressOf = useTradeAddress()
  const groups = useMemo(() => {
    if (trades === undefined || dayField === undefined) return undefined
    const hasDay = (day: string) => !hasMore || coverage.hasDay(day)
    const days = daysOf(trades, { dayOf, instantOf: (trade) => trade[dayField], hasDay })
    return days.map((day) => ({ key: day.key, head: <DayHead day={day} />, rows: day.trades }))
  }, [trades, dayField, dayOf, hasMore, coverage])
  const context = useMemo(
    () =>
      contextOf(trades ?? [], {
        dayField,
        nameOf,
        isOneAccount: view.account_id !== undefined,
        isGross: search.profit === 'gross',
        addressOf,
      }),
    [trades, dayField, view, search.profit, nameOf, addressOf],
  )
  return (
    <UnknownReason value={NOT_SENT}>
      <DataTable
        list={list}
        hidden={hidden}
        order={order}
        rows={trades}
        groups={groups}
        context={context}
        body={WindowRows}
        onNearEnd={isRead && !pages.isFetchNextPageError ? loadMore : () => undefined}
        sort={{ by: order_by, direction }}
        onSort={({ by, ...next }) => history.filtering.onChange({ order_by: by, ...next })}
        openId={search.trade}
        onOpen={(trade) => {
          const id = idOf(trade)
          if (id !== undefined) history.onOpen(id)
        }}
      />
    </UnknownReason>
  )
}

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
          {plural(trades.length, 'order')}
          {isOpen && ' so far'}
        </span>
      </span>
      {(profit.valued > 0 || profit.unvalued > 0) && <ProfitOfRows rows={trades} sum={profit} />}
    </span>
  )
}

function TradeCard({ trade, context }: { trade: Trade; context: TradeContext }) {
  const { pair, exit, profit, status, source, filled, closed_at } = trade
  const href = hrefOf(trade, context)
  const units = unitsOf(trade)
  const total = filled?.total
  const line = 'flex justify-between gap-3 text-caption text-ink-3'
  return (
    <div className="py-2.5">
      <div className="flex justify-between gap-3">
        {href === undefined ? (
          <PairText pair={pair} />
        ) : (
          <a href={href} aria-label={labelOf(trade)} className="rounded-s">
            <PairText pair={pair} />
          </a>
        )}
        {profit !== undefined && <ProfitText profit={profit} />}
      </div>
      <div className={line}>
        <span className="flex gap-2">
          <SideText trade={trade} />
          <SourceText source={source} />
        </span>
        <span className="tabular-nums">
          {(statusOf(trade) ?? 'finished') !== 'finished' ? (
            <TradeStatus status={status} />
          ) : (
            <Time at={closed_at} style={context.dayField === 'closed_at' ? 'clock' : 'short'} />
          )}
        </span>
      </div>
      {trade.order !== null && (
        <div className={line}>
          <span>
            <Amount value={units} places={units && legiblePlaces(units)} /> at{' '}
            <Price value={priceOf(trade)} leastPlaces={context.prices[pair ?? '']} />
            {exit && (
              <>
                {' '}
                to <Price value={exit.price} leastPlaces={context.prices[pair ?? '']} />
              </>
            )}
          </span>
          <Amount value={total} currency={currenciesOf(pair).quote ?? ''} />
        </div>
      )}
    </div>
  )
}

/** Address of a trade beside the list; the same function until the list changes. */
function useTradeAddress(): (uuid: string) => string {
  const router = useRouter()
  const search = useSearch({ from: '/_connected/history' })
  const list = useMemo(
    () => router.buildLocation({ to: '/history', search: { ...search, trade: undefined } }).href,
    [router, search],
  )
  return useMemo(() => {
    const { stringifySearch } = router.options
    return (uuid) => {
      const trade = stringifySearch({ trade: uuid })
      return list.includes('?') ? `${list}&${trade.slice(1)}` : list + trade
    }
  }, [router, list])
}
