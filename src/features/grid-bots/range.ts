import type { GridBot } from '#contract/grid-bots.ts'
import {
  compare,
  type Decimal,
  divide,
  HUNDRED,
  isPositive,
  multiply,
  subtract,
  toNumber,
} from '#money/decimal.ts'
import { formatPercent } from '#money/format.ts'

/** Where the last price stands in a bot's range. */
export type RangePosition = {
  place: 'inside' | 'above' | 'below'
  /** From 0 at the lower price to 1 at the upper, never beyond; for drawing. */
  share: number
  /** The edge the price is next to, or that it has passed. */
  edge: 'top' | 'bottom'
  /** How far that edge is, in percent of the last price. */
  distance: Decimal
}

const PLACES = 6

/** Unknown when one of the three prices is, or when the range is none. */
export function rangePosition(bot: GridBot): RangePosition | undefined {
  const { lower_price: lower, upper_price: upper, current_price: last } = bot
  if (!lower || !upper || !last || !isPositive(last) || compare(lower, upper) >= 0) return undefined
  const percent = (gap: Decimal) => divide(multiply(gap, HUNDRED), last, PLACES, 'half-even')
  const toTop = subtract(upper, last)
  const toBottom = subtract(last, lower)
  if (compare(last, upper) > 0) {
    return { place: 'above', share: 1, edge: 'top', distance: percent(subtract(last, upper)) }
  }
  if (compare(last, lower) < 0) {
    return { place: 'below', share: 0, edge: 'bottom', distance: percent(subtract(lower, last)) }
  }
  const isTopNearer = compare(toTop, toBottom) <= 0
  return {
    place: 'inside',
    share: toNumber(divide(toBottom, subtract(upper, lower), PLACES, 'half-even')),
    edge: isTopNearer ? 'top' : 'bottom',
    distance: percent(isTopNearer ? toTop : toBottom),
  }
}

/** "2.41% to the top", "1.05% below the bottom". */
export function rangeWords({ place, edge, distance }: RangePosition): string {
  const percent = formatPercent(distance)
  return place === 'inside' ? `${percent} to the ${edge}` : `${percent} ${place} the ${edge}`
}
