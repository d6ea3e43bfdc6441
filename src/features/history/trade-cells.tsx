import type { Decimal } from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'
import { Side } from '#ui/side.tsx'

import type { Trade } from './trades.ts'
import { wordsOf } from './words.ts'

/** Why a cell shows a dash. */
export const UNTOLD = 'The service does not say.'

/** What was got for it; an order that was not filled shows what it asked for. */
export const priceOf = ({ filled, price }: Trade): Decimal | undefined =>
  filled?.price ?? price?.value ?? undefined
export const unitsOf = ({ filled, units }: Trade): Decimal | undefined =>
  filled?.units ?? units?.value

export function SideText({ side }: { side: string | undefined }) {
  if (side === 'buy' || side === 'sell') return <Side side={side} />
  return <span className="text-ink-2">{wordsOf(side)}</span>
}

/** Orders that open something have no profit, which is not the same as an unknown one. */
export function ProfitText({ profit }: Pick<Trade, 'profit'>) {
  if (profit === null) return <span role="img" aria-label="no profit or loss" />
  if (profit?.usd === null && profit.amount !== undefined) {
    return <Amount signed value={profit.amount} unit={profit.currency} />
  }
  return <Amount signed places={2} value={profit?.usd ?? undefined} reason={UNTOLD} />
}
