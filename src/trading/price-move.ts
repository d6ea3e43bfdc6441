import { absolute, compare, type Decimal, HUNDRED, multiply, subtract } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'

/** Returns true if the values differ by more than 1 %. */
export const isFar = (from: Decimal, to: Decimal): boolean =>
  compare(multiply(absolute(subtract(to, from)), HUNDRED), absolute(from)) > 0

/** Returns "The price went from 60,000 to 58,900 USDT", to be continued. */
export const priceWent = (from: Decimal, to: Decimal, quote: string): string =>
  `The price went from ${formatAmount(from)} to ${formatAmount(to)} ${quote}`
