import { Link, useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'

import type { Id } from '#contract/primitives.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { PairText } from '#market/pair-text.tsx'
import { Price } from '#market/price.tsx'
import { isSameJson } from '#query/query-client.ts'
import { Amount, Percent } from '#ui/amount.tsx'
import { type DataList, DataTable } from '#ui/data-table.tsx'
import { lazyPanel } from '#ui/lazy-panel.tsx'
import { Side } from '#ui/side.tsx'
import { Age } from '#ui/time.tsx'
import { useIsNarrow } from '#ui/use-is-narrow.ts'

import type { CloseAction } from '../closing/close-trade.ts'
import { TagLink } from '../note-tags.tsx'
import { Bar, StatusCell, whyUnknown } from '../row-cells.tsx'
import {
  endReason,
  entryOf,
  isClosed,
  sideOf,
  stopOf,
  targetsOf,
  tickPlacesOf,
  type Trade,
} from '../trade-facts.ts'
import { type ProfitTotal, type ProfitUnit, totalWords } from './profit-total.tsx'
import type { SmartTradeSearch } from './smart-trade-search.ts'
import type { TradeContext } from './trade-columns.tsx'
import { addressOf, placesOf, tradeRows } from './trade-rows.tsx'

const TradeMenu = lazyPanel(async () => (await import('./list-panels.tsx')).TradeMenu, {
  onGiveUp: ({ opened }) => opened.onOpenChange(false),
})

/**
 * Closed trades show their closing price, so changes of the market price are ignored, except for
 * its tick. Most trades are closed.
 */
const drawnOf = (trade: Trade): object =>
  isClosed(trade)
    ? { ...trade, data: { ...trade.data, current_price: tickPlacesOf(trade) } }
    : trade

export const smartTradeList: DataList<Trade, TradeContext> = {
  ...tradeRows,
  unreadableAction: (id) => (
    <Link from="/smart-trades/" to="." search={(before) => ({ ...before, trade: id })}>
      Open SmartTrade {id}
    </Link>
  ),
  isSame: (before, after) => isSameJson(drawnOf(before), drawnOf(after)),
  card: (trade, context) => <TradeCard trade={trade} context={context} />,
  cardHeight: 103,
}

export type SmartTradeListProps = {
  /** `undefined` until the first answer. */
  trades: Rows<Trade> | undefined
  /** Key of the list; `undefined` while the previous one is shown. */
  listKey: string | undefined
  /** Props of the list, its order and columns. */
  table: Omit<Parameters<typeof DataTable<Trade, TradeContext>>[0], 'rows' | 'context'>
  search: SmartTradeSearch
  profit: ProfitUnit
  total: ProfitTotal
  onOpen: (id: Id) => void
  onEnd: (trade: Trade, way: CloseAction) => void
}

/** SmartTrades of one page: rows from 640 px up, cards on a phone. */
export function SmartTradeList(props: SmartTradeListProps) {
  const { trades, listKey, table, search, profit, total, onOpen, onEnd } = props
  const { status } = search
  const router = useRouter()
  const isNarrow = useIsNarrow()
  const context: TradeContext = {
    status,
    profit,
    total,
    TagLink,
    places: useMemo(() => placesOf(readableRows(trades)), [trades]),
    address: router.buildLocation({ to: '/smart-trades', search: { ...search, trade: undefined } })
      .href,
  }
  return (
    <DataTable
      {...table}
      rows={trades}
      context={context}
      listKey={listKey}
      isBusy={trades !== undefined && listKey === undefined}
      onOpen={({ id }) => onOpen(id)}
      openId={search.trade}
      totalLabel={
        total.counted === 0 || isNarrow ? undefined : (
          <span className="block w-0 whitespace-nowrap">{totalWords(total, search)}</span>
        )
      }
      renderMenu={(trade, opened) => <TradeMenu opened={opened} trade={trade} onEnd={onEnd} />}
    />
  )
}

/** On a phone: name and money, state and percent, the bar, its three prices. */
function TradeCard({ trade, context }: { trade: Trade; context: TradeContext }) {
  const side = sideOf(trade)
  const value = context.profit.of(trade)
  const stop = stopOf(trade)
  const target = targetsOf(trade).at(-1)
  const places = tickPlacesOf(trade)
  const reason = endReason(trade)
  return (
    <a
      href={addressOf(trade, context)}
      className="block px-4 pt-2.75 pb-2 focus-visible:-outline-offset-2"
    >
      <span className="flex items-center justify-between gap-3">
        <span className="flex items-center gap-2">
          <PairText pair={trade.pair} />
          <span className="text-caption">{side && <Side side={side} />}</span>
        </span>
        <span className="font-medium">
          {value === undefined ? (
            <span className="text-ink-3" title={whyUnknown(trade)}>
              —
            </span>
          ) : (
            <Amount value={value} signed currency={context.profit.currency} />
          )}
        </span>
      </span>
      {reason !== undefined && (
        <span className="mt-0.5 line-clamp-2 text-caption text-ink-2">{reason}</span>
      )}
      <span className="flex items-center justify-between gap-3 text-caption">
        <StatusCell trade={trade} />
        {value === undefined ? (
          <Age at={trade.data.closed_at ?? trade.data.created_at} className="text-ink-3" />
        ) : (
          <Percent value={trade.profit.percent ?? undefined} signed glyph="slot" />
        )}
      </span>
      {(stop ?? target) && reason === undefined && (
        <>
          <span className="mt-0.75 block">
            <Bar trade={trade} isWide />
          </span>
          <span className="flex justify-between gap-2 text-caption text-ink-3 tabular-nums">
            <span>
              {stop ? (
                <>
                  Stop <Price value={stop} places={places} />
                </>
              ) : (
                'No stop'
              )}
            </span>
            <span>
              Entry <Price value={entryOf(trade)} places={places} />
            </span>
            <span>
              {target ? (
                <>
                  <Price value={target} places={places} /> target
                </>
              ) : (
                'No target'
              )}
            </span>
          </span>
        </>
      )}
    </a>
  )
}
