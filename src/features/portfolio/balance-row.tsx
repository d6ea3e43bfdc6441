import { type Decimal, isZero } from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'
import { Percent } from '#ui/percent.tsx'
import { Td, Th, Tr } from '#ui/table.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'
import type { Unit } from '#trading/balance-flow.ts'

import type { Asset } from './assets.ts'
import { UNIT_PLACES } from './unit.ts'

/** How many decimals the columns of one table have, so that points stand under points. */
export type ColumnPlaces = { price: number; amount: number; available: number; onOrders: number }

type BalanceRowProps = {
  asset: Asset
  share: Decimal | undefined
  unit: Unit
  places: ColumnPlaces
}

const UNPRICED = 'The service names no price for it.'

export function BalanceRow({ asset, share, unit, places }: BalanceRowProps) {
  const { code, name, accounts, price, dayChange, amount, available, onOrders, value } = asset
  return (
    <Tr>
      <Th scope="row" className="max-sm:hidden">
        {code ?? <UnknownValue reason="The service does not say which asset this is." />}
        <span className="ml-2 font-normal text-ink-3">{name}</span>
        {accounts > 1 && (
          <span className="ml-2 font-normal text-ink-3">in {accounts} accounts</span>
        )}
      </Th>
      <Td isNumeric className="max-sm:hidden">
        <Amount isPrice value={price} minPlaces={2} padTo={places.price} reason={UNPRICED} />
      </Td>
      <Td isNumeric className="max-sm:hidden">
        <Percent signed value={dayChange} />
      </Td>
      <Td isNumeric className="max-sm:hidden">
        <Quantity value={amount} padTo={places.amount} />
      </Td>
      <Td isNumeric className="max-lg:hidden">
        <Quantity value={available} padTo={places.available} />
      </Td>
      <Td isNumeric className="max-sm:hidden">
        <Quantity value={onOrders} padTo={places.onOrders} />
      </Td>
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
      <PhoneCell asset={asset} unit={unit} />
    </Tr>
  )
}

/** Zero is printed, quietly. */
const Quantity = ({ value, padTo }: { value: Decimal | undefined; padTo: number }) => (
  <Amount
    value={value}
    padTo={padTo}
    className={value !== undefined && isZero(value) ? 'text-ink-3' : undefined}
  />
)

/** On a phone a row is one cell of two lines. */
function PhoneCell({ asset, unit }: { asset: Asset; unit: Unit }) {
  const { code, name, price, dayChange, amount, value } = asset
  return (
    <td className="whitespace-nowrap sm:hidden">
      <div className="flex items-start justify-between gap-3 py-2">
        <div className="min-w-0">
          <div className="font-medium">{code ?? <UnknownValue />}</div>
          <div className="truncate text-caption text-ink-3">
            <span className="sr-only">{name} </span>
            <Amount value={amount} /> at{' '}
            <Amount isPrice value={price} minPlaces={2} reason={UNPRICED} />
          </div>
        </div>
        <div className="text-right">
          <div className="font-medium">
            <Amount
              value={value}
              places={UNIT_PLACES[unit]}
              mainPlaces={UNIT_PLACES[unit]}
              reason={UNPRICED}
            />
          </div>
          <div className="text-caption">
            <Percent signed value={dayChange} />
          </div>
        </div>
      </div>
    </td>
  )
}
