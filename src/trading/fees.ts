import { commission } from '#contract/commission.ts'
import { decimal, type Decimal, multiply } from '#money/decimal.ts'

export type Side = 'buy' | 'sell'

/** What a fill is assumed to cost as a part of its total: 0.1 %. The API tells no rates. */
export const FEE_RATE = decimal('0.001')

/** One execution. Units are in the base currency; total and commission in the quote currency. */
export type Fill = {
  side: Side
  units: Decimal
  price: Decimal
  /** Units times price, before the commission. */
  total: Decimal
  commission: Decimal
}

/** What an execution comes to. The fee is taken in the quote currency on both sides. */
export function fillOf(side: Side, units: Decimal, price: Decimal, feeRate: Decimal): Fill {
  const total = multiply(units, price)
  return { side, units, price, total, commission: commission(total, feeRate) }
}
