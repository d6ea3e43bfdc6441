import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { failureOf } from '#query/failure-words.ts'
import type { ApiError } from '#client/api-error.ts'
import type { BalanceRow } from '#contract/exchanges.ts'
import type { Rows } from '#contract/read.ts'
import { useService } from '#query/service.tsx'
import type { Unit } from '#trading/balance-flow.ts'
import { NotLoaded } from '#ui/not-loaded.tsx'
import { Section } from '#ui/page.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { Table, Th } from '#ui/table.tsx'

import { Allocation, AllocationSkeleton } from './allocation.tsx'
import { Balances } from './balances.tsx'
import type { Scope } from '../scopes.ts'
import { SellEverything } from '../sell-all/sell-everything.tsx'

type BalancePartProps = {
  scope: Scope
  unit: Unit
  table: UseQueryResult<Rows<BalanceRow>, ApiError>
  /** Whether what stands above the sale is still growing. */
  isLoading: boolean
  /** Stands between the parts and the sale. */
  children: ReactNode
}

/** What is held: the table, its parts, and far from everything else the sale of it all. */
export function BalancePart({ scope, unit, table, isLoading, children }: BalancePartProps) {
  const { clock } = useService()
  const { data: rows, error, isError } = table
  const retry = () => void table.refetch()
  // An empty list that could not be read again says nothing of now.
  const isUnread = isError && (rows === undefined || rows.length === 0)
  return (
    <div className="mt-2.5 grid grid-cols-[minmax(0,1fr)_18.5rem] gap-x-10 max-xl:gap-x-6 max-lg:grid-cols-1">
      <div className="min-w-0" data-stale={(isError && rows !== undefined) || undefined}>
        {rows && !isUnread ? (
          <Balances scope={scope} rows={rows} unit={unit} />
        ) : (
          <Section title="Balances">
            {isError ? (
              <NotLoaded
                what="The balances"
                {...failureOf(error)}
                at={table.errorUpdatedAt + (clock.offset() ?? 0)}
                next="They are read again by themselves every 15 s."
                onRetry={retry}
              />
            ) : (
              <TableSkeleton />
            )}
          </Section>
        )}
      </div>
      <div className="min-w-0 space-y-4.5">
        {table.isPending && <AllocationSkeleton />}
        {rows && !isUnread && (
          <div data-stale={isError || undefined}>
            <Allocation rows={rows} unit={unit} />
          </div>
        )}
        {children}
        {!table.isPending && !isLoading && <SellEverything scope={scope} />}
      </div>
    </div>
  )
}

const COLUMNS = [
  { width: 120 },
  { width: 72, isNumeric: true },
  { width: 56, isNumeric: true },
  { width: 88, isNumeric: true },
  { width: 80, isNumeric: true },
  { width: 72, isNumeric: true },
]

const TableSkeleton = () => (
  <Table caption="Balances" isBusy>
    <thead>
      <tr>
        {['Asset', 'Price', '24 h', 'Amount', 'On orders', 'Value'].map((head, index) => (
          <Th key={head} isNumeric={index > 0}>
            {head}
          </Th>
        ))}
      </tr>
    </thead>
    <tbody>
      <SkeletonRows rows={7} columns={COLUMNS} />
    </tbody>
  </Table>
)
