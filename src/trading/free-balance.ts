import { isUnreadable, type Rows } from '#contract/read.ts'
import { type Decimal, sum } from '#money/decimal.ts'

/** A row of a balance table, as far as it tells what is free. */
type BalanceRow = { currency_code: string; position_available?: Decimal | undefined }

/**
 * What is free of a currency, in units of it. Nothing is, where a table leaves the currency out;
 * unknown without a table, and where a row that is or may be of the currency does not tell.
 */
export function freeBalanceOf(
  rows: Rows<BalanceRow> | undefined,
  currency: string | undefined,
): Decimal | undefined {
  if (rows === undefined || currency === undefined) return undefined
  // A contract such as "BTC/USDT:USDT" names what settles it after its quote.
  const [quote, settled = quote] = currency.split(':')
  if (settled !== quote) return undefined
  const amounts = rows
    .filter((row) => isUnreadable(row) || row.currency_code === quote)
    .map((row) => (isUnreadable(row) ? undefined : row.position_available))
  const known = amounts.filter((amount) => amount !== undefined)
  return known.length === amounts.length ? sum(known) : undefined
}
