import { readableRows, type Rows } from '#contract/read.ts'
import { currenciesOf } from '#market/pairs.tsx'
import { add, type Decimal } from '#money/decimal.ts'

import { isClosed, isFilled, isPartlyFilled, type Trade } from '../trade-facts.ts'

/** The currency that a list's profits are printed in, once in the head of its column. */
export type ProfitUnit = { currency: string; of: (trade: Trade) => Decimal | undefined }

/** The quote that all rows have in common, else USD. */
export function profitUnit(trades: readonly Trade[]): ProfitUnit {
  const quotes = new Set(trades.map((trade) => currenciesOf(trade.pair).quote))
  const [quote] = quotes
  return quotes.size === 1 && quote !== undefined
    ? { currency: quote, of: inQuote }
    : { currency: 'USD', of: inDollars }
}

const inQuote = (trade: Trade) => known(trade, trade.profit?.volume)
const inDollars = (trade: Trade) => known(trade, trade.profit?.usd)

/** An entry that is not filled has made nothing yet, whatever figure the service puts there. */
const known = (trade: Trade, profit: Decimal | null | undefined): Decimal | undefined =>
  isFilled(trade) !== false || isPartlyFilled(trade) || isClosed(trade)
    ? (profit ?? undefined)
    : undefined

export type ProfitTotal = { total: Decimal | undefined; counted: number; rows: number }

/** The sum over the rows whose profit is known, and how many those are. */
export function profitTotal(trades: Rows<Trade>, unit: ProfitUnit): ProfitTotal {
  let total: Decimal | undefined
  let counted = 0
  for (const trade of readableRows(trades)) {
    const profit = unit.of(trade)
    if (profit === undefined) continue
    total = total === undefined ? profit : add(total, profit)
    counted += 1
  }
  return { total, counted, rows: trades.length }
}
