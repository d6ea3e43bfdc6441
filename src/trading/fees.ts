import { commission } from '#contract/commission.ts'
import { add, decimal, type Decimal, multiply, negate, subtract } from '#money/decimal.ts'

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

/** How a fill changes the base currency held. */
export const baseChange = ({ side, units }: Fill): Decimal =>
  side === 'buy' ? units : negate(units)

/** How a fill changes the quote currency held: its total and its fee. */
export const quoteChange = ({ side, total, commission: fee }: Fill): Decimal =>
  side === 'buy' ? negate(add(total, fee)) : subtract(total, fee)
