import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import type { ApiError } from '#client/api-error.ts'
import type { BalanceRow } from '#contract/exchanges.ts'
import type { Rows } from '#contract/read.ts'
import { mayStay, type Sale } from '#market/sale.ts'
import type { Decimal } from '#money/decimal.ts'
import { formatPercent, plural } from '#money/format.ts'
import { legiblePlaces, widestLegible } from '#money/legible.ts'
import { isPrintedSum } from '#money/places-that-add-up.ts'
import { failureOf, failureWords } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { useDialectWords } from '#query/why-not-offered.ts'
import { DOLLARS } from '#trading/dollars.ts'
import { toSlashPair } from '#trading/pair.ts'
import { statusLabel } from '#trading/smart-trade-group.ts'
import { Amount, UnknownValue } from '#ui/amount.tsx'
import { ErrorState, NotLoaded } from '#ui/error-state.tsx'
import { Note } from '#ui/note.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Table, Td, Th } from '#ui/table.tsx'
import { Age } from '#ui/time.tsx'

import { type Asset, assetsOf, owing, sorted, totalValue, unpriced } from '#market/assets.ts'
import { UNPRICED } from '../balances/balance-columns.tsx'
import { changesBetween, type Stopping } from './sale.ts'

type SellAllReviewProps = {
  plan: Sale | undefined
  /** Price impact of selling in percent, if worth mentioning. */
  impact: Decimal | undefined
  table: UseQueryResult<unknown, ApiError>
  stopping: Stopping | undefined
}

export function SellAllReview({ plan, impact, table, stopping }: SellAllReviewProps) {
  return (
    <>
      {plan ? (
        <WhatIsSold plan={plan} impact={impact} table={table} />
      ) : table.isError ? (
        <NotLoaded
          what="The balances"
          {...failureOf(table.error)}
          onRetry={() => void table.refetch()}
        />
      ) : (
        <Waiting title="Will be sold" lines={4} />
      )}
      {stopping ? (
        <StoppingList stopping={stopping} />
      ) : (
        <Waiting title="Will be stopped" lines={3} />
      )}
    </>
  )
}

type WhatIsSoldProps = Pick<SellAllReviewProps, 'impact' | 'table'> & { plan: Sale }

function WhatIsSold({ plan, impact, table }: WhatIsSoldProps) {
  const { clock } = useService()
  const { sold, stays, proceeds, unpriced } = plan
  const unsure = sold.filter(mayStay)
  const owed = owing([...sold, ...stays])
  return (
    <>
      <SheetSection title="Will be sold">
        {sold.length === 0 ? (
          <p className="text-ink-2">This account holds only assets that are expected to stay.</p>
        ) : (
          <AssetList
            label="What is sold"
            assets={sold}
            total={
              <>
                About <Amount value={proceeds} places={2} mainPlaces={2} unit="USD" />
              </>
            }
          />
        )}
        <p className="mt-1.5 text-caption text-ink-3">
          Values read <Age at={clock.serviceTime(table.dataUpdatedAt)} />, before fees and slippage.
          {impact &&
            ` Price impact of selling it all at once: about ${formatPercent(impact, { places: 2 })}.`}
          {unpriced.length > 0 && ` Without a price: ${labelsOf(unpriced)}.`}
          {owed.length > 0 &&
            ` Borrowed: ${labelsOf(owed)}. The service does not say how that is paid back.`}
        </p>
      </SheetSection>
      <SheetSection title="Expected to stay">
        {stays.length > 0 && <AssetList label="Expected to stay" assets={stays} />}
        <p className="mt-1.5 text-caption text-ink-3">
          The service does not say which currencies it counts as dollars: {[...DOLLARS].join(', ')}{' '}
          are expected to stay. So is what is too little for an order or has no market
          {unsure.length > 0 && `, perhaps ${labelsOf(unsure)}`}.
        </p>
      </SheetSection>
    </>
  )
}

const labelsOf = (assets: readonly Asset[]): string =>
  assets.map(({ label }) => label ?? '—').join(', ')

const Waiting = ({ title, lines }: { title: string; lines: number }) => (
  <SheetSection title={title}>
    <div role="status" aria-label={`${title}: being read`}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="flex h-7 items-center justify-between">
          <Skeleton width={64} />
          <Skeleton width={96} />
        </div>
      ))}
    </div>
  </SheetSection>
)

type AssetListProps = { label: string; assets: readonly Asset[]; total?: ReactNode }

function AssetList({ label, assets, total }: AssetListProps) {
  const padTo = widestLegible(assets.map(({ amount }) => amount))
  return (
    <Table caption={label} rowHeight={28} isTight>
      <thead>
        <tr>
          <Th>Asset</Th>
          <Th isNumeric>Amount</Th>
          <Th isNumeric>Value, USD</Th>
        </tr>
      </thead>
      <tbody>
        {assets.map(({ id, code, label, amount, value }, index) => (
          <tr key={id ?? index}>
            <Th scope="row">{label ?? <UnknownValue />}</Th>
            <Td isNumeric>
              <Amount value={amount} places={amount && legiblePlaces(amount, code)} padTo={padTo} />
            </Td>
            <Td isNumeric>
              <Amount value={value} places={2} reason={UNPRICED} />
            </Td>
          </tr>
        ))}
      </tbody>
      {total !== undefined && (
        <tfoot>
          <tr>
            <td />
            <Td isNumeric colSpan={2}>
              {total}
            </Td>
          </tr>
        </tfoot>
      )}
    </Table>
  )
}

