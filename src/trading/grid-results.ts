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

/**
 * A profit per day, as the mean over so many milliseconds. `undefined` for less than one whole day,
 * which would be scaled up to a day that never was.
 */
export function profitPerDay(profit: Decimal, milliseconds: number): Decimal | undefined {
  if (milliseconds < DAY) return undefined
  return divide(multiply(profit, fromNumber(DAY)), fromNumber(milliseconds), PLACES, 'half-even')
}

/**
 * What it would have brought to buy the coins with everything at one price and to hold them until
 * another, in percent points and without fees: (last ÷ start − 1) × 100. `undefined` for a price of 0.
 */
export function buyAndHold(start: Decimal, last: Decimal): Decimal | undefined {
  if (!isPositive(start)) return undefined
  const growth = subtract(divide(last, start, PLACES, 'half-even'), ONE)
  return round(multiply(growth, HUNDRED), PERCENT_PLACES, 'half-even')
}
