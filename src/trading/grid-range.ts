import type { GridBot } from '#contract/grid-bots.ts'
import { absolute, compare, type Decimal, isPositive, subtract } from '#money/decimal.ts'
import { formatPercent } from '#money/format.ts'

import { percentOf } from './profit.ts'

export type RangePosition = {
  place: 'inside' | 'above' | 'below'
  /** Nearest bound inside the range, or the bound that was crossed. */
  edge: 'top' | 'bottom'
  /** Percent of that bound. */
  distance: Decimal
}

/** Returns `undefined` if a price is unknown or the range is empty. */
export function rangePosition(bot: GridBot): RangePosition | undefined {
  const { lower_price: lower, upper_price: upper, current_price: last } = bot
  if (!lower || !upper || !last || !isPositive(last) || compare(lower, upper) >= 0) return undefined
  const from = (edge: Decimal) => absolute(percentOf(subtract(last, edge), edge))
  const top = { edge: 'top', distance: from(upper) } as const
  const bottom = { edge: 'bottom', distance: from(lower) } as const
  if (compare(last, upper) > 0) return { place: 'above', ...top }
  if (compare(last, lower) < 0) return { place: 'below', ...bottom }
  const isTopNearer = compare(subtract(upper, last), subtract(last, lower)) <= 0
  return { place: 'inside', ...(isTopNearer ? top : bottom) }
}

/** Returns "2.41% below upper bound" or "1.05% below the range". */
export function rangeWords({ place, edge, distance }: RangePosition): string {
  const percent = formatPercent(distance)
  if (place !== 'inside') return `${percent} ${place} the range`
  return edge === 'top' ? `${percent} below upper bound` : `${percent} above lower bound`
}

/** Place of the price within the range, "44% of the range"; outside of it the distance. */
export function placeInRange(bot: GridBot, position: RangePosition): string {
  const { lower_price: lower, upper_price: upper, current_price: last } = bot
  if (position.place !== 'inside' || !lower || !upper || !last) return rangeWords(position)
  const share = percentOf(subtract(last, lower), subtract(upper, lower))
  return `${formatPercent(share, { places: 0 })} of the range`
}

/** Returns true if the bot runs but the price is outside its range. */
export const isOutOfRange = (bot: GridBot): boolean =>
  bot.is_enabled && (rangePosition(bot)?.place ?? 'inside') !== 'inside'
