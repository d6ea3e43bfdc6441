import { type Decimal, divide, HUNDRED, isZero, multiply, ZERO } from '#money/decimal.ts'

export type Direction = 'long' | 'short'

/** Returns `long` for a buy, including a held long that is only sold. */
export const directionOf = (positionType: 'buy' | 'sell'): Direction =>
  positionType === 'buy' ? 'long' : 'short'

const PERCENT_PLACES = 8

/** Returns part ÷ whole in percent; zero if the whole is zero. */
export const percentOf = (part: Decimal, whole: Decimal, places = PERCENT_PLACES): Decimal =>
  isZero(whole) ? ZERO : divide(multiply(part, HUNDRED), whole, places, 'half-even')