function StoppingList({ stopping }: { stopping: Stopping }) {
  const { smartTrades, dcaBots, gridBots, caveats } = stopping
  const { ordersByHand } = useDialectWords()
  return (
    <SheetSection title="Will be stopped">
      <Group one="active SmartTrade" count={smartTrades.length}>
        {smartTrades.map(({ id, pair, status }) => (
          <Item key={id} name={pairText(pair)} detail={`${id}, ${statusLabel(status)}`} />
        ))}
      </Group>
      <Group one="DCA bot and its deals" many="DCA bots and their deals" count={dcaBots.length}>
        {dcaBots.map(({ id, name, pair, active_trades: deals }) => (
          <Item key={id} name={name} detail={`${pair}, ${plural(deals, 'deal')} open`} />
        ))}
      </Group>
      <Group one="grid bot" count={gridBots.length}>
        {gridBots.map(({ id, name, pair }) => (
          <Item key={id} name={name} detail={pairText(pair)} />
        ))}
      </Group>
      <p className="mt-1.5 text-caption text-ink-3">Signal bots are not stopped. {ordersByHand}</p>
      <Note tone="caution" className="mt-2">
        {caveats.join(' ')}
      </Note>
    </SheetSection>
  )
}

const pairText = (pair: string | undefined): string =>
  pair === undefined ? '—' : toSlashPair(pair)

type GroupProps = { one: string; many?: string; count: number; children: ReactNode }

/** Up to this many rows, the list of what stops is open. */
const SHORT = 6

function Group({ one, many, count, children }: GroupProps) {
  if (count === 0) return <p className="py-0.75 text-ink-2">No {one} is known.</p>
  return (
    <details open={count <= SHORT} className="py-0.75">
      <summary className="rounded-s max-sm:py-3">{plural(count, one, many)}</summary>
      <ul className="pl-4">{children}</ul>
    </details>
  )
}

const Item = ({ name, detail }: { name: string; detail: string }) => (
  <li className="flex justify-between gap-4 py-0.5">
    <span className="min-w-0 wrap-anywhere">{name}</span>
    <span className="flex-none text-ink-3 tabular-nums">{detail}</span>
  </li>
)

type RemainsProps = {
  before: Rows<BalanceRow> | undefined
  table: UseQueryResult<Rows<BalanceRow>, ApiError>
  stopping: Stopping
  /** Only balances read after this instant count. */
  since: number
}

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
      <SheetSection title="Assets">
        <div role="status" aria-label="Reading what remains">
          <Skeleton width={240} />
        </div>
      </SheetSection>
    )
  }
  const now = sorted(assetsOf(table.data, 'usd'), { by: 'value', direction: 'desc' })
  const without = unpriced(now)
  const total = totalValue(now)
  const values = now.map(({ value }) => value)
  const changes = changesBetween(before && assetsOf(before, 'usd'), now)
  const { smartTrades, dcaBots, gridBots } = stopping
  return (
    <>
      <SheetSection title="Assets">
        <Table caption="Assets before and now" rowHeight={28} isTight>
          <thead>
            <tr>
              <Th>Asset</Th>
              <Th isNumeric>Before</Th>
              <Th isNumeric>Now</Th>
              <Th isNumeric>Value, USD</Th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ id, code, label, before, now, value }, index) => (
              <tr key={id ?? index}>
                <Th scope="row">{label ?? <UnknownValue />}</Th>
                <Td isNumeric className="text-ink-3">
                  <Amount
                    value={before}
                    places={before && legiblePlaces(before, code)}
                    reason="The balance before the sale was not read."
                  />
                </Td>
                <Td isNumeric>
                  <Amount value={now} places={now && legiblePlaces(now, code)} />
                </Td>
                <Td isNumeric>
                  <Amount value={value} places={2} reason={UNPRICED} />
                </Td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={3}>{isPrintedSum(values, total, 2) ? 'Total' : 'Total, rounded'}</td>
              <Td isNumeric>
                <Amount value={total} places={2} />
              </Td>
            </tr>
          </tfoot>
        </Table>
        <p className="mt-1.5 text-caption text-ink-3">
          Read <Age at={clock.serviceTime(table.dataUpdatedAt)} />.
          {without.length > 0 &&
            ` The total leaves out ${plural(without.length, 'asset')} without a price.`}
        </p>
      </SheetSection>
      <SheetSection title="Still running">
        <p className="text-ink-2 tabular-nums">
          {plural(smartTrades.length, 'SmartTrade')}, {plural(dcaBots.length, 'DCA bot')},{' '}
          {plural(gridBots.length, 'grid bot')}, as far as the service lists them.
        </p>
      </SheetSection>
    </>
  )
}
