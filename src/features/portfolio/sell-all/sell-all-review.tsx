import type { UseQueryResult } from '@tanstack/react-query'

import { failureOf } from '#query/failure-words.ts'
import type { ApiError } from '#client/api-error.ts'
import { sellAllToUsd } from '#contract/exchanges.ts'
import { useService } from '#query/service.tsx'
import { DOLLARS } from '#trading/dollars.ts'
import { Amount } from '#ui/amount.tsx'
import { CodeBlock } from '#ui/code-block.tsx'
import { NotLoaded } from '#ui/not-loaded.tsx'
import { Field } from '#ui/field.tsx'
import { Note } from '#ui/note.tsx'
import { SheetSection } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TextInput } from '#ui/text-input.tsx'
import { Age } from '#ui/time.tsx'

import { AssetList } from './asset-list.tsx'
import { type Asset, owing } from '../balances/assets.ts'
import { mayStay, phraseFor, type Sale } from './sale.ts'
import type { Scope } from '../scopes.ts'
import { StoppingList } from './stopping-list.tsx'
import type { Stopping } from './stopping.ts'

type SellAllReviewProps = {
  scope: Scope
  plan: Sale | undefined
  table: UseQueryResult<unknown, ApiError>
  /** Absent while it is being read. */
  stopping: Stopping | undefined
  typed: string
  onType: (text: string) => void
}

/** What is sold, what stays, what stops, what nobody says, the bytes to be sent, and the phrase. */
export function SellAllReview(props: SellAllReviewProps) {
  const { scope, plan, table, stopping, typed, onType } = props
  const { client } = useService()
  const { method, target, body } = client.prepare(sellAllToUsd, { params: { id: scope.id } })
  const phrase = phraseFor(scope.label)
  return (
    <>
      <Note tone="caution" className="mt-2">
        Market orders at whatever price they find. It cannot be undone.
      </Note>
      {plan ? (
        <WhatIsSold plan={plan} table={table} />
      ) : table.isError ? (
        <NotLoaded
          what="The balances"
          {...failureOf(table.error)}
          onRetry={() => void table.refetch()}
        />
      ) : (
        <Waiting title="Sold" lines={4} />
      )}
      {stopping ? <StoppingList stopping={stopping} /> : <Waiting title="Stopped" lines={3} />}
      <SheetSection title="Request">
        <CodeBlock label="Request" text={`${method} ${target}${body === '' ? '' : `\n${body}`}`} />
        <p className="mt-1.5 text-caption text-ink-3">
          Signed and sent once. If no answer comes, it is not sent again by itself.
        </p>
      </SheetSection>
      <SheetSection>
        <Field
          label={
            <>
              Type <span className="font-medium text-ink select-all">{phrase}</span> to confirm
            </>
          }
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              value={typed}
              onChange={(event) => onType(event.target.value)}
              autoCapitalize="off"
            />
          )}
        </Field>
      </SheetSection>
    </>
  )
}

function WhatIsSold({ plan, table }: { plan: Sale; table: UseQueryResult<unknown, ApiError> }) {
  const { clock } = useService()
  const { sold, stays, proceeds, unpriced } = plan
  const unsure = sold.filter(mayStay)
  const owed = owing([...sold, ...stays])
  return (
    <>
      <SheetSection title="Sold">
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
