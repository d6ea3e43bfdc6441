import type { UseQueryResult } from '@tanstack/react-query'

import { failureOf } from '#query/failure-words.ts'
import type { ApiError } from '#client/api-error.ts'
import { useService } from '#query/service.tsx'
import type { Decimal } from '#money/decimal.ts'
import { formatPercent } from '#money/format.ts'
import { DOLLARS } from '#trading/dollars.ts'
import { Amount } from '#ui/amount.tsx'
import { NotLoaded } from '#ui/not-loaded.tsx'
import { Note } from '#ui/note.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Age } from '#ui/time.tsx'

import { AssetList } from './asset-list.tsx'
import { type Asset, owing } from '../balances/assets.ts'
import { mayStay, type Sale } from './sale.ts'
import { StoppingList } from './stopping-list.tsx'
import type { Stopping } from './stopping.ts'

type SellAllReviewProps = {
  plan: Sale | undefined
  /** What selling moves the prices by itself, in percent, where that is worth a word. */
  impact: Decimal | undefined
  table: UseQueryResult<unknown, ApiError>
  /** Absent while it is being read. */
  stopping: Stopping | undefined
}

/** What is sold, what stays, what stops, and what nobody says. */
export function SellAllReview({ plan, impact, table, stopping }: SellAllReviewProps) {
  return (
    <>
      <Note tone="caution" className="mt-2">
        Market orders at whatever price they find. It cannot be undone.
      </Note>
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
          <p className="text-ink-2">Nothing but what is expected to stay is held here.</p>
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
          Values read <Age at={table.dataUpdatedAt + (clock.offset() ?? 0)} />, before fees and
          slippage.
          {impact &&
            ` Selling all of it at once costs about ${formatPercent(impact, { places: 2 })} by itself.`}
          {unpriced.length > 0 && ` Without a price: ${codesOf(unpriced)}.`}
          {owed.length > 0 &&
            ` Something is borrowed of ${codesOf(owed)}; the service does not say how that is paid back.`}
        </p>
      </SheetSection>
      <SheetSection title="Expected to stay">
        {stays.length > 0 && <AssetList label="Expected to stay" assets={stays} />}
        <p className="mt-1.5 text-caption text-ink-3">
          The service sells what it does not count as dollars and does not say which it does:{' '}
          {[...DOLLARS].join(', ')} are expected to stay. So is what is too little for an order or
          has no market{unsure.length > 0 && `, perhaps ${codesOf(unsure)}`}.
        </p>
      </SheetSection>
    </>
  )
}

const codesOf = (assets: readonly Asset[]): string =>
  assets.map(({ code }) => code ?? '—').join(', ')

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
