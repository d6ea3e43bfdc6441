import { Sparkline } from '#charts/sparkline.tsx'
import { Price } from '#market/price.tsx'
import { type Decimal, HUNDRED, isZero } from '#money/decimal.ts'
import { legiblePlaces, widestLegible } from '#money/legible.ts'
import { widestPrice } from '#money/format.ts'
import type { Unit } from '#trading/balance-flow.ts'
import { Amount, Percent, UnknownValue } from '#ui/amount.tsx'
import { classNames } from '#ui/class-names.ts'
import type { Column, DataList } from '#ui/data-list.tsx'

import { type Asset, owing } from '#market/assets.ts'
import { UNIT_NAMES, UNIT_PLACES } from '../unit.ts'
import type { PricesOf } from './use-day-prices.ts'

export type BalanceContext = {
  unit: Unit
  shareOf: (asset: Asset) => Decimal | undefined
  /** Prices of the last day, for drawing; absent if the service offers none. */
  pricesOf: PricesOf | undefined
  /** Decimals per column, so that decimal points align. */
  places: Record<'price' | 'amount' | 'available' | 'onOrders' | 'borrowed', number>
  total: Decimal | undefined
  /** The total includes every asset held. */
  isWhole: boolean
  isOwing: boolean
}

export const UNPRICED = 'The service names no price for it.'

const NARROW = '@max-[47rem]:hidden'

const unitName = ({ unit }: BalanceContext): string => UNIT_NAMES[unit]

const COLUMNS: readonly Column<Asset, BalanceContext>[] = [
  {
    id: 'asset',
    head: 'Asset',
    sort: 'code',
    isAscendingFirst: true,
    isFixed: true,
    isStrong: true,
    skeleton: 120,
    cell: ({ code, name, accounts, sharesCode }) => (
      <>
        {code ?? <UnknownValue reason="The service does not say which asset this is." />}{' '}
        <span
          className={classNames(
            'ml-1 font-normal text-ink-3',
            !sharesCode && '@max-[42rem]:hidden',
          )}
        >
          {name}
          {accounts > 1 && <span className="@max-[64rem]:hidden">{`, ${accounts} accounts`}</span>}
        </span>
      </>
    ),
  },
  {
    id: 'price',
    skeleton: 72,
    isNumeric: true,
    head: 'Price',
    unit: unitName,
    sort: 'price',
    cell: ({ price }, { places }) => <Price value={price} padTo={places.price} reason={UNPRICED} />,
  },
  {
    id: 'day',
    skeleton: 56,
    isNumeric: true,
    head: '24 h',
    sort: 'dayChange',
    headClass: 'pr-3!',
    cell: ({ dayChange }) => <Percent signed value={dayChange} />,
  },
  {
    id: 'trend',
    isNumeric: true,
    head: 'Day',
    isThere: ({ pricesOf }) => pricesOf !== undefined,
    className: '@max-[48rem]:hidden',
    cell: (asset, { pricesOf }) => {
      const prices = pricesOf?.(asset)
      return prices && <Sparkline values={prices} />
    },
  },
  {
    id: 'amount',
    skeleton: 88,
    isNumeric: true,
    head: 'Amount',
    sort: 'amount',
    cell: ({ amount, code }, { places }) => quantity(amount, code, places.amount),
  },
  {
    id: 'available',
    isNumeric: true,
    head: 'Available',
    sort: 'available',
    className: ({ isOwing }) => (isOwing ? '@max-[64rem]:hidden' : '@max-[50rem]:hidden'),
    cell: ({ available, code }, { places }) => quantity(available, code, places.available),
  },
  {
    id: 'onOrders',
    skeleton: 80,
    isNumeric: true,
    head: 'On orders',
    sort: 'onOrders',
    className: NARROW,
    cell: ({ onOrders, code }, { places }) => quantity(onOrders, code, places.onOrders),
  },
  {
    id: 'borrowed',
    isNumeric: true,
    head: 'Borrowed',
    sort: 'borrowed',
    isThere: ({ isOwing }) => isOwing,
    className: NARROW,
    cell: ({ borrowed, code }, { places }) => quantity(borrowed, code, places.borrowed),
  },
  {
    id: 'value',
    skeleton: 72,
    isNumeric: true,
    head: 'Value',
    unit: unitName,
    sort: 'value',
    isFixed: true,
    isStrong: true,
    cell: ({ value }, { unit }) => (
      <Amount
        value={value}
        places={UNIT_PLACES[unit]}
        mainPlaces={UNIT_PLACES[unit]}
        reason={UNPRICED}
      />
    ),
    footer: ({ unit, total }) => (
      <Amount
        value={total}
        places={UNIT_PLACES[unit]}
        mainPlaces={UNIT_PLACES[unit]}
        reason="No asset of this table has a value."
      />
    ),
  },
  {
    id: 'share',
    isNumeric: true,
    head: 'Share',
    cell: (asset, { shareOf }) => <Percent value={shareOf(asset)} reason={UNPRICED} />,
    footer: ({ isWhole }) => isWhole && <Percent value={HUNDRED} />,
  },
]

export const BALANCES: DataList<Asset, BalanceContext> = {
  caption: 'Balances',
  columns: COLUMNS,
  idOf: ({ id }) => id,
  card: (asset, { unit }) => <AssetCard asset={asset} unit={unit} />,
  cardHeight: 59,
  skeletonRows: 7,
  className: '@container [--card-x:0px]',
}

type Rest = Pick<BalanceContext, 'unit' | 'shareOf' | 'pricesOf' | 'total' | 'isWhole'>

export const balanceContext = (assets: readonly Asset[], rest: Rest): BalanceContext => ({
  ...rest,
  isOwing: owing(assets).length > 0,
  places: {
    price: widestPrice(assets.map(({ price }) => price)),
    amount: widestLegible(assets.map(({ amount }) => amount)),
    available: widestLegible(assets.map(({ available }) => available)),
    onOrders: widestLegible(assets.map(({ onOrders }) => onOrders)),
    borrowed: widestLegible(assets.map(({ borrowed }) => borrowed)),
  },
})

/** Zero is shown dimmed. */
const quantity = (value: Decimal | undefined, currency: string | undefined, padTo: number) => (
  <Amount
    value={value}
    places={value && legiblePlaces(value, currency)}
    padTo={padTo}
    className={value !== undefined && isZero(value) ? 'text-ink-3' : undefined}
  />
)

function AssetCard({ asset, unit }: { asset: Asset; unit: Unit }) {
  const { label, code, name, price, dayChange, amount, value } = asset
  return (
    <span className="flex items-start justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="block font-medium">{label ?? <UnknownValue />}</span>
        <span className="block truncate text-caption font-normal text-ink-3">
          <span className="sr-only">{name} </span>
          <Amount value={amount} places={amount && legiblePlaces(amount, code)} /> at{' '}
          <Price value={price} reason={UNPRICED} />
        </span>
      </span>
      <span className="text-right">
        <span className="block">
          <Amount
            value={value}
            places={UNIT_PLACES[unit]}
            mainPlaces={UNIT_PLACES[unit]}
            reason={UNPRICED}
          />
        </span>
        <span className="block text-caption font-normal">
          <Percent signed value={dayChange} />
        </span>
      </span>
    </span>
  )
}
