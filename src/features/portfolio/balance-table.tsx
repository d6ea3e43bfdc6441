import type { ReactNode } from 'react'

import { type Decimal, HUNDRED } from '#money/decimal.ts'
import { widestPlaces } from '#money/format.ts'
import { widestLegible } from '#money/legible.ts'
import { Amount } from '#ui/amount.tsx'
import { Percent } from '#ui/percent.tsx'
import { SortableTh, Table, Td, Th, Tr } from '#ui/table.tsx'
import type { Unit } from '#trading/balance-flow.ts'

import { type Asset, owing, type Sort } from './assets.ts'
import { availableClass, BalanceRow, type ColumnPlaces, ON_ORDERS } from './balance-row.tsx'
import { UNIT_NAMES, UNIT_PLACES } from './unit.ts'

type BalanceTableProps = {
  unit: Unit
  assets: readonly Asset[]
  shareOf: (asset: Asset) => Decimal | undefined
  sort: Sort
  onSort: (sort: Sort) => void
  /** What the last row says it is the total of. */
  totalLabel: ReactNode
  total: Decimal
  /** Left out where not everything is counted. */
  isWhole: boolean
}

const columnsIn = (unit: string, isOwing: boolean) =>
  [
    { by: 'code', head: 'Asset', className: undefined },
    { by: 'price', head: `Price, ${unit}`, className: undefined },
    { by: 'dayChange', head: '24 h', className: 'pr-3!' },
    { by: 'amount', head: 'Amount', className: undefined },
    { by: 'available', head: 'Available', className: availableClass(isOwing) },
    { by: 'onOrders', head: 'On orders', className: ON_ORDERS },
    ...(isOwing ? [{ by: 'borrowed', head: 'Borrowed', className: ON_ORDERS } as const] : []),
    { by: 'value', head: `Value, ${unit}`, className: undefined },
  ] as const

export function BalanceTable(props: BalanceTableProps) {
  const { unit, assets, shareOf, sort, onSort, totalLabel, total, isWhole } = props
  const places = placesOf(assets)
  const isOwing = owing(assets).length > 0
  const sortBy = (by: Sort['by']) => onSort(nextSort(sort, by))
  return (
    <Table caption="Balances" className="@container">
      <thead className="max-sm:hidden">
        <tr>
          {columnsIn(UNIT_NAMES[unit], isOwing).map(({ by, head, className }) => (
            <SortableTh
              key={by}
              isNumeric={by !== 'code'}
              sorted={sort.by === by ? sort.direction : undefined}
              onSort={() => sortBy(by)}
              className={className}
            >
              {head}
            </SortableTh>
          ))}
          <Th isNumeric>Share</Th>
        </tr>
      </thead>
      <tbody>
        {assets.map((asset, index) => (
          <BalanceRow
            key={asset.code ?? index}
            asset={asset}
            share={shareOf(asset)}
            unit={unit}
            places={places}
            isOwing={isOwing}
          />
        ))}
      </tbody>
      <tfoot>
        <Tr className="max-sm:hidden">
          <td colSpan={4} className="font-normal! whitespace-normal! text-ink-2!">
            {totalLabel}
          </td>
          <td className={availableClass(isOwing)} />
          <td className={ON_ORDERS} />
          {isOwing && <td className={ON_ORDERS} />}
          <Td isNumeric>
            <Amount value={total} places={UNIT_PLACES[unit]} mainPlaces={UNIT_PLACES[unit]} />
          </Td>
          <Td isNumeric>{isWhole && <Percent value={HUNDRED} />}</Td>
        </Tr>
        <Tr className="sm:hidden">
          <td className="py-2!">
            <div className="flex justify-between gap-3">
              <span className="font-normal whitespace-normal text-ink-2">{totalLabel}</span>
              <Amount value={total} places={UNIT_PLACES[unit]} mainPlaces={UNIT_PLACES[unit]} />
            </div>
          </td>
        </Tr>
      </tfoot>
    </Table>
  )
}

/** The same head again turns the order round; a new one starts with the largest, names with A. */
function nextSort(sort: Sort, by: Sort['by']): Sort {
  if (sort.by !== by) return { by, direction: by === 'code' ? 'ascending' : 'descending' }
  return { by, direction: sort.direction === 'ascending' ? 'descending' : 'ascending' }
}

const PRICE_PLACES = 4

const placesOf = (assets: readonly Asset[]): ColumnPlaces => ({
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
})
