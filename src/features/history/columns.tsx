import type { Id } from '#contract/primitives.ts'
import { valueOfWord } from '#contract/value-of-word.ts'
import { AccountName } from '#market/names.tsx'
import { PairText } from '#market/pair-text.tsx'
import { Price } from '#market/price.tsx'
import { type Decimal, isZero } from '#money/decimal.ts'
import { legiblePlaces, widestLegible } from '#money/legible.ts'
import { placesByPair, widestMoney, widestPrice } from '#money/format.ts'
import { Amount, UnknownValue } from '#ui/amount.tsx'
import type { Column } from '#ui/data-table.tsx'
import { Side } from '#ui/side.tsx'
import { StatusTag, type StatusTone } from '#ui/status-tag.tsx'
import { Time } from '#ui/time.tsx'

import { feeOf, hasProfit, isWholeTrade, statusOf, totalOf, type Trade } from './trades.ts'
import { roleWords, sourceWords, wordsOf } from './words.ts'

const TONES: Record<string, StatusTone> = {
  finished: 'done',
  filled: 'done',
  cancelled: 'stopped',
  canceled: 'stopped',
  failed: 'failed',
}

export function TradeStatus({ status }: Pick<Trade, 'status'>) {
  const word = statusOf({ status })
  if (word === undefined) return <UnknownValue />
  const tag = <StatusTag tone={valueOfWord(TONES, word, 'done')}>{wordsOf(word)}</StatusTag>
  return status?.error == null ? tag : <span title={status.error}>{tag}</span>
}

/** Fill price, or the order's price without a fill. */
export const priceOf = ({ filled, price }: Trade): Decimal | undefined =>
  filled?.price ?? price?.value ?? undefined
export const unitsOf = ({ filled, units }: Trade): Decimal | undefined =>
  filled?.units ?? units?.value

export function SideText({ trade }: { trade: Pick<Trade, 'kind' | 'order'> }) {
  const side = trade.order?.side
  if (side !== 'buy' && side !== 'sell') {
    return <span className="text-ink-2">{wordsOf(trade.order === null ? trade.kind : side)}</span>
  }
  const direction = side === 'buy' ? 'Long' : 'Short'
  return <Side side={side}>{isWholeTrade(trade) ? direction : undefined}</Side>
}

export const typeWords = ({ kind, order }: Pick<Trade, 'kind' | 'order'>): string =>
  wordsOf(order === null ? kind : order?.type)

const SHORT_KINDS: Record<string, string> = { grid_bot: 'Grid', dca_bot: 'DCA' }

export function SourceText({ source }: Pick<Trade, 'source'>) {
  const kind = sourceWords(source?.type)
  const name = source?.name
  if (!name) return kind
  return (
    <span
      title={`${kind} ${name}`}
      className="inline-block max-w-44 min-w-0 truncate align-top text-ink-2"
    >
      <span className="text-ink-3">{valueOfWord(SHORT_KINDS, source.type, kind)}</span> {name}
    </span>
  )
}

/** Orders that open a position have no profit, which differs from an unknown one. */
export function ProfitText({ profit }: Pick<Trade, 'profit'>) {
  if (profit === null) return <span role="img" aria-label="no profit or loss" />
  if (profit?.usd === null && profit.amount !== undefined) {
    return <Amount signed value={profit.amount} unit={profit.currency} />
  }
  return <Amount signed places={2} value={profit?.usd} />
}

export type TradeContext = {
  /** Field of the row's date heading; the row then shows only the time. */
  dayField: 'closed_at' | 'created_at' | undefined
  nameOf: (accountId: Id) => string
  isOneAccount: boolean
  isGross: boolean
  addressOf: (uuid: string) => string
  places: Record<'price' | 'units' | 'total' | 'fee', number>
  prices: Readonly<Record<string, number>>
  shared: Record<'total' | 'fee', string | undefined>
}

export type TradeColumn = Column<Trade, TradeContext>

const quantity = (value: Decimal | undefined, padTo: number) => (
  <Amount
    value={value}
    places={value && legiblePlaces(value)}
    padTo={padTo}
    className={value && isZero(value) ? 'text-ink-3' : undefined}
  />
)

const timeOf = (trade: Trade, field: 'closed_at' | 'created_at', { dayField }: TradeContext) => (
  <Time
    at={trade[field]}
    style={dayField === field ? 'clock' : 'short'}
    className={field === 'closed_at' ? 'tabular-nums' : 'text-ink-2 tabular-nums'}
  />
)

/** Empty for interest and funding, which have no price, units or fee. */
const ofOrder =
  (cell: TradeColumn['cell']): TradeColumn['cell'] =>
  (trade, context) =>
    trade.order === null ? null : cell(trade, context)

/** Sum column; a currency shared by all rows stands in the head. */
const sumColumn = (
  id: 'total' | 'fee',
  head: string,
  of: typeof totalOf | typeof feeOf,
  look?: string,
): TradeColumn => ({
  id,
  head,
  unit: ({ shared }) => shared[id],
  isNumeric: true,
  has: (trade) => of(trade).amount,
  cell: ofOrder((trade, { places, shared }) => {
    const { amount, currency } = of(trade)
    return (
      <Amount
        value={amount}
        currency={currency ?? ''}
        padTo={places[id]}
        unit={shared[id] === undefined ? currency : undefined}
        hasUnitSlot
        className={look ?? (amount && isZero(amount) ? 'text-ink-3' : undefined)}
      />
    )
  }),
})

