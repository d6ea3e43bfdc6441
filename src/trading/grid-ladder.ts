import { commission, withCommission } from '#contract/commission.ts'
import { MAX_GRID_LINES, TOO_MANY_LINES } from '#contract/grid-bots.ts'
import { type Book, priceWithImpact } from '#contract/impact.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  divide,
  fromNumber,
  isPositive,
  larger,
  multiply,
  ONE,
  round,
  roundToStep,
  subtract,
  sum,
  toNumber,
  ZERO,
} from '#money/decimal.ts'

import type { Side } from './fees.ts'
import { nearestTick, unitsFor } from './lots.ts'

export type GridRange = {
  lower: Decimal
  upper: Decimal
  /** Includes both ends. */
  lines: number
  type: 'arithmetic' | 'geometric'
  tick?: Decimal | undefined
}

const STEP_PLACES = 24

/** Returns why the grid is impossible, else `undefined`. */
export function gridProblem({ lower, upper, lines, type, tick }: GridRange): string | undefined {
  if (lines < 2) return 'A grid has at least 2 lines.'
  if (lines > MAX_GRID_LINES) return TOO_MANY_LINES
  if (!isPositive(lower)) return 'The lower price must be more than 0.'
  if (compare(upper, lower) <= 0) return 'The upper price must be above the lower price.'
  const prices = ladderPrices({ lower, upper, lines, type, tick })
  const isCrowded = prices.some((price, index) => index > 0 && price === prices[index - 1])
  return isCrowded ? 'The lines are closer together than the price step of the pair.' : undefined
}

/** Returns ascending prices from `lower` to `upper`, on ticks. Throws `RangeError`. */
export function gridLadder(range: GridRange): Decimal[] {
  const problem = gridProblem(range)
  if (problem !== undefined) throw new RangeError(problem)
  return ladderPrices(range)
}

/** Returns `grid_price_step`: a difference if arithmetic, a ratio if geometric. */
export function gridStep({ lower, upper, lines, type }: GridRange): Decimal {
  const gaps = lines - 1
  if (type === 'geometric') {
    return nthRoot(divide(upper, lower, 2 * STEP_PLACES, 'half-even'), gaps, STEP_PLACES)
  }
  return divide(subtract(upper, lower), fromNumber(gaps), STEP_PLACES, 'half-even')
}

function ladderPrices(range: GridRange): Decimal[] {
  const { lower, upper, lines, type, tick } = range
  const step = gridStep(range)
  const prices = [lower]
  let price = lower
  for (let line = 1; line < lines - 1; line += 1) {
    price =
      type === 'geometric'
        ? round(multiply(price, step), 2 * STEP_PLACES, 'half-even')
        : add(lower, multiply(step, fromNumber(line)))
    prices.push(nearestTick(price, tick))
  }
  return [...prices, upper]
}

/** Returns each line's side; the nearest line, or the lower of two, waits with `null`. */
export function gridSides(prices: readonly Decimal[], price: Decimal): (Side | null)[] {
  const waiting = nearestLine(prices, price)
  return prices.map((line, index) => {
    if (index === waiting) return null
    return compare(line, price) < 0 ? 'buy' : 'sell'
  })
}

function nearestLine(prices: readonly Decimal[], price: Decimal): number {
  let nearest = 0
  for (const [index, line] of prices.entries()) {
    const best = absolute(subtract(prices[nearest] ?? ZERO, price))
    if (compare(absolute(subtract(line, price)), best) < 0) nearest = index
  }
  return nearest
}

type GridOrders = {
  prices: readonly Decimal[]
  sides: readonly (Side | null)[]
  quantity: Decimal
  /** Currency of `quantity`. */
  unit: 'base' | 'quote'
  lot?: Decimal | undefined
  feeRate: Decimal
}

export const lineUnits = (
  price: Decimal,
  { quantity, unit, lot }: Pick<GridOrders, 'quantity' | 'unit' | 'lot'>,
): Decimal => (unit === 'base' ? quantity : unitsFor(quantity, price, lot))

