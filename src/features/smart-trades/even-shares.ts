import { divide, fromNumber, HUNDRED, multiply, subtract, toText } from '#money/decimal.ts'

const SHARE_PLACES = 2

/** Parts of 100 that are as equal as two decimals allow; the last one takes what is left. */
export function evenShares(count: number): string[] {
  if (count === 0) return []
  const share = divide(HUNDRED, fromNumber(count), SHARE_PLACES, 'down')
  const rest = subtract(HUNDRED, multiply(share, fromNumber(count - 1)))
  return Array.from({ length: count }, (_, index) => toText(index === count - 1 ? rest : share))
}
