import { readableRows, type Rows } from '#contract/read.ts'
import { currenciesOf } from '#market/pairs.tsx'
import { add, type Decimal } from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'

import { isClosed, isFilled, isPartlyFilled, type Trade } from '../trade-facts.ts'
import type { SmartTradeSearch } from './smart-trade-search.ts'

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

type ProfitTotal = { total: Decimal | undefined; counted: number; rows: number }

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

type ProfitLineProps = {
  total: ProfitTotal
  unit: ProfitUnit
  search: SmartTradeSearch
  /** Above the rows on a phone, below them elsewhere. */
  isAbove?: boolean
}

/** The sum of what is on the screen, and of how many rows: the service gives no total. */
export function ProfitLine({ total, unit, search, isAbove = false }: ProfitLineProps) {
  if (total.counted === 0) return null
  const isOpen = search.status === 'active'
  const name = isOpen ? 'Open profit' : 'Profit'
  const rows = total.rows === 1 ? 'row' : 'rows'
  const trades = total.counted === 1 ? 'trade' : 'trades'
  return isAbove ? (
    <p className="flex items-center justify-between gap-3 border-y border-hairline-2 border-t-hairline px-4 py-1.5 text-caption text-ink-2 sm:hidden">
      {name} of {total.counted} {trades}, {total.rows} {rows} shown
      <Amount
        value={total.total}
        signed
        currency={unit.currency}
        unit={unit.currency}
        className="font-medium"
      />
    </p>
  ) : (
    <p className="flex h-(--row) items-center justify-between gap-3 px-2 text-ink-2 max-sm:hidden">
      <span>
        {name} of the {total.counted} {isOpen ? 'filled ' : ''}
        {trades} among the {total.rows} {rows} shown
      </span>
      <Amount value={total.total} signed currency={unit.currency} className="font-medium" />
    </p>
  )
}
