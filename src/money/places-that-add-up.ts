import { compare, type Decimal, round, sum } from './decimal.ts'
import { printedValue } from './format.ts'

const MAX_PLACES = 8

/**
 * Fewest decimals, from `from` up to eight, at which the rounded parts add up to the rounded total.
 * Returns `from` if a part or the total is unknown, or if the exact parts do not add up either.
 */
export function placesThatAddUp(
  parts: readonly (Decimal | undefined)[],
  total: Decimal | undefined,
  from = 2,
): number {
  const known = parts.filter((part) => part !== undefined)
  if (total === undefined || known.length === 0 || known.length < parts.length) return from
  for (let places = from; places <= MAX_PLACES; places += 1) {
    const at = (value: Decimal) => round(value, places, 'half-even')
    if (compare(sum(known.map(at)), at(total)) === 0) return places
  }
  return compare(sum(known), total) === 0 ? MAX_PLACES : from
}

/** True if the parts printed at `places` decimals add up to the total. Skips unknown parts. */
export function isPrintedSum(
  parts: readonly (Decimal | undefined)[],
  total: Decimal | undefined,
  places: number,
): boolean {
  const printed = parts.flatMap((part) => (part ? printedValue(part, { places }) : []))
  // Tiny parts print with more than `places` decimals.
  const together = printedValue(sum(printed), { places })
  return total === undefined || compare(together, printedValue(total, { places })) === 0
}
