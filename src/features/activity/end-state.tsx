import type { Intent } from '#intents/intent.ts'
import { CheckIcon, DashedRingIcon, WarningIcon } from '#ui/icons.tsx'

import { endStateOf } from './intent-words.ts'

/** Placed is neutral; what was refused, never left, was duplicated or is not known is amber. */
export function EndState({ intent: { outcome, closedAt } }: { intent: Intent }) {
  const { kind } = outcome
  const isCalm = kind === 'placed' || kind === 'sending' || closedAt !== undefined
  return (
    <span className={`inline-flex items-center gap-1.5 ${isCalm ? 'text-ink-2' : 'text-caution'}`}>
      {kind === 'placed' && <CheckIcon size={14} />}
      {(kind === 'refused' || kind === 'unsent' || kind === 'duplicated') && (
        <WarningIcon size={14} />
      )}
      {(kind === 'unknown' || kind === 'sending') && <DashedRingIcon size={14} />}
      {endStateOf(outcome)}
      {kind === 'unknown' && closedAt !== undefined && ', marked as resolved'}
    </span>
  )
}
