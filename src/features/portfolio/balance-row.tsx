import { type Decimal, isZero, round } from '#money/decimal.ts'
import { legiblePlaces } from '#money/legible.ts'
import { Amount } from '#ui/amount.tsx'
import { Percent } from '#ui/percent.tsx'
import { Td, Th, Tr } from '#ui/table.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'
import type { Unit } from '#trading/balance-flow.ts'

import type { Asset } from './assets.ts'
import { UNIT_PLACES } from './unit.ts'

/** How many decimals the columns of one table have, so that points stand under points. */
export type ColumnPlaces = {
  price: number
  amount: number
  available: number
  onOrders: number
  borrowed: number
}

type BalanceRowProps = {
  asset: Asset
  share: Decimal | undefined
  unit: Unit
  places: ColumnPlaces
  /** Whether any asset of the table is owed. */
  isOwing: boolean
}

/** What is left out first where the table is narrow. */
export const availableClass = (isOwing: boolean): string =>
  isOwing ? 'max-sm:hidden @max-[64rem]:hidden' : 'max-sm:hidden @max-[50rem]:hidden'
export const ON_ORDERS = 'max-sm:hidden @max-[42rem]:hidden'

const UNPRICED = 'The service names no price for it.'

export function BalanceRow({ asset, share, unit, places, isOwing }: BalanceRowProps) {
  const { code, name, accounts, price, dayChange, amount, available, onOrders, value } = asset
  return (
    <Tr>
      <Th scope="row">
        <span className="max-sm:hidden">
          {code ?? <UnknownValue reason="The service does not say which asset this is." />}
          <span className="ml-2 font-normal text-ink-3 @max-[42rem]:hidden">
            {name}
            {accounts > 1 && (
              <span className="@max-[64rem]:hidden">{`, ${accounts} accounts`}</span>
            )}
          </span>
        </span>
        <PhoneLines asset={asset} unit={unit} />
      </Th>
      <Td isNumeric className="max-sm:hidden">
        <Amount
          isPrice
          value={legible(price)}
          minPlaces={2}
          padTo={places.price}
          reason={UNPRICED}
        />
      </Td>
      <Td isNumeric className="max-sm:hidden">
        <Percent signed value={dayChange} />
      </Td>
      <Td isNumeric className="max-sm:hidden">
        <Quantity value={amount} padTo={places.amount} />
      </Td>
      <Td isNumeric className={availableClass(isOwing)}>
        <Quantity value={available} padTo={places.available} />
      </Td>
      <Td isNumeric className={ON_ORDERS}>
        <Quantity value={onOrders} padTo={places.onOrders} />
      </Td>
      {isOwing && (
        <Td isNumeric className={ON_ORDERS}>
          <Quantity value={asset.borrowed} padTo={places.borrowed} />
        </Td>
      )}
      <Td isNumeric className="font-medium max-sm:hidden">
        <Amount
          value={value}
          places={UNIT_PLACES[unit]}
          mainPlaces={UNIT_PLACES[unit]}
          reason={UNPRICED}
        />
      </Td>
      <Td isNumeric className="max-sm:hidden">
        <Percent value={share} reason={UNPRICED} />
      </Td>
    </Tr>
  )
}

/** A price in BTC is a quotient of many digits; eight of its places are read, unless that leaves nothing. */
function legible(price: Decimal | undefined): Decimal | undefined {
  if (price === undefined) return undefined
  const short = round(price, PRICE_PLACES, 'half-even')
  return isZero(short) ? price : short
}

const PRICE_PLACES = 8

/** Zero is printed, quietly. */
const Quantity = ({ value, padTo }: { value: Decimal | undefined; padTo: number }) => (
  <Amount
    value={value}
    places={value && legiblePlaces(value)}
    padTo={padTo}
    className={value !== undefined && isZero(value) ? 'text-ink-3' : undefined}
  />
)

/** On a phone a row is one cell of two lines. */
function PhoneLines({ asset, unit }: { asset: Asset; unit: Unit }) {
  const { code, name, price, dayChange, amount, value } = asset
  return (
    <span className="flex items-start justify-between gap-3 py-2 sm:hidden">
      <span className="min-w-0">
        <span className="block">{code ?? <UnknownValue />}</span>
        <span className="block truncate text-caption font-normal text-ink-3">
          <span className="sr-only">{name} </span>
          <Amount value={amount} places={amount && legiblePlaces(amount)} /> at{' '}
          <Amount isPrice value={legible(price)} minPlaces={2} reason={UNPRICED} />
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
