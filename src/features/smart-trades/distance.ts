import { type Decimal, divide, HUNDRED, isPositive, multiply, subtract } from '#money/decimal.ts'

const PERCENT_PLACES = 4

export function distance(
  price: Decimal | undefined,
  entry: Decimal | undefined,
): Decimal | undefined {
  if (!price || !entry || !isPositive(entry)) return undefined
  return divide(multiply(subtract(price, entry), HUNDRED), entry, PERCENT_PLACES, 'half-even')
}
