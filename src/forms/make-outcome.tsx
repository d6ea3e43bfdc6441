import type { ReactNode } from 'react'

import { deliveredAndMade } from '#intents/delivered-words.ts'
import type { Intent } from '#intents/intent.ts'
import { lookingWords } from '#intents/looking-words.ts'
import { failureWords } from '#query/failure-words.ts'
import { ActivityLink } from '#ui/activity-link.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { Time } from '#ui/time.tsx'

import { NotDone } from './not-done.tsx'

/** An intent to make something that has an id. */
export type Making<Id> = Omit<Intent, 'outcome'> & {
  outcome:
    | Exclude<Intent['outcome'], { kind: 'placed' | 'duplicated' }>
    | {
        kind: 'placed'
        answer: { id?: Id | undefined; name?: string | undefined }
        isFound?: true
      }
    | { kind: 'duplicated'; ids: readonly Id[] }
}

type MakeOutcomeProps<Id> = {
  intent: Making<Id>
  /** The way to what was made. */
  linkTo: (id: Id, name: string | undefined) => ReactNode
}

/** What became of something that was to be made; nothing here is ever a guess. */
export function MakeOutcome<Id>({ intent, linkTo }: MakeOutcomeProps<Id>) {
  const { outcome } = intent
  if (outcome.kind === 'placed') {
    const { id, name } = outcome.answer
    return (
      <div role="status" className="py-4">
        <p className="flex items-center gap-2 text-lead font-semibold">
          <CheckIcon size={14} />
          Placed at <Time at={intent.endedAt} style="clock" />
        </p>
        {outcome.isFound && (
          <p className="mt-1.5 text-ink-2">
            No usable answer came. It was found by reading the service.
          </p>
        )}
        {id !== undefined && <p className="mt-3">{linkTo(id, name)}</p>}
      </div>
    )
  }
  if (outcome.kind === 'refused' || outcome.kind === 'unsent') {
    return <NotDone outcome={outcome} at={intent.endedAt} title="Refused. Nothing was made." />
  }
  if (outcome.kind === 'duplicated') {
    return (
      <ErrorState title={`${deliveredAndMade(outcome.ids.length)} bots were made and started.`}>
        <p>
          It was sent once from here, and the network repeated it. Look at each of them: you asked
          for one.
        </p>
        <p className="mt-3 flex flex-wrap gap-3">
          {outcome.ids.map((id) => linkTo(id, undefined))}
        </p>
      </ErrorState>
    )
  }
  return outcome.kind === 'unknown' ? (
    <ErrorState
      kind="unknown"
      title="Outcome unknown. It may have been made."
      actions={<ActivityLink intent={intent.id} />}
      next="Another one on this account is held back until this is known or laid aside."
    >
      {failureWords(outcome.error)} {lookingWords(intent)}
    </ErrorState>
  ) : null
}
