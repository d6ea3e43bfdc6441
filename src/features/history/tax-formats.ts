import type { Id, Instant } from '#contract/primitives.ts'
import { currenciesOf } from '#market/pair-text.tsx'
import { add, type Decimal, isNegative, isZero, negate, subtract, sum } from '#money/decimal.ts'
import { type CsvCell, csvFigure } from '#ui/csv.ts'

import { idOf, isWholeTrade, kindOf, type Trade } from './trades.ts'

type Money = { amount: Decimal; currency: string }

/** Row in the form of tax programs: coins exchanged at spot, or the result of a position. */
type TaxEntry = {
  at: Instant
  id: string | undefined
  account: string
  words: string
  kind: 'Trade' | 'Profit' | 'Loss' | 'Fee' | 'Other fee'
  sent?: Money | undefined
  received?: Money | undefined
  /** In addition to sent and received. */
  fee?: Money | undefined
}

export type TaxOptions = {
  nameOf: (accountId: Id) => string
  /** `spot`, `margin` or `futures`; `undefined` if the service does not say. */
  marketTypeOf: (accountId: Id) => string | undefined
}

/** Market type of the row, else of its account. */
const marketTypeOf = ({ market_type, account_id }: Trade, options: TaxOptions) =>
  market_type ?? (account_id === undefined ? undefined : options.marketTypeOf(account_id))

const isNothing = (money: Money | undefined): boolean => money !== undefined && isZero(money.amount)

const movesNothing = ({ filled, profit }: Trade): boolean =>
  (!filled?.units || isZero(filled.units)) && (!profit?.amount || isZero(profit.amount))

/** Coins sent and received; `undefined` if the row lacks them. */
function exchange(trade: Trade): Pick<TaxEntry, 'kind' | 'sent' | 'received' | 'fee'> | undefined {
  const { base, quote } = currenciesOf(trade.pair)
  const { units, total } = trade.filled ?? {}
  const side = trade.order?.side
  if (!units || !total || base === undefined || quote === undefined) return undefined
  if (side !== 'buy' && side !== 'sell') return undefined
  const coins = { amount: units, currency: base }
  const money = { amount: total, currency: quote }
  const [sent, received] = side === 'buy' ? [money, coins] : [coins, money]
  const { amount, currency } = trade.commission ?? {}
  const fee = amount && currency !== undefined && !isZero(amount) ? { amount, currency } : undefined
  return { kind: 'Trade', sent, received, fee }
}

/**
 * Balance change by one row of a leveraged position: profit before fees minus its own fee, interest
 * or funding. A position's rows add up to its net result.
 */
function result(trade: Trade): Pick<TaxEntry, 'kind' | 'sent' | 'received'> | undefined {
  const { profit, commission, order } = trade
  const currency = profit?.currency ?? commission?.currency
  const { amount: net, fees } = profit ?? {}
  if (currency === undefined) return undefined
  const fee = order === null ? undefined : commission?.amount
  const gross = order === null ? net : net && fees && add(net, fees)
  if (!gross && (!fee || net)) return undefined
  const change = sum([...(gross ? [gross] : []), ...(fee ? [negate(fee)] : [])])
  return isNegative(change)
    ? { kind: gross ? 'Loss' : 'Fee', sent: { amount: negate(change), currency } }
    : { kind: 'Profit', received: { amount: change, currency } }
}

/** Entries of these rows, and the number of rows without enough data. */
export function taxEntries(trades: readonly Trade[], options: TaxOptions) {
  const moving = trades.filter((trade) => !movesNothing(trade))
  const entries = moving.flatMap((trade): TaxEntry[] => {
    const { closed_at: at, account_id: id, source, order } = trade
    const type = marketTypeOf(trade, options)
    // A whole trade in one row is two exchanges, and the second has no time.
    if (at === undefined || type === undefined || isWholeTrade(trade)) return []
    const moved = type === 'spot' ? exchange(trade) : result(trade)
    const words = [source?.name, order?.role ?? kindOf(trade), trade.pair]
      .filter(Boolean)
      .join(', ')
    const account = id === undefined ? 'Quarterdeck' : options.nameOf(id)
    return moved ? [{ at, id: idOf(trade), account, words, ...moved }] : []
  })
  const changing = entries.filter(({ kind, received }) => kind === 'Trade' || !isNothing(received))
  return { entries: changing, leftOut: moving.length - entries.length }
}

