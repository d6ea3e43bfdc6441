import { useState } from 'react'

import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Section } from '#ui/page.tsx'

import { isEverything, type Scope } from '../scopes.ts'
import { SellAllSheet } from './sell-all-sheet.tsx'
import { useLastSale, useSaleBlock } from './use-sale-state.ts'

/** The dangerous corner: nothing else stands near it. */
export function SellEverything({ scope }: { scope: Scope }) {
  const [isOpen, setOpen] = useState(false)
  const reason = useSaleBlock(scope)
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
          <Button onClick={() => setOpen(true)}>See what is known</Button>
        ) : (
          <Button look="danger-open" reason={reason} onClick={() => setOpen(true)}>
            Review sell-all
          </Button>
        )}
      </div>
      {isOpen && <SellAllSheet scope={scope} onClose={() => setOpen(false)} />}
    </Section>
  )
}
