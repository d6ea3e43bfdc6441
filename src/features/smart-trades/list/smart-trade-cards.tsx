import { memo } from 'react'

import type { Id } from '#contract/primitives.ts'
import { PairText } from '#market/pairs.tsx'
import { Price } from '#market/price.tsx'
import { Amount } from '#ui/amount.tsx'
import { opensRow } from '#ui/opens-row.ts'
import { Percent } from '#ui/percent.tsx'
import { Side } from '#ui/side.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Age } from '#ui/time.tsx'
import { useScreenfulFirst } from '#ui/use-screenful-first.ts'

import { Bar, StatusCell, whyUnknown } from '../row-cells.tsx'
import { entryOf, sideOf, stopOf, targetsOf, type Trade } from '../trade-facts.ts'
import type { ProfitUnit } from './profit-total.ts'
import { rowPropsEqual } from './smart-trade-row.tsx'
import type { SmartTradeSearch } from './smart-trade-search.ts'
import type { CellContext } from './trade-columns.tsx'
import { UnreadableLine } from './unreadable-trade.tsx'
import { useCellContext } from './use-cell-context.ts'

type SmartTradeCardsProps = {
  trades: readonly Trade[] | undefined
  /** Which list they are; `undefined` while the one before stands in. */
  list: string | undefined
  search: SmartTradeSearch
  profit: ProfitUnit
  isBusy: boolean
  onOpen: (id: Id) => void
}

/** The list on a phone: name and money, state and percent, the bar, its three prices. */
export function SmartTradeCards(props: SmartTradeCardsProps) {
  const { trades, list, search, profit, isBusy, onOpen } = props
  const context = useCellContext(trades, search, profit)
  const { first, toCome } = useScreenfulFirst(trades, list)
  return (
    <ul
      aria-label="SmartTrades"
      aria-busy={isBusy}
      className={isBusy && trades ? 'opacity-60' : ''}
      style={toCome > 0 ? { paddingBottom: `${toCome * CARD}rem` } : undefined}
    >
      {first === undefined
        ? SHAPES.map((shape) => <CardShape key={shape} />)
        : first.map((trade, index) => (
            <li key={trade.id ?? `unreadable-${index}`} className="border-b border-hairline">
              {trade.id === undefined ? (
                <div className="px-4 py-3">
                  <UnreadableLine trade={trade} />
                </div>
              ) : (
                <Card id={trade.id} trade={trade} context={context} onOpen={onOpen} />
              )}
            </li>
          ))}
    </ul>
  )
}

/** How high a card is. */
const CARD = 6.4375

type CardProps = {
  id: Id
  trade: Trade
  context: CellContext
  onOpen: (id: Id) => void
}

const Card = memo(function Card({ id, trade, context, onOpen }: CardProps) {
  const side = sideOf(trade)
  const value = context.profit.of(trade)
  const stop = stopOf(trade)
  const target = targetsOf(trade).at(-1)
  return (
    <a
      href={context.addressOf(id)}
      onClick={(event) => {
        if (opensRow(event)) onOpen(id)
      }}
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
      <span className="flex items-center justify-between gap-3 text-caption">
        <StatusCell trade={trade} />
        {value === undefined ? (
          <Age at={trade.data?.created_at} className="text-ink-3" />
        ) : (
          <Percent value={trade.profit?.percent ?? undefined} signed glyph="slot" />
        )}
      </span>
      {(stop ?? target) && (
        <>
          <span className="mt-0.75 block">
            <Bar trade={trade} isWide />
          </span>
          <span className="flex justify-between gap-2 text-caption text-ink-3 tabular-nums">
            <span>
              {stop ? (
                <>
                  Stop <Price value={stop} />
                </>
              ) : (
                'No stop'
              )}
            </span>
            <span>
              Entry <Price value={entryOf(trade)} />
            </span>
            <span>
              {target ? (
                <>
                  <Price value={target} /> target
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
}, rowPropsEqual)

const SHAPES = [0, 1, 2, 3, 4, 5] as const

/** As high as a card, so that nothing jumps when the rows arrive. */
function CardShape() {
  return (
    <li className="h-25.75 border-b border-hairline px-4 pt-3">
      <span className="flex justify-between">
        <Skeleton width={110} />
        <Skeleton width={72} />
      </span>
      <Skeleton width={130} className="mt-3" />
    </li>
  )
}
