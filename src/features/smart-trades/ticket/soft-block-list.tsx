import { Note } from '#ui/note.tsx'

import { shownBlocks, type SoftKind } from './draft.ts'
import { useDerivedTicket, useTicket } from './ticket-context.ts'

const KIND_WORDS: Record<SoftKind, string> = {
  tick: 'The tick',
  lot: 'The lot',
  minimum: 'The minimum',
  balance: 'The free balance',
}

/** What holds the trade back by figures that may be old, each with a way past it. */
export function SoftBlockList() {
  const { overridden, override } = useTicket()
  const { soft } = useDerivedTicket()
  if (soft.length === 0) return null
  return (
    <div className="grid gap-2" role="group" aria-label="Held back">
      {shownBlocks(soft, overridden).map(({ kind, sentence }) => {
        const isLeft = overridden.has(kind)
        return (
          <Note
            key={kind}
            tone={isLeft ? 'plain' : 'caution'}
            action={
              <button
                type="button"
                className="link touch whitespace-nowrap"
                aria-label={`${isLeft ? 'Hold back' : 'Leave to the service'}: ${KIND_WORDS[kind].toLowerCase()}`}
                onClick={() => override(kind, !isLeft)}
              >
                {isLeft ? 'Hold back again' : 'Leave it to the service'}
              </button>
            }
          >
            {sentence} {isLeft ? 'Left to the service, which may refuse it.' : BASIS[kind]}
          </Note>
        )
      })}
    </div>
  )
}

const BASIS: Record<SoftKind, string> = {
  tick: 'So says the list of pairs.',
  lot: 'So says the list of pairs.',
  minimum: 'So says the list of pairs.',
  balance: 'So says the last balance that was read.',
}
