import { isUnreadable, readableRows, type Rows } from '#contract/read.ts'
import { currenciesOf } from '#market/pair-text.tsx'
import { type Decimal, divide, HUNDRED, isPositive, multiply, sum, ZERO } from '#money/decimal.ts'
import { plural } from '#money/format.ts'
import { toSlashPair } from '#trading/pair.ts'
import { Amount, Profit } from '#ui/amount.tsx'
import { type Sums, sumsOf } from '#lists/sums.ts'

import { isClosed, isFilled, isPartlyFilled, type Trade } from '../trade-facts.ts'
import type { SmartTradeSearch } from './smart-trade-search.ts'

/** Currency of a list's profits, shown in the column head. */
export type ProfitUnit = {
  currency: string
  of: (trade: Trade) => Decimal | undefined
  /** The trade has a result that the service did not send. */
  isUnknown: (trade: Trade) => boolean
}

/** Quote currency shared by all rows, else USD. */
export function profitUnit(trades: readonly Trade[]): ProfitUnit {
  const quotes = new Set(trades.map((trade) => currenciesOf(trade.pair).quote))
  const [quote] = quotes
  return quotes.size === 1 && quote !== undefined
    ? { currency: quote, ...IN_QUOTE }
    : { currency: 'USD', ...IN_DOLLARS }
}

/** An unfilled entry has no result, whatever the service sends. */
const hasResult = (trade: Trade): boolean =>
  isFilled(trade) || isPartlyFilled(trade) || isClosed(trade)

/** Without a result, as in a simple trade, both are `null`; without a value in USD only `usd`. */
const countedBy = (member: 'volume' | 'usd') => ({
  of: (trade: Trade) => (hasResult(trade) ? (trade.profit[member] ?? undefined) : undefined),
  isUnknown(trade: Trade) {
    const { [member]: profit, volume } = trade.profit
    return hasResult(trade) && (profit === undefined || (!profit && Boolean(volume)))
  },
})

const IN_QUOTE = countedBy('volume')
const IN_DOLLARS = countedBy('usd')

export type ProfitTotal = {
  /** Names trades whose result the service did not send as missing. */
  sums: Sums
  total: Decimal | undefined
  /**
   * In percent of the amount paid or received for the counted positions; `undefined` in several
   * currencies.
   */
  percent: Decimal | undefined
  counted: number
  rows: number
}

export const tradeName = ({ pair, id }: Trade): string => `${toSlashPair(pair)} ${id}`

/** Sum of the known profits, and their number. */
export function profitTotal(trades: Rows<Trade>, unit: ProfitUnit): ProfitTotal {
  const counted = readableRows(trades).filter((trade) => unit.of(trade))
  const sums = sumsOf(
    trades.filter(
      (trade) => isUnreadable(trade) || unit.isUnknown(trade) || Boolean(unit.of(trade)),
    ),
    (trade) => ({ name: tradeName(trade), amount: unit.of(trade), currency: unit.currency }),
  )
  const total = sums.sums[0]?.amount
  const entered = counted.flatMap(({ data }) => data.entered_total ?? [])
  const base = entered.length === counted.length ? sum(entered) : ZERO
  const isShared = unit.of === IN_QUOTE.of && isPositive(base)
  return {
    sums,
    total,
    percent: total && isShared ? divide(multiply(total, HUNDRED), base, 4, 'half-even') : undefined,
    counted: counted.length,
    rows: trades.length,
  }
}

type ProfitSumProps = { of: ProfitTotal; currency: string }

/** Sum below the profits, with aligned digits. */
export function ProfitSum({ of: { total, percent }, currency }: ProfitSumProps) {
  if (!total) return null
  if (percent) return <Profit value={total} percent={percent} currency={currency} />
  return (
    <span className="inline-flex items-center">
      <Amount value={total} signed currency={currency} />
      <span aria-hidden="true" className="ml-2 min-w-11.5" />
    </span>
  )
}

/** Number of trades in a sum, if lower than the number of rows. */
export const countedWords = ({ counted, rows }: Pick<ProfitTotal, 'counted' | 'rows'>): string =>
  plural(counted, 'trade') + (rows === counted ? '' : ` of ${rows}`)

/** Scope of a sum: the rows shown, because the service sends no total. */
export const totalWords = (total: ProfitTotal, search: SmartTradeSearch): string =>
  `${search.status === 'active' ? 'Open profit' : 'Profit'}, ${countedWords(total)}`

type ProfitLineProps = { total: ProfitTotal; unit: ProfitUnit; search: SmartTradeSearch }

/** Sum above the cards on a phone; a table has it in its last row. */
export function ProfitLine({ total, unit, search }: ProfitLineProps) {
  if (total.counted === 0) return null
  return (
    <p className="flex items-center justify-between gap-3 border-y border-hairline-2 border-t-hairline px-4 py-1.5 text-caption text-ink-2">
      {totalWords(total, search)}
      <Amount
        value={total.total}
        signed
        currency={unit.currency}
        unit={unit.currency}
        className="font-medium"
      />
    </p>
  )
}
