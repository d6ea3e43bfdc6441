import { type Decimal, sum } from '#money/decimal.ts'
import { list, moneyPlaces, plural } from '#money/format.ts'
import { isPrintedSum } from '#money/places-that-add-up.ts'

import { isUnreadable, type Rows } from '#contract/read.ts'

/** Part of a sum: the amount of one row. */
export type Part = {
  name: string
  amount: Decimal | null | undefined
  currency: string | undefined
}

export type Sum = { currency: string; amount: Decimal; parts: readonly Decimal[] }

/** Sums by currency: amounts in different currencies are never added. */
export type Sums = {
  /** The currency of most rows first. */
  sums: readonly Sum[]
  /** Names of the rows that are in no sum: their amount or its currency is unknown. */
  missing: readonly string[]
}

/** Adds up an amount of each row. */
export function sumsOf<Row>(rows: Rows<Row>, partOf: (row: Row) => Part): Sums {
  const amounts = new Map<string, Decimal[]>()
  const missing: string[] = []
  for (const row of rows) {
    const { name, amount, currency } = isUnreadable(row) ? UNREADABLE : partOf(row)
    if (!amount || currency === undefined) missing.push(name)
    else if (amounts.has(currency)) amounts.get(currency)?.push(amount)
    else amounts.set(currency, [amount])
  }
  const sums = Array.from(amounts, ([currency, of]) => ({ currency, amount: sum(of), parts: of }))
  return { sums: sums.toSorted((a, b) => b.parts.length - a.parts.length), missing }
}

const UNREADABLE: Part = { name: 'an unreadable row', amount: undefined, currency: undefined }

/** The printed amounts do not add up to the printed sum. */
export const isRounded = ({ currency, amount, parts }: Sum): boolean =>
  !isPrintedSum(parts, amount, moneyPlaces(currency, amount))

/** The total of all rows; without one, the reason. */
export function wholeOf({ sums, missing }: Sums): { sum?: Sum; reason?: string } {
  const [first, ...others] = sums
  if (missing.length > 0) return { reason: `There is no total ${missingWords(missing)}.` }
  if (others.length > 0) return { reason: 'They are counted in several currencies.' }
  return first ? { sum: first } : {}
}

/** Label of the total; one row alone needs none. */
export function totalLabel(
  rows: readonly unknown[],
  noun: string,
  totals: readonly Sums[],
): string | undefined {
  const isAnyRounded = totals.some((of) => {
    const { sum: whole } = wholeOf(of)
    return whole && isRounded(whole)
  })
  return rows.length > 1
    ? `Total of ${plural(rows.length, noun)}${isAnyRounded ? ', rounded' : ''}`
    : undefined
}

/** "without Bot A and Bot B", "without 5 bots". */
export const missingWords = (missing: readonly string[], noun = 'bot'): string =>
  `without ${missing.length > 2 ? plural(missing.length, noun) : list(missing)}`
