import {
  add,
  compare,
  type Decimal,
  divide,
  HUNDRED,
  isPositive,
  larger,
  multiply,
  ONE,
  roundToStep,
  smaller,
  subtract,
} from '#money/decimal.ts'

/** Data for the price impact of a large order, as far as known. */
export type Book = {
  /** Units filled per second. */
  depth?: Decimal | null | undefined
  /** Price change caused by an order of `depth` units, as a fraction. */
  impact?: Decimal | undefined
  tick?: Decimal | undefined
}

const PLACES = 18

/**
 * Price impact of a market order as a fraction; `undefined` if unknown. One second's units cost
 * `impact` · units ÷ `depth`; the rest continues in the next second. Linear temporary impact as in
 * R. Almgren and N. Chriss, "Optimal execution of portfolio transactions", Journal of Risk 3
 * (2001), 5–39.
 */
export function impactOf(units: Decimal, { depth, impact }: Book = {}): Decimal | undefined {
  if (!depth || !impact || !isPositive(depth) || !isPositive(units)) return undefined
  const whole = roundToStep(units, depth, 'down')
  const rest = subtract(units, whole)
  const paid = add(multiply(whole, depth), multiply(rest, rest))
  return divide(multiply(impact, paid), multiply(units, depth), PLACES, 'half-even')
}

/** Returns the average price of a market order, rounded to a tick. */
export function priceWithImpact(
  side: 'buy' | 'sell',
  units: Decimal,
  price: Decimal,
  book: Book = {},
): Decimal {
  const impact = impactOf(units, book)
  if (!impact) return price
  const exact = multiply(price, (side === 'buy' ? add : subtract)(ONE, impact))
  return book.tick ? larger(roundToStep(exact, book.tick, 'half-even'), book.tick) : exact
}

/** Returns the price of a full second, so that a quote amount suffices for its units. */
export function priceOfAmount(
  side: 'buy' | 'sell',
  amount: Decimal,
  price: Decimal,
  book: Book = {},
): Decimal {
  if (!isPositive(price)) return price
  const units = divide(amount, price, PLACES, 'down')
  return priceWithImpact(side, book.depth ? smaller(units, book.depth) : units, price, book)
}

/** Returns the impact in percent if above 0.01, else `undefined`. */
export function notableImpact(units: Decimal | undefined, book?: Book): Decimal | undefined {
  const impact = units && impactOf(units, book)
  const percent = impact && multiply(impact, HUNDRED)
  return percent && compare(multiply(percent, HUNDRED), ONE) > 0 ? percent : undefined
}
