import {
  add,
  compare,
  type Decimal,
  decimal,
  divide,
  HUNDRED,
  isNegative,
  isPositive,
  multiply,
  round,
  subtract,
  sum,
  ZERO,
} from '#money/decimal.ts'

const STEP = decimal('0.01')
const EXACT_PLACES = 20

/**
 * The share of each value in percent, at two places that add up to exactly 100: what rounding down
 * leaves over goes to those that lost most by it. Of nothing, and of debts alone, there are no shares.
 */
export function sharesOf(values: readonly Decimal[]): Decimal[] {
  const total = sum(values)
  if (!isPositive(total)) return []
  const exact = values.map((value) =>
    divide(multiply(value, HUNDRED), total, EXACT_PLACES, 'half-even'),
  )
  const shares = exact.map((share) => round(share, 2, isNegative(share) ? 'up' : 'down'))
  const losses = exact.map((share, index) => subtract(share, shares[index] ?? ZERO))
  const byLoss = losses
    .map((loss, index) => ({ loss, index }))
    .toSorted((a, b) => compare(b.loss, a.loss) || a.index - b.index)
  let missing = subtract(HUNDRED, sum(shares))
  for (const { index } of byLoss) {
    if (compare(missing, STEP) < 0) break
    shares[index] = add(shares[index] ?? ZERO, STEP)
    missing = subtract(missing, STEP)
  }
  return shares
}
