import type { ReactNode } from 'react'

import { type Decimal, HUNDRED } from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'
import { classNames } from '#ui/class-names.ts'
import { Percent } from '#ui/percent.tsx'
import { SortableTh, Table, Td, Th, Tr } from '#ui/table.tsx'

import type { Asset, Sort } from './assets.ts'
import { type BalanceColumn, type BalanceContext, headOf } from './balance-columns.tsx'
import { BalanceRow } from './balance-row.tsx'
import { UNIT_PLACES } from '../unit.ts'

type BalanceTableProps = {
  assets: readonly Asset[]
  columns: readonly BalanceColumn[]
  context: BalanceContext
  sort: Sort
  onSort: (sort: Sort) => void
  /** What the last row says it is the total of. */
  totalLabel: ReactNode
  total: Decimal | undefined
  /** Left out where not everything is counted. */
  isWhole: boolean
}

export function BalanceTable(props: BalanceTableProps) {
  const { assets, columns, context, sort, onSort, totalLabel, total, isWhole } = props
  const sortBy = (by: Sort['by']) => onSort(nextSort(sort, by))
  const sorted = (by: Sort['by']) => (sort.by === by ? sort.direction : undefined)
  const worth = (
    <Amount
      value={total}
      places={UNIT_PLACES[context.unit]}
      mainPlaces={UNIT_PLACES[context.unit]}
      reason="No asset of this table has a value."
    />
  )
  const classOf = (column: BalanceColumn) => classNames(column.narrow?.(context), column.headClass)
  // The words reach over the columns that are always there; each of the others has a cell below it.
  const narrow = columns.findIndex(({ id, narrow: leaves }) => leaves || id === 'value')
  const others = columns.slice(narrow)
  return (
    <Table caption="Balances" className="@container">
      <thead className="max-sm:hidden">
        <tr>
          <SortableTh sorted={sorted('code')} onSort={() => sortBy('code')}>
            Asset
          </SortableTh>
          {columns.map((column) => {
            const { id, sort: by } = column
            return by ? (
              <SortableTh
                key={id}
                isNumeric
                sorted={sorted(by)}
                onSort={() => sortBy(by)}
                className={classOf(column)}
              >
                {headOf(column, context.unit)}
              </SortableTh>
            ) : (
              <Th key={id} isNumeric className={classOf(column)}>
                {headOf(column, context.unit)}
              </Th>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {assets.map((asset, index) => (
          <BalanceRow key={asset.code ?? index} asset={asset} columns={columns} context={context} />
        ))}
      </tbody>
      <tfoot>
        <Tr className="max-sm:hidden">
          <td colSpan={1 + narrow} className="font-normal! whitespace-normal! text-ink-2!">
            {totalLabel}
          </td>
          {others.map((column) => (
            <Td key={column.id} isNumeric className={column.narrow?.(context)}>
              {column.id === 'value' && worth}
              {column.id === 'share' && isWhole && <Percent value={HUNDRED} />}
            </Td>
          ))}
        </Tr>
        <Tr className="sm:hidden">
          <td className="py-2!">
            <div className="flex justify-between gap-3">
              <span className="font-normal whitespace-normal text-ink-2">{totalLabel}</span>
              {worth}
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
