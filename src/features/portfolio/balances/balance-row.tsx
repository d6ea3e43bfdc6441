import { legiblePlaces } from '#money/legible.ts'
import type { Unit } from '#trading/balance-flow.ts'
import { Amount } from '#ui/amount.tsx'
import { classNames } from '#ui/class-names.ts'
import { Percent } from '#ui/percent.tsx'
import { Td, Th, Tr } from '#ui/table.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import type { Asset } from './assets.ts'
import { type BalanceColumn, type BalanceContext, legible, UNPRICED } from './balance-columns.tsx'
import { UNIT_PLACES } from '../unit.ts'

type BalanceRowProps = {
  asset: Asset
  columns: readonly BalanceColumn[]
  context: BalanceContext
}

export function BalanceRow({ asset, columns, context }: BalanceRowProps) {
  const { code, name, accounts } = asset
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
        <PhoneLines asset={asset} unit={context.unit} />
      </Th>
      {columns.map((column) => (
        <Td
          key={column.id}
          isNumeric
          className={classNames('max-sm:hidden', column.narrow?.(context), column.cellClass)}
        >
          {column.cell(asset, context)}
        </Td>
      ))}
    </Tr>
  )
}

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