/** Returns the funds needed to place all orders: base for sells, quote for buys. */
export function gridFunds(orders: GridOrders): { base: Decimal; quote: Decimal } {
  const placed = orders.prices.map((price, index) => {
    const units = lineUnits(price, orders)
    const total = multiply(units, price)
    return { side: orders.sides[index], units, cost: withCommission(total, orders.feeRate) }
  })
  return {
    base: sum(placed.filter(({ side }) => side === 'sell').map(({ units }) => units)),
    quote: sum(placed.filter(({ side }) => side === 'buy').map(({ cost }) => cost)),
  }
}

type GridStart = {
  needed: { base: Decimal; quote: Decimal }
  /** Units already available. */
  own: Decimal
  /** Price of the smallest purchase. */
  price: Decimal
  book?: Book | undefined
  lot?: Decimal | undefined
  minTotal?: Decimal | undefined
  feeRate: Decimal
}

/** Returns the initial purchase (at least the exchange's minimum) and the quote amount needed. */
export function gridStart(start: GridStart): {
  missing: Decimal
  purchase: Decimal
  total: Decimal
} {
  const { needed, own, price, book = {}, lot, minTotal = ZERO, feeRate } = start
  const missing = larger(ZERO, subtract(needed.base, own))
  const least = larger(missing, divide(minTotal, price, STEP_PLACES, 'up'))
  const whole = lot ? roundToStep(least, lot, 'up') : least
  const purchase = isPositive(missing) ? whole : ZERO
  const average = priceWithImpact('buy', purchase, price, book)
  const cost = withCommission(multiply(purchase, average), feeRate)
  return { missing, purchase, total: add(needed.quote, cost) }
}

/** Returns the profit of buying on one line and selling on the next, after both fees. */
export function gridProfit(
  units: Decimal,
  bought: Decimal,
  sold: Decimal,
  feeRate: Decimal,
): Decimal {
  const total = multiply(units, sold)
  return turnProfit({ units, total, fee: commission(total, feeRate) }, bought, feeRate)
}

/** Returns the profit of a sale with known proceeds, after both fees. */
export function turnProfit(
  sale: { units: Decimal; total: Decimal; fee: Decimal },
  bought: Decimal,
  feeRate: Decimal,
): Decimal {
  const spent = multiply(sale.units, bought)
  const fees = add(commission(spent, feeRate), sale.fee)
  return subtract(subtract(sale.total, spent), fees)
}

/** Returns the order after a fill: a sell one line above a buy, a buy one line below a sell. */
export const oppositeLine = (index: number, side: Side): { index: number; side: Side } =>
  side === 'buy' ? { index: index + 1, side: 'sell' } : { index: index - 1, side: 'buy' }

/** Returns the price one step beyond the last line, on a tick. May be zero or less. */
export function lineBeyond(
  price: Decimal,
  step: Decimal,
  { type, tick, direction }: Pick<GridRange, 'type' | 'tick'> & { direction: 'up' | 'down' },
): Decimal {
  const isUp = direction === 'up'
  const exact =
    type === 'geometric'
      ? isUp
        ? multiply(price, step)
        : divide(price, step, 2 * STEP_PLACES, 'half-even')
      : isUp
        ? add(price, step)
        : subtract(price, step)
  return nearestTick(exact, tick)
}

/** Additional working decimals. */
const SPARE = 12
/** Each Newton step doubles the correct digits; a double starts with 15. */
const STEPS = 3

export function power(value: Decimal, exponent: number, places: number): Decimal {
  let result = ONE
  let square = value
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = round(multiply(result, square), places, 'half-even')
    square = round(multiply(square, square), places, 'half-even')
  }
  return result
}

export function nthRoot(value: Decimal, n: number, places: number): Decimal {
  const working = places + SPARE
  const count = fromNumber(n)
  let root = fromNumber(toNumber(value) ** (1 / n))
  for (let step = 0; step < STEPS; step += 1) {
    const excess = divide(value, power(root, n, working), working, 'half-even')
    const change = divide(subtract(excess, ONE), count, working, 'half-even')
    root = round(multiply(root, add(ONE, change)), working, 'half-even')
  }
  return round(root, places, 'half-even')
}
