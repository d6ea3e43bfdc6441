import {
  type Decimal,
  divide,
  fromNumber,
  HUNDRED,
  isPositive,
  multiply,
  ONE,
  round,
  subtract,
} from '#money/decimal.ts'

const DAY = 86_400_000
const PLACES = 18
const PERCENT_PLACES = 4

/** Returns the mean profit per day; `undefined` for less than a day. */
export function profitPerDay(profit: Decimal, milliseconds: number): Decimal | undefined {
  if (milliseconds < DAY) return undefined
  return divide(multiply(profit, fromNumber(DAY)), fromNumber(milliseconds), PLACES, 'half-even')
}

/** Returns the return of holding, in percent without fees; `undefined` for a start of 0. */
export function buyAndHold(start: Decimal, last: Decimal): Decimal | undefined {
  if (!isPositive(start)) return undefined
  const growth = subtract(divide(last, start, PLACES, 'half-even'), ONE)
  return round(multiply(growth, HUNDRED), PERCENT_PLACES, 'half-even')
}
