import type { Id } from '#contract/primitives.ts'
import { type Decimal, toText } from '#money/decimal.ts'
import { splitPair } from '#trading/pair.ts'
import { type CsvCell, csvText, fileWord } from '#ui/csv.ts'

import { idOf, statusOf, type Trade } from './trades.ts'

export type CsvOptions = {
  nameOf: (accountId: Id) => string
  /** Without them every figure that tells how much there is stays out of the file. */
  hasAmounts: boolean
  /** What was sent and what was received, as programs for taxes want it. */
  hasTaxColumns: boolean
}

type Column = {
  head: string
  cell: (trade: Trade, options: CsvOptions) => CsvCell
  isAmount?: boolean
  isForTaxes?: boolean
}

/** All digits the service sent, and a point whatever this computer's language. */
const figure = (value: Decimal | null | undefined): CsvCell =>
  value === null || value === undefined ? undefined : { figure: toText(value) }

const time = (at: number | undefined): CsvCell =>
  at === undefined ? undefined : new Date(at).toISOString()

const baseOf = ({ pair }: Trade) => (pair === undefined ? undefined : splitPair(pair).base)
const quoteOf = ({ pair }: Trade) => (pair === undefined ? undefined : splitPair(pair).quote)

/** A buy gives the quote currency away and gets the base; a sell the other way round. */
const legs = (trade: Trade) => {
  const base = { currency: baseOf(trade), amount: trade.filled?.units }
  const quote = { currency: quoteOf(trade), amount: trade.filled?.total }
  const side = trade.order?.side
  if (side === 'buy') return { sent: quote, received: base }
  return side === 'sell' ? { sent: base, received: quote } : undefined
}

const amount = (head: string, of: (trade: Trade) => Decimal | null | undefined): Column => ({
  head,
  isAmount: true,
  cell: (trade) => figure(of(trade)),
})
const text = (head: string, of: (trade: Trade) => CsvCell): Column => ({ head, cell: of })

const COLUMNS: readonly Column[] = [
  text('closed_at', (trade) => time(trade.closed_at)),
  text('created_at', (trade) => time(trade.created_at)),
  text('uuid', idOf),
  text('account_id', ({ account_id: id }) => (id === undefined ? id : { figure: String(id) })),
  {
    head: 'account',
    cell: ({ account_id: id }, { nameOf }) => (id === undefined ? undefined : nameOf(id)),
  },
  text('pair', ({ pair }) => pair),
  text('base', baseOf),
  text('quote', quoteOf),
  text('side', ({ order }) => order?.side),
  text('order_type', ({ order }) => order?.type),
  text('source', ({ source }) => source?.type),
  text('source_id', ({ source }) => source?.id ?? undefined),
  text('status', statusOf),
  text('error', ({ status }) => status?.error ?? undefined),
  text('price', ({ filled }) => figure(filled?.price)),
  text('price_ordered', ({ price }) => figure(price?.value)),
  amount('units', ({ filled }) => filled?.units),
  amount('units_ordered', ({ units }) => units?.value),
  amount('total', ({ filled }) => filled?.total),
  amount('total_ordered', ({ total }) => total?.value),
  amount('fee', ({ commission }) => commission?.amount),
  text('fee_currency', ({ commission }) => commission?.currency),
  amount('profit', ({ profit }) => profit?.amount),
  text('profit_currency', ({ profit }) => profit?.currency),
  amount('profit_usd', ({ profit }) => profit?.usd),
  text('profit_percent', ({ profit }) => figure(profit?.percent)),
  { ...amount('sent_amount', (trade) => legs(trade)?.sent.amount), isForTaxes: true },
  { ...text('sent_currency', (trade) => legs(trade)?.sent.currency), isForTaxes: true },
  { ...amount('received_amount', (trade) => legs(trade)?.received.amount), isForTaxes: true },
  { ...text('received_currency', (trade) => legs(trade)?.received.currency), isForTaxes: true },
]

/** The trades as a table with a head, in the order they are in. Times are ISO 8601 in UTC. */
export function tradesAsCsv(trades: readonly Trade[], options: CsvOptions): string {
  const columns = COLUMNS.filter(
    ({ isAmount = false, isForTaxes = false }) =>
      (options.hasAmounts || !isAmount) && (options.hasTaxColumns || !isForTaxes),
  )
  return csvText([
    columns.map(({ head }) => head),
    ...trades.map((trade) => columns.map(({ cell }) => cell(trade, options))),
  ])
}

/** "quarterdeck-history-harbour-spot-usdt-btc-2026-03-04-to-2026-11-19.csv" */
export function csvName(
  trades: readonly Trade[],
  { account, pair }: { account: string; pair: string | undefined },
): string {
  const days = trades
    .flatMap(({ closed_at: at }) => (at === undefined ? [] : new Date(at).toISOString()))
    .map((iso) => iso.slice(0, 10))
    .toSorted()
  const range = days.length === 0 ? [] : [`${days[0]}-to-${days.at(-1)}`]
  const words = [account, ...(pair === undefined ? [] : [pair])].map(fileWord)
  return `${['quarterdeck-history', ...words, ...range].join('-')}.csv`
}
