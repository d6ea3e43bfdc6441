import { compare, type Decimal, round, sum } from './decimal.ts'
import { printedValue } from './format.ts'

const MOST_PLACES = 8

/**
 * The fewest decimals, from `from` up to eight, with which the parts shown make the total shown;
 * `from` where one of them is not known, and where the total is not theirs.
 */
export function placesThatAddUp(
  parts: readonly (Decimal | undefined)[],
  total: Decimal | undefined,
  from = 2,
): number {
  const known = parts.filter((part) => part !== undefined)
  if (total === undefined || known.length === 0 || known.length < parts.length) return from
  for (let places = from; places <= MOST_PLACES; places += 1) {
    const at = (value: Decimal) => round(value, places, 'half-even')
    if (compare(sum(known.map(at)), at(total)) === 0) return places
  }
  return compare(sum(known), total) === 0 ? MOST_PLACES : from
}

/** True if the printed total is the sum of the printed parts, to the decimals of their column. Skips unknown parts. */
export function isPrintedSum(
  parts: readonly (Decimal | undefined)[],
  total: Decimal | undefined,
  places: number,
): boolean {
  const printed = parts.flatMap((part) => (part ? printedValue(part, { places }) : []))
  // Tiny parts are printed with more decimals than the column has.
  const together = printedValue(sum(printed), { places })
  return total === undefined || compare(together, printedValue(total, { places })) === 0
}
