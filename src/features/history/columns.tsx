import type { ReactNode } from 'react'

import type { HistoryFilter } from '#contract/history.ts'
import type { Id } from '#contract/primitives.ts'
import { AccountName } from '#market/names.tsx'
import { PairText } from '#market/pairs.tsx'
import { type Decimal, isZero } from '#money/decimal.ts'
import { widestPlaces } from '#money/format.ts'
import { legiblePlaces, widestLegible } from '#money/legible.ts'
import { splitPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { Time } from '#ui/time.tsx'

import { priceOf, ProfitText, SideText, unitsOf, UNTOLD } from './trade-cells.tsx'
import { TradeStatus } from './trade-status.tsx'
import { statusOf, tellsProfit, type Trade } from './trades.ts'
import { unknownColumn } from './unknown-fields.tsx'
import { sourceWords, wordsOf } from './words.ts'

/** What a cell needs to know besides its trade. */
export type CellContext = {
  /** The instant whose day stands above: its time of day is enough. */
  dayField: 'closed_at' | 'created_at' | undefined
  nameOf: (accountId: Id) => string
  /** Where a trade stands open beside the list. */
  addressOf: (uuid: string) => string
  places: Record<'price' | 'units' | 'total' | 'fee', number>
  /** A currency that all rows share stands in the head, others stand in each row. */
  shared: Record<'total' | 'fee', string | undefined>
}

export type Column = {
  id: string
  head: string
  /** What all its figures are in, where they share it. */
  unit?: (context: CellContext) => string | undefined
  /** Tells one trade from others, so that it is never put away. */
  isFixed?: boolean
  /** Sorted by the service. */
  order?: HistoryFilter['order_by']
  isNumeric?: boolean
  /** Leaves room for a glyph under the head. */
  hasGlyph?: boolean
  className?: string
  /** Its cells are read after the others. */
  isQuiet?: boolean
  /** Whether a trade says anything here: a column that no trade fills is not shown. */
  has: (trade: Trade) => boolean
  cell: (trade: Trade, context: CellContext) => ReactNode
}

const quantity = (value: Decimal | null | undefined, padTo: number, isPrice = false) => (
  <Amount
    value={value ?? undefined}
    places={value && !isPrice ? legiblePlaces(value) : undefined}
    padTo={padTo}
    isPrice={isPrice}
    reason={UNTOLD}
    className={value && isZero(value) ? 'text-ink-3' : undefined}
  />
)

const timeOf = (trade: Trade, field: 'closed_at' | 'created_at', { dayField }: CellContext) => (
  <Time
    at={trade[field]}
    style={dayField === field ? 'clock' : 'short'}
    reason={UNTOLD}
    className={field === 'closed_at' ? 'tabular-nums' : 'text-ink-2 tabular-nums'}
  />
)

/** The words above a column, such as "Fee, USDT". */
export function headOf({ head, unit }: Column, context: CellContext): string {
  const shared = unit?.(context)
  return shared === undefined ? head : `${head}, ${shared}`
}

/** Every column there can be, from left to right. */
export const COLUMNS: readonly Column[] = [
  {
    id: 'closed_at',
    head: 'Closed',
    order: 'closed_at',
    has: ({ closed_at }) => closed_at !== undefined,
    cell: (trade, context) => timeOf(trade, 'closed_at', context),
  },
  {
    id: 'created_at',
    head: 'Opened',
    order: 'created_at',
    className: '@max-[72rem]:hidden',
    has: ({ created_at }) => created_at !== undefined,
    cell: (trade, context) => timeOf(trade, 'created_at', context),
  },
  {
    id: 'pair',
    head: 'Pair',
    order: 'pair',
    isFixed: true,
    has: ({ pair }) => pair !== undefined,
    cell: ({ pair }) => <PairText pair={pair} />,
  },
  {
    id: 'side',
    head: 'Side',
    has: ({ order }) => order?.side !== undefined,
    cell: ({ order }) => <SideText side={order?.side} />,
  },
  {
    id: 'source',
    head: 'From',
    className: '@max-[46rem]:hidden',
    has: ({ source }) => source?.type !== undefined,
    cell: ({ source }) => sourceWords(source?.type),
  },
  {
    id: 'order',
    head: 'Order',
    className: '@max-[58rem]:hidden',
    isQuiet: true,
    has: ({ order }) => order?.type !== undefined,
    cell: ({ order }) => wordsOf(order?.type),
  },
  {
    id: 'price',
    head: 'Price',
    isNumeric: true,
    has: (trade) => priceOf(trade) !== undefined,
    cell: (trade, { places }) => quantity(priceOf(trade), places.price, true),
  },
  {
    id: 'units',
    head: 'Amount',
    isNumeric: true,
    has: (trade) => unitsOf(trade) !== undefined,
    cell: (trade, { places }) => quantity(unitsOf(trade), places.units),
  },
  {
    id: 'total',
    head: 'Total',
    unit: ({ shared }) => shared.total,
    isNumeric: true,
    has: ({ filled }) => filled?.total !== undefined,
    cell: ({ filled, pair }, { places, shared }) => (
      <Amount
        value={filled?.total}
        places={filled?.total && legiblePlaces(filled.total)}
        padTo={places.total}
        unit={shared.total === undefined ? quoteOf(pair) : undefined}
        hasUnitSlot
        reason={UNTOLD}
        className={filled?.total && isZero(filled.total) ? 'text-ink-3' : undefined}
      />
    ),
  },
  {
    id: 'fee',
    head: 'Fee',
    unit: ({ shared }) => shared.fee,
    isNumeric: true,
    className: '@max-[58rem]:hidden',
    has: ({ commission }) => commission?.amount !== undefined,
    cell: ({ commission }, { places, shared }) => (
      <Amount
        value={commission?.amount}
        places={commission?.amount && feePlaces(commission.amount)}
        padTo={places.fee}
        unit={shared.fee === undefined ? commission?.currency : undefined}
        hasUnitSlot
        reason={UNTOLD}
        className="text-ink-2"
      />
    ),
  },
  {
    id: 'account',
    head: 'Account',
    className: '@max-[58rem]:hidden',
    isQuiet: true,
    has: ({ account_id }) => account_id !== undefined,
    cell: ({ account_id }, { nameOf }) =>
      account_id === undefined ? '—' : <AccountName name={nameOf(account_id)} />,
  },
  {
    id: 'status',
    head: 'Status',
    has: (trade) => (statusOf(trade) ?? 'finished') !== 'finished',
    cell: ({ status }) => <TradeStatus status={status} />,
  },
  {
    id: 'profit',
    head: 'Profit',
    unit: () => 'USD',
    isNumeric: true,
    hasGlyph: true,
    has: tellsProfit,
    cell: ({ profit }) => <ProfitText profit={profit} />,
  },
]

type Chosen = { isOneAccount: boolean; hidden: readonly string[]; extra: readonly string[] }

/**
 * The columns that at least one of the trades fills and nobody put away, unless that leaves none,
 * and after them those somebody made; what is the same in every row is left out.
 */
export const columnsFor = (
  trades: readonly Trade[],
  { isOneAccount, hidden, extra }: Chosen,
): readonly Column[] => {
  const filled = [...COLUMNS, ...extra.map(unknownColumn)].filter(
    ({ id, has }) => trades.some(has) && !(id === 'account' && isOneAccount),
  )
  const shown = filled.filter(({ id }) => !hidden.includes(id))
  return shown.length > 0 ? shown : filled
}

type Rest = Pick<CellContext, 'dayField' | 'nameOf' | 'addressOf'>

/** What the cells of these trades have in common. */
export const contextOf = (trades: readonly Trade[], rest: Rest): CellContext => ({
  ...rest,
  places: {
    price: Math.max(2, widestPlaces(trades.map(priceOf), PRICE_PLACES)),
    units: widestLegible(trades.map(unitsOf)),
    total: widestLegible(trades.map(({ filled }) => filled?.total)),
    fee: Math.min(FEE_PLACES, widestLegible(trades.map(({ commission }) => commission?.amount))),
  },
  shared: {
    total: onlyOne(trades.map(({ pair }) => quoteOf(pair))),
    fee: onlyOne(trades.map(({ commission }) => commission?.currency)),
  },
})

const PRICE_PLACES = 4
const FEE_PLACES = 6

/** A fee is small beside its trade; a dust of it is not worth two more digits. */
const feePlaces = (fee: Decimal): number => Math.min(FEE_PLACES, legiblePlaces(fee))

const onlyOne = (words: readonly (string | undefined)[]): string | undefined => {
  const different = new Set(words.filter((word) => word !== undefined))
  return different.size === 1 ? [...different][0] : undefined
}

const quoteOf = (pair: string | undefined): string | undefined =>
  pair === undefined ? undefined : splitPair(pair).quote
