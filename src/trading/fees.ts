import { commission } from '#contract/commission.ts'
import { decimal, type Decimal, multiply } from '#money/decimal.ts'

export type Side = 'buy' | 'sell'

/** Assumed fee of a fill as a fraction of its total: 0.1 %. The API reports no fee rates. */
export const FEE_RATE = decimal('0.001')

/** An execution: units in the base currency, total and commission in the quote currency. */
export type Fill = {
  side: Side
  units: Decimal
  price: Decimal
  /** Before commission. */
  total: Decimal
  commission: Decimal
}

/** Returns an execution with its fee, which is in the quote currency for both sides. */
export function fillOf(side: Side, units: Decimal, price: Decimal, feeRate: Decimal): Fill {
  const total = multiply(units, price)
  return { side, units, price, total, commission: commission(total, feeRate) }
}
