import type { UseQueryResult } from '@tanstack/react-query'

import { failureWords } from '#query/failure-words.ts'
import type { ApiError } from '#client/api-error.ts'
import type { BalanceRow } from '#contract/exchanges.ts'
import type { Rows } from '#contract/read.ts'
import { legiblePlaces } from '#money/legible.ts'
import { useService } from '#query/service.tsx'
import { Amount } from '#ui/amount.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table, Td, Th, Tr } from '#ui/table.tsx'
import { Age } from '#ui/time.tsx'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { assetsOf, sorted, totalValue, unpriced } from '../balances/assets.ts'
import { changesBetween } from './sale.ts'
import type { Stopping } from './stopping.ts'

type RemainsProps = {
  before: Rows<BalanceRow> | undefined
  table: UseQueryResult<Rows<BalanceRow>, ApiError>
  stopping: Stopping
  /** Only balances read after this instant count. */
  since: number
}

/** What is held and what works now, beside what was held before. */
export function Remains({ before, table, stopping, since }: RemainsProps) {
  const { clock } = useService()
  if (table.isError && table.dataUpdatedAt < since) {
    return (
      <ErrorState title="What remains could not be read." onRetry={() => void table.refetch()}>
        {failureWords(table.error)}
      </ErrorState>
    )
  }
  if (!table.data || table.dataUpdatedAt < since) {
    return (
      <SheetSection title="Before and now">
        <div role="status" aria-label="Reading what remains">
          <Skeleton width={240} />
        </div>
      </SheetSection>
    )
  }
  const now = sorted(assetsOf(table.data, 'usd'), { by: 'value', direction: 'descending' })
  const without = unpriced(now)
  const changes = changesBetween(before && assetsOf(before, 'usd'), now)
  const { smartTrades, dcaBots, gridBots } = stopping
  return (
    <>
      <SheetSection title="Before and now">
        <Table caption="Before and now" rowHeight={28} isTight>
          <thead>
            <tr>
              <Th>Asset</Th>
              <Th isNumeric>Before</Th>
              <Th isNumeric>Now</Th>
              <Th isNumeric>Value, USD</Th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ code, before, now, value }, index) => (
              <Tr key={code ?? index}>
                <Th scope="row">{code ?? <UnknownValue />}</Th>
                <Td isNumeric className="text-ink-3">
                  <Amount
                    value={before}
                    places={before && legiblePlaces(before)}
                    reason="Nobody knows what was held before."
                  />
                </Td>
                <Td isNumeric>
                  <Amount value={now} places={now && legiblePlaces(now)} />
                </Td>
                <Td isNumeric>
                  <Amount value={value} places={2} reason="The service names no price for it." />
                </Td>
              </Tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={3}>Total</td>
              <Td isNumeric>
                <Amount value={totalValue(now)} places={2} />
              </Td>
            </tr>
          </tfoot>
        </Table>
        <p className="mt-1.5 text-caption text-ink-3">
          Read <Age at={table.dataUpdatedAt + (clock.offset() ?? 0)} />.
          {without.length > 0 &&
            ` The total leaves out ${counted(without.length, 'asset')} without a price.`}
        </p>
      </SheetSection>
      <SheetSection title="Still at work">
        <p className="text-ink-2 tabular-nums">
          {counted(smartTrades.length, 'SmartTrade')}, {counted(dcaBots.length, 'DCA bot')},{' '}
          {counted(gridBots.length, 'grid bot')}, as far as the service lists them.
        </p>
      </SheetSection>
    </>
  )
}

const counted = (count: number, thing: string): string =>
  `${count} ${thing}${count === 1 ? '' : 's'}`