type Column = readonly [head: string, cell: (entry: TaxEntry) => CsvCell]

const amountOf = (money: Money | undefined): CsvCell => csvFigure(money?.amount)
const iso = (at: Instant) => new Date(at).toISOString()
const stamp = ({ at }: TaxEntry) => `${iso(at).slice(0, 10)} ${iso(at).slice(11, 19)}`
const german = ({ at }: TaxEntry) =>
  `${iso(at).slice(0, 10).split('-').toReversed().join('.')} ${iso(at).slice(11, 19)}`

const KOINLY: readonly Column[] = [
  ['Date', (entry) => `${stamp(entry)} UTC`],
  ['Sent Amount', ({ sent }) => amountOf(sent)],
  ['Sent Currency', ({ sent }) => sent?.currency],
  ['Received Amount', ({ received }) => amountOf(received)],
  ['Received Currency', ({ received }) => received?.currency],
  ['Fee Amount', ({ fee }) => amountOf(fee)],
  ['Fee Currency', ({ fee }) => fee?.currency],
  ['Label', ({ kind }) => (kind === 'Trade' ? undefined : 'realized gain')],
  ['Description', ({ account, words }) => `${account}: ${words}`],
  ['TxHash', ({ id }) => id],
]

const BLOCKPIT: readonly Column[] = [
  ['Date (UTC)', german],
  ['Integration Name', ({ account }) => account],
  ['Label', ({ kind }) => (kind === 'Trade' ? kind : `Derivative ${kind}`)],
  ['Outgoing Asset', ({ sent }) => sent?.currency],
  ['Outgoing Amount', ({ sent }) => amountOf(sent)],
  ['Incoming Asset', ({ received }) => received?.currency],
  ['Incoming Amount', ({ received }) => amountOf(received)],
  ['Fee Asset (optional)', ({ fee }) => fee?.currency],
  ['Fee Amount (optional)', ({ fee }) => amountOf(fee)],
  ['Comment (optional)', ({ words }) => words],
  ['Trx. ID (optional)', ({ id }) => id],
]

/**
 * CoinTracking adds no fees to a trade: sent includes it, received excludes it, and a fee in
 * another coin gets its own row.
 */
function withFee(entry: TaxEntry): TaxEntry[] {
  const { sent, received, fee } = entry
  if (!fee) return [entry]
  if (fee.currency === sent?.currency) {
    return [{ ...entry, sent: { ...sent, amount: add(sent.amount, fee.amount) } }]
  }
  if (fee.currency === received?.currency) {
    return [{ ...entry, received: { ...received, amount: subtract(received.amount, fee.amount) } }]
  }
  const { at, id, account, words } = entry
  return [
    { ...entry, fee: undefined },
    { at, id, account, words, kind: 'Other fee', sent: fee },
  ]
}

const COINTRACKING_TYPES = {
  Trade: 'Trade',
  Profit: 'Derivatives / Futures Profit',
  Loss: 'Derivatives / Futures Loss',
  Fee: 'Derivatives / Futures Loss',
  'Other fee': 'Other Fee',
} as const

const COINTRACKING: readonly Column[] = [
  ['Type', ({ kind }) => COINTRACKING_TYPES[kind]],
  ['Buy Amount', ({ received }) => amountOf(received)],
  ['Buy Currency', ({ received }) => received?.currency],
  ['Sell Amount', ({ sent }) => amountOf(sent)],
  ['Sell Currency', ({ sent }) => sent?.currency],
  ['Fee', ({ fee }) => amountOf(fee)],
  ['Fee Currency', ({ fee }) => fee?.currency],
  ['Exchange', ({ account }) => account],
  ['Trade-Group', () => undefined],
  ['Comment', ({ words }) => words],
  ['Date', stamp],
  ['Tx-ID', ({ id }) => id],
]

/** Programs that import these headers, by their help pages (November 2026). */
export const TAX_FORMATS = { Koinly: KOINLY, CoinTracking: COINTRACKING, Blockpit: BLOCKPIT }
export type TaxFormat = keyof typeof TAX_FORMATS

export function taxRows(entries: readonly TaxEntry[], format: TaxFormat): CsvCell[][] {
  const rows = format === 'CoinTracking' ? entries.flatMap(withFee) : entries
  const columns = TAX_FORMATS[format]
  return [columns.map(([head]) => head), ...rows.map((row) => columns.map(([, cell]) => cell(row)))]
}
