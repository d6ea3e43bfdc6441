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

/** What the price of a large order depends on, as far as the service tells. */
export type Book = {
  /** Units that find a counterparty in one second. */
  depth?: Decimal | null | undefined
  /** How far an order for all of them moves its own price, as a part of it. */
  impact?: Decimal | undefined
  tick?: Decimal | undefined
}

const PLACES = 18

/**
 * How far a market order moves its own price, as a part of it. What is executed in one second pays
 * `impact` · units ÷ `depth`, and an order for more goes on in the next second, when as much is
 * offered again. Linear in what is traded in a second, as the temporary impact of R. Almgren and
 * N. Chriss, "Optimal execution of portfolio transactions", Journal of Risk 3 (2001), 5–39.
 * `undefined` where it is not known.
 */
export function impactOf(units: Decimal, { depth, impact }: Book = {}): Decimal | undefined {
  if (!depth || !impact || !isPositive(depth) || !isPositive(units)) return undefined
  const whole = roundToStep(units, depth, 'down')
  const rest = subtract(units, whole)
  const paid = add(multiply(whole, depth), multiply(rest, rest))
  return divide(multiply(impact, paid), multiply(units, depth), PLACES, 'half-even')
}

/** What a market order pays or gets on the average, from the price of the least one: on a tick. */
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

/**
 * The price that an amount of the quote currency is divided by: that of its fullest second, so that it
 * is enough for the units, whose last second pays less.
 */
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

/** An impact that is worth a line: more than a hundredth of a percent, in percent. */
export function notableImpact(units: Decimal | undefined, book?: Book): Decimal | undefined {
  const impact = units && impactOf(units, book)
  const percent = impact && multiply(impact, HUNDRED)
  return percent && compare(multiply(percent, HUNDRED), ONE) > 0 ? percent : undefined
}
