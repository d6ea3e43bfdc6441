import { type Decimal, divide, HUNDRED, isZero, multiply, ZERO } from '#money/decimal.ts'

/** Bought first and sold later, or the other way round. */
export type Direction = 'long' | 'short'

/** A trade whose position is a buy is long, a held long that is only sold as well. */
export const directionOf = (positionType: 'buy' | 'sell'): Direction =>
  positionType === 'buy' ? 'long' : 'short'

const PERCENT_PLACES = 8

/** A part of a whole in percent points, rounded once; zero of nothing. Also the return on a margin. */
export const percentOf = (part: Decimal, whole: Decimal, places = PERCENT_PLACES): Decimal =>
  isZero(whole) ? ZERO : divide(multiply(part, HUNDRED), whole, places, 'half-even')
