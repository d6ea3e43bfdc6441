import type { GridBotDraft } from '#contract/grid-bots.ts'
import {
  add,
  compare,
  decimal,
  type Decimal,
  divide,
  fromNumber,
  HUNDRED,
  isPositive,
  multiply,
  ONE,
  roundToStep,
  subtract,
  ZERO,
} from '#money/decimal.ts'

import { FEE_RATE } from './fees.ts'
import { gridFunds, gridLadder, gridProblem, gridSides, gridStart } from './grid-ladder.ts'
import { judgeGridBot, type PairRules, rangeOf } from './judge-grid-bot.ts'
import { nearestTick } from './lots.ts'

/** Market and account data for a new grid bot, as far as known. */
export type GridMarket = PairRules & {
  price: Decimal | undefined
  /** Price of the smallest purchase, and the data for price impact. */
  ask?: Decimal | undefined
  depth?: Decimal | undefined
  impact?: Decimal | undefined
  /** `undefined` until known. */
  isFutures: boolean | undefined
  free: { base: Decimal | undefined; quote: Decimal | undefined }
  /** Estimated fee of a fill, as a fraction of its total. */
  feeRate?: Decimal | undefined
}

export type Range = { lower: Decimal; upper: Decimal }

type Shape = Range & Pick<GridBotDraft, 'grids_quantity' | 'grid_type'>

export type ExampleGrid = Shape & { quantity: Decimal }

const PLACES = 18
const MIN_LOT = decimal('0.00000001')

export function rangeAround(
  percent: number,
  { price, tick }: Pick<GridMarket, 'price' | 'tick'>,
): Range | undefined {
  if (!price || !isPositive(price)) return undefined
  const part = divide(multiply(price, fromNumber(percent)), HUNDRED, PLACES, 'half-even')
  const lower = nearestTick(subtract(price, part), tick)
  const upper = nearestTick(add(price, part), tick)
  return compare(lower, upper) < 0 && isPositive(lower) ? { lower, upper } : undefined
}

const draftOf = ({ lower, upper, ...shape }: Shape, quantity: Decimal): GridBotDraft => ({
  account_id: 1,
  pair: 'USDT_BTC',
  lower_price: lower,
  upper_price: upper,
  quantity_per_grid: quantity,
  ...shape,
})

/** Returns the quote amount that a quantity needs, given the available base currency. */
function costsOf(shape: Shape, market: GridMarket) {
  const { price = ZERO, ask = price, lot, minTotal, feeRate = FEE_RATE } = market
  const prices = gridLadder(rangeOf(draftOf(shape, ONE), market))
  const sides = gridSides(prices, price)
  return (quantity: Decimal, own: Decimal, book: GridMarket | undefined): Decimal => {
    const needed = gridFunds({ prices, sides, quantity, unit: 'base', lot, feeRate })
    const least = book && minTotal
    return gridStart({ needed, own, price: ask, book, lot, minTotal: least, feeRate }).total
  }
}

/** Factors tried in turn: the initial purchase has price impact and is rounded to lots. */
const FACTORS = ['1', '0.99', '0.97', '0.94', '0.9', '0.8', '0.65', '0.5', '0.3', '0.1'].map(
  decimal,
)

/** Returns units per line for a share (0 to 1) of the balance; `undefined` below the minimum. */
export function quantityFor(share: Decimal, shape: Shape, market: GridMarket): Decimal | undefined {
  const { price, lot = MIN_LOT, free, isFutures } = market
  if (!price || !isPositive(price) || isFutures !== false || !free.quote || !free.base) {
    return undefined
  }
  if (gridProblem(rangeOf(draftOf(shape, ONE), market)) !== undefined) return undefined
  const own = multiply(free.base, share)
  const budget = multiply(free.quote, share)
  const costOf = costsOf(shape, market)
  const each = costOf(ONE, ZERO, undefined)
  if (!isPositive(each)) return undefined
  const most = divide(add(budget, multiply(own, price)), each, PLACES, 'down')
  if (market.minTotal && compare(multiply(most, shape.lower), market.minTotal) < 0) return undefined
  for (const part of FACTORS) {
    const quantity = roundToStep(multiply(most, part), lot, 'down')
    if (!isPositive(quantity)) return undefined
    if (compare(costOf(quantity, own, market), budget) > 0) continue
    return Object.keys(judgeGridBot(draftOf(shape, quantity), market, false)).length === 0
      ? quantity
      : undefined
  }
  return undefined
}

type Chosen = {
  lower?: Decimal | undefined
  upper?: Decimal | undefined
  lines?: number | undefined
}

const RANGES = [10, 20] as const
const LINES = [10, 6, 4, 2] as const
/** Shares of the free balance. */
const SHARES = ['0.1', '0.25', '0.5', '1'].map(decimal)

/**
 * Returns an example for a paper account: ±10 %, ten lines, a tenth of the free balance, or more to
 * meet the exchange's minimum. Otherwise the reason.
 */
export function exampleGrid(
  market: GridMarket,
  chosen: Chosen = {},
): ExampleGrid | { cannot: string } {
  const { price, free } = market
  if (price === undefined || !isPositive(price)) {
    return { cannot: 'The price of this pair is unknown.' }
  }
  if (market.isFutures !== false) {
    return { cannot: 'Examples are for spot accounts only.' }
  }
  if (free.base === undefined || free.quote === undefined) {
    return { cannot: 'The free balance of this account is unknown.' }
  }
  for (const share of SHARES) {
    for (const percent of RANGES) {
      const around = rangeAround(percent, market)
      const lower = chosen.lower ?? around?.lower
      const upper = chosen.upper ?? around?.upper
      if (!lower || !upper || compare(lower, upper) >= 0) continue
      for (const grids_quantity of chosen.lines === undefined ? LINES : [chosen.lines]) {
        const shape: Shape = { lower, upper, grids_quantity, grid_type: 'arithmetic' }
        const quantity = quantityFor(share, shape, market)
        if (quantity) return { ...shape, quantity }
      }
    }
  }
  return { cannot: 'The free balance is too small for a grid bot on this pair.' }
}
