import type { ReactNode } from 'react'

import { Sparkline } from '#charts/sparkline.tsx'
import { type Decimal, isZero, round } from '#money/decimal.ts'
import { widestPlaces } from '#money/format.ts'
import { legiblePlaces, widestLegible } from '#money/legible.ts'
import type { Unit } from '#trading/balance-flow.ts'
import { Amount } from '#ui/amount.tsx'
import { Percent } from '#ui/percent.tsx'

import { type Asset, owing, type Sort } from './assets.ts'
import { UNIT_NAMES, UNIT_PLACES } from '../unit.ts'
import type { PricesOf } from './use-day-prices.ts'

/** What a cell needs to know besides its asset. */
export type BalanceContext = {
  unit: Unit
  shareOf: (asset: Asset) => Decimal | undefined
  /** The last day's prices, for drawing; absent where the service tells none. */
  pricesOf: PricesOf | undefined
  /** How many decimals the columns have, so that points stand under points. */
  places: Record<'price' | 'amount' | 'available' | 'onOrders' | 'borrowed', number>
  /** Whether any asset of the table is owed. */
  isOwing: boolean
}

export type BalanceColumn = {
  id: string
  name: string
  /** Figures of it are in the unit of the page. */
  isInUnit?: boolean
  sort?: Sort['by']
  /** What the table is for, so that it is never put away. */
  isFixed?: boolean
  isThere?: (context: BalanceContext) => boolean
  /** Left out where the table is narrow. */
  narrow?: (context: BalanceContext) => string
  headClass?: string
  cellClass?: string
  cell: (asset: Asset, context: BalanceContext) => ReactNode
}

export const UNPRICED = 'The service names no price for it.'

const NARROW = () => '@max-[42rem]:hidden'

/** Every column after the asset's name, from left to right. */
export const BALANCE_COLUMNS: readonly BalanceColumn[] = [
  {
    id: 'price',
    name: 'Price',
    isInUnit: true,
    sort: 'price',
    cell: ({ price }, { places }) => (
      <Amount isPrice value={legible(price)} minPlaces={2} padTo={places.price} reason={UNPRICED} />
    ),
  },
  {
    id: 'day',
    name: '24 h',
    sort: 'dayChange',
    headClass: 'pr-3!',
    cell: ({ dayChange }) => <Percent signed value={dayChange} />,
  },
  {
    id: 'trend',
    name: 'Day',
    isThere: ({ pricesOf }) => pricesOf !== undefined,
    narrow: () => '@max-[48rem]:hidden',
    cell: ({ code }, { pricesOf }) => {
      const prices = code === undefined ? undefined : pricesOf?.(code)
      return prices && <Sparkline values={prices} />
    },
  },
  {
    id: 'amount',
    name: 'Amount',
    sort: 'amount',
    cell: ({ amount }, { places }) => <Quantity value={amount} padTo={places.amount} />,
  },
  {
    id: 'available',
    name: 'Available',
    sort: 'available',
    narrow: ({ isOwing }) => (isOwing ? '@max-[64rem]:hidden' : '@max-[50rem]:hidden'),
    cell: ({ available }, { places }) => <Quantity value={available} padTo={places.available} />,
  },
  {
    id: 'onOrders',
    name: 'On orders',
    sort: 'onOrders',
    narrow: NARROW,
    cell: ({ onOrders }, { places }) => <Quantity value={onOrders} padTo={places.onOrders} />,
  },
  {
    id: 'borrowed',
    name: 'Borrowed',
    sort: 'borrowed',
    isThere: ({ isOwing }) => isOwing,
    narrow: NARROW,
    cell: ({ borrowed }, { places }) => <Quantity value={borrowed} padTo={places.borrowed} />,
  },
  {
    id: 'value',
    name: 'Value',
    isInUnit: true,
    sort: 'value',
    isFixed: true,
    cellClass: 'font-medium',
    cell: ({ value }, { unit }) => (
      <Amount
        value={value}
        places={UNIT_PLACES[unit]}
        mainPlaces={UNIT_PLACES[unit]}
        reason={UNPRICED}
      />
    ),
  },
  {
    id: 'share',
    name: 'Share',
    cell: (asset, { shareOf }) => <Percent value={shareOf(asset)} reason={UNPRICED} />,
  },
]

/** The columns that have something to say and were not put away. */
export const balanceColumns = (
  context: BalanceContext,
  hidden: readonly string[],
): readonly BalanceColumn[] =>
  BALANCE_COLUMNS.filter(({ id, isThere }) => (isThere?.(context) ?? true) && !hidden.includes(id))

export const headOf = ({ name, isInUnit = false }: BalanceColumn, unit: Unit): string =>
  isInUnit ? `${name}, ${UNIT_NAMES[unit]}` : name

type Rest = Pick<BalanceContext, 'unit' | 'shareOf' | 'pricesOf'>

/** What the cells of these assets have in common. */
export const balanceContext = (assets: readonly Asset[], rest: Rest): BalanceContext => ({
  ...rest,
  isOwing: owing(assets).length > 0,
  places: {
    price: Math.max(
      2,
      widestPlaces(
        assets.map(({ price }) => price),
        PRICE_PLACES,
      ),
    ),
    amount: widestLegible(assets.map(({ amount }) => amount)),
    available: widestLegible(assets.map(({ available }) => available)),
    onOrders: widestLegible(assets.map(({ onOrders }) => onOrders)),
    borrowed: widestLegible(assets.map(({ borrowed }) => borrowed)),
  },
})

const PRICE_PLACES = 4

/** A price in BTC is a quotient of many digits; eight of its places are read, unless that leaves nothing. */
export function legible(price: Decimal | undefined): Decimal | undefined {
  if (price === undefined) return undefined
  const short = round(price, 8, 'half-even')
  return isZero(short) ? price : short
}

/** Zero is printed, quietly. */
const Quantity = ({ value, padTo }: { value: Decimal | undefined; padTo: number }) => (
  <Amount
    value={value}
    places={value && legiblePlaces(value)}
    padTo={padTo}
    className={value !== undefined && isZero(value) ? 'text-ink-3' : undefined}
  />
)
