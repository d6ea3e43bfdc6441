import type { Outcome } from '#intents/outcome.ts'
import { CheckIcon, DashedRingIcon, WarningIcon } from '#ui/icons.tsx'

import { END_STATES } from './intent-words.ts'

/** Placed is neutral; what was refused or is not known is amber. */
export function EndState({ kind }: { kind: Outcome['kind'] }) {
  const isCalm = kind === 'placed' || kind === 'sending'
  return (
    <span className={`inline-flex items-center gap-1.5 ${isCalm ? 'text-ink-2' : 'text-caution'}`}>
      {kind === 'placed' && <CheckIcon size={14} />}
      {kind === 'refused' && <WarningIcon size={14} />}
      {(kind === 'unknown' || kind === 'sending') && <DashedRingIcon size={14} />}
      {END_STATES[kind]}
    </span>
  )
}
