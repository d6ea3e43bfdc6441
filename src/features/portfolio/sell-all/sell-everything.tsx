import { useSyncExternalStore } from 'react'

import { sellAllToUsd } from '#contract/exchanges.ts'
import { useWriteAction } from '#forms/write-action.tsx'
import type { Intent } from '#intents/intent.ts'
import { useService } from '#query/service.tsx'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Section } from '#ui/page.tsx'

import { isEverything, type Scope } from '../scopes.ts'
import { sellAll } from './sell-all.tsx'

/** The dangerous corner: nothing else stands near it. */
export function SellEverything({ scope }: { scope: Scope }) {
  const { block, open, sheet } = useWriteAction(sellAll)
  const last = useLastSale(scope.id)
  const isUnknown = last?.outcome.kind === 'unknown' && last.closedAt === undefined
  return (
    <Section title="Sell everything" hasLine className="pt-1">
      <p className="mb-2.5 text-caption text-ink-2">
        {isEverything(scope)
          ? 'Sells what one account holds to USD and stops its bots and trades. All accounts together are never sold at once.'
          : `Sells what ${scope.label} holds to USD and stops its bots and trades. It cannot be undone.`}
      </p>
      {isUnknown && (
        <Note tone="caution" className="mb-2.5">
          Nobody knows how the last sale ended.
        </Note>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        {isUnknown ? (
          <Button onClick={() => open(scope)}>See what is known</Button>
        ) : (
          <Button
            look="danger-open"
            reason={sellAll.obstacle(scope) ?? block}
            onClick={() => open(scope)}
          >
            {sellAll.label}
          </Button>
        )}
      </div>
      {sheet}
    </Section>
  )
}

/** The latest sale of everything sent from this tab for a connection. */
function useLastSale(scopeId: string): Intent | undefined {
  const { journal } = useService().sender
  const intents = useSyncExternalStore(journal.subscribe, journal.all)
  return intents.find(
    // The target has the base URL's own prefix in front.
    ({ endpoint, target }) =>
      endpoint.name === sellAllToUsd.name &&
      (target.split('?')[0] ?? '').endsWith(sellAllToUsd.path.replace(':id', scopeId)),
  )
}
