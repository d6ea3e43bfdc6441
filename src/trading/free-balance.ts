import { isUnreadable, type Rows } from '#contract/read.ts'
import { type Decimal, sum } from '#money/decimal.ts'

/** A row of a balance table, as far as it tells what is free. */
type BalanceRow = {
  currency_code: string
  currency_slug?: string | undefined
  position_available?: Decimal | undefined
}

/**
 * What is free of a currency, in units of it. Nothing is, where a table leaves the currency out;
 * unknown without a table, if a row that is or may be of the currency does not tell, and if two coins
 * of the table have its code: a pair does not say which one it trades.
 */
export function freeBalanceOf(
  rows: Rows<BalanceRow> | undefined,
  currency: string | undefined,
): Decimal | undefined {
  if (rows === undefined || currency === undefined) return undefined
  // A contract such as "BTC/USDT:USDT" names what settles it after its quote.
  const [quote, settled = quote] = currency.split(':')
  if (settled !== quote) return undefined
  const own = rows.filter((row) => isUnreadable(row) || row.currency_code === quote)
  const slugs = new Set(own.flatMap((row) => (isUnreadable(row) ? [] : (row.currency_slug ?? []))))
  if (slugs.size > 1) return undefined
  const amounts = own.map((row) => (isUnreadable(row) ? undefined : row.position_available))
  const known = amounts.filter((amount) => amount !== undefined)
  return known.length === amounts.length ? sum(known) : undefined
}