export const COLUMNS: readonly TradeColumn[] = [
  {
    id: 'closed_at',
    head: 'Closed',
    skeleton: 64,
    sort: 'closed_at',
    has: ({ closed_at }) => closed_at,
    cell: (trade, context) => timeOf(trade, 'closed_at', context),
  },
  {
    id: 'created_at',
    head: 'Opened',
    sort: 'created_at',
    className: '@max-[84rem]:hidden',
    has: ({ created_at }) => created_at,
    cell: (trade, context) => timeOf(trade, 'created_at', context),
  },
  {
    id: 'pair',
    head: 'Pair',
    skeleton: 72,
    sort: 'pair',
    isAscendingFirst: true,
    isFixed: true,
    has: ({ pair }) => pair,
    cell: ({ pair }) => <PairText pair={pair} />,
  },
  {
    id: 'side',
    head: 'Side',
    skeleton: 40,
    has: ({ order }) => order?.side,
    cell: (trade) => <SideText trade={trade} />,
  },
  {
    id: 'source',
    head: 'Placed by',
    skeleton: 72,
    className: '@max-[52rem]:hidden',
    has: ({ source }) => source?.type,
    cell: ({ source }) => <SourceText source={source} />,
  },
  {
    id: 'order',
    head: 'Type',
    className: '@max-[84rem]:hidden',
    isQuiet: true,
    has: ({ order }) => order?.type,
    cell: typeWords,
  },
  {
    id: 'role',
    head: 'Purpose',
    className: '@max-[74rem]:hidden',
    isQuiet: true,
    has: ({ order }) => order?.role,
    cell: ofOrder(({ order }) => roleWords(order?.role)),
  },
  {
    id: 'price',
    head: 'Price',
    skeleton: 72,
    isNumeric: true,
    has: priceOf,
    cell: ofOrder((trade, { places, prices }) => (
      <Price value={priceOf(trade)} leastPlaces={prices[trade.pair ?? '']} padTo={places.price} />
    )),
  },
  {
    id: 'exit_price',
    head: 'Exit price',
    isNumeric: true,
    has: ({ exit }) => exit,
    cell: ({ exit, pair }, { places, prices }) =>
      exit && <Price value={exit.price} leastPlaces={prices[pair ?? '']} padTo={places.price} />,
  },
  {
    id: 'units',
    head: 'Units',
    skeleton: 64,
    isNumeric: true,
    has: unitsOf,
    cell: ofOrder((trade, { places }) => quantity(unitsOf(trade), places.units)),
  },
  { ...sumColumn('total', 'Total', totalOf), className: '@max-[46rem]:hidden', skeleton: 72 },
  { ...sumColumn('fee', 'Fee', feeOf, 'text-ink-2'), className: '@max-[68rem]:hidden' },
  {
    id: 'account',
    head: 'Account',
    skeleton: 120,
    className: '@max-[64rem]:hidden',
    isQuiet: true,
    isThere: ({ isOneAccount }) => !isOneAccount,
    has: ({ account_id }) => account_id,
    cell: ({ account_id }, { nameOf }) => (
      // Fits most names, so that nothing moves when the name replaces the number.
      <span className="inline-block min-w-30">
        {account_id === undefined ? '—' : <AccountName name={nameOf(account_id)} />}
      </span>
    ),
  },
  {
    id: 'status',
    head: 'Status',
    skeleton: 64,
    has: statusOf,
    cell: ({ status }) => <TradeStatus status={status} />,
  },
  {
    id: 'profit',
    head: 'Profit',
    skeleton: 56,
    unit: ({ isGross }) => (isGross ? 'USD, gross' : 'USD'),
    isNumeric: true,
    hasGlyphSlot: true,
    has: hasProfit,
    cell: ({ profit }) => <ProfitText profit={profit} />,
  },
]

type Rest = Pick<TradeContext, 'dayField' | 'nameOf' | 'isOneAccount' | 'isGross' | 'addressOf'>

export const contextOf = (trades: readonly Trade[], rest: Rest): TradeContext => ({
  ...rest,
  places: {
    price: widestPrice(trades.map(priceOf)),
    units: widestLegible(trades.map(unitsOf)),
    total: widestOf(trades.map(totalOf)),
    fee: widestOf(trades.map(feeOf)),
  },
  prices: placesByPair(trades.map((trade) => ({ pair: trade.pair, price: priceOf(trade) }))),
  shared: {
    total: onlyOne(trades.map((trade) => totalOf(trade).currency)),
    fee: onlyOne(trades.map((trade) => feeOf(trade).currency)),
  },
})

const MOST_PADDING = 6

const widestOf = (sums: readonly ReturnType<typeof totalOf>[]): number =>
  Math.min(
    MOST_PADDING,
    Math.max(0, ...sums.map(({ currency = '', amount }) => widestMoney(currency, [amount]))),
  )

const onlyOne = (words: readonly (string | undefined)[]): string | undefined => {
  const different = new Set(words.filter((word) => word !== undefined))
  return different.size === 1 ? [...different][0] : undefined
}
