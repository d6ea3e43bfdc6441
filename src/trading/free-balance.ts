import { isUnreadable, type Rows } from '#contract/read.ts'
import { type Decimal, sum } from '#money/decimal.ts'

type BalanceRow = {
  currency_code: string
  currency_slug?: string | undefined
  position_available?: Decimal | undefined
}

/**
 * Returns the free units; zero if not listed; `undefined` without a table, beside an unreadable
 * row, or if two coins share the code.
 */
export function freeBalanceOf(
  rows: Rows<BalanceRow> | undefined,
  currency: string | undefined,
): Decimal | undefined {
  if (rows === undefined || currency === undefined) return undefined
  // A futures pair such as "BTC/USDT:USDT" names its settlement currency after the quote.
  const [quote, settled = quote] = currency.split(':')
  if (settled !== quote) return undefined
  const own = rows.filter((row) => isUnreadable(row) || row.currency_code === quote)
  const slugs = new Set(own.flatMap((row) => (isUnreadable(row) ? [] : (row.currency_slug ?? []))))
  if (slugs.size > 1) return undefined
  const amounts = own.map((row) => (isUnreadable(row) ? undefined : row.position_available))
  const known = amounts.filter((amount) => amount !== undefined)
  return known.length === amounts.length ? sum(known) : undefined
}
