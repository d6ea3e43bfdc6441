import { readAmount } from '#forms/amount-text.ts'
import {
  divide,
  fromNumber,
  HUNDRED,
  isPositive,
  multiply,
  subtract,
  sum,
  toText,
} from '#money/decimal.ts'

const SHARE_PLACES = 2

/** Parts of 100 that are as equal as two decimals allow; the last one takes what is left. */
export function evenShares(count: number): string[] {
  if (count === 0) return []
  const share = divide(HUNDRED, fromNumber(count), SHARE_PLACES, 'down')
  const rest = subtract(HUNDRED, multiply(share, fromNumber(count - 1)))
  return Array.from({ length: count }, (_, index) => toText(index === count - 1 ? rest : share))
}

/** What the volumes typed so far leave of 100; nothing where they leave nothing. */
export function restOf(volumes: readonly string[]): string {
  const known = volumes.map((text) => readAmount(text)).filter((volume) => volume !== undefined)
  const rest = subtract(HUNDRED, sum(known))
  return isPositive(rest) ? toText(rest) : ''
}

/**
 * The volumes of a plan with one target more or less: split evenly as long as they are, so that they
 * go on making up all of it; `undefined` where somebody chose them.
 */
export function sharesFor(count: number, volumes: readonly string[]): string[] | undefined {
  const even = evenShares(volumes.length)
  const areEven = volumes.every((volume, index) => readText(volume) === even[index])
  return areEven ? evenShares(count) : undefined
}

const readText = (typed: string): string | undefined => {
  const amount = readAmount(typed)
  return amount && toText(amount)
}
