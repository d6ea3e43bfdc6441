import { Link } from '@tanstack/react-router'

import type { createDcaBot } from '#contract/dca-bots.ts'
import { lookingWords } from '#intents/looking-words.ts'
import { failureWords } from '#query/failure-words.ts'
import type { Sent } from '#query/use-send.ts'
import { ActivityLink } from '#ui/activity-link.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { Time } from '#ui/time.tsx'

import { AlertSecret } from '../alert-secret.tsx'

/** What became of a bot that was to be made. */
export function CreateOutcome({ intent }: { intent: Sent<typeof createDcaBot> }) {
  const { outcome } = intent
  if (outcome.kind === 'placed') {
    const { id, name } = outcome.answer
    return (
      <>
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
          {id !== undefined && <OpenBot id={id} name={name} />}
        </div>
        <AlertSecret answer={outcome.answer} />
      </>
    )
  }
  if (outcome.kind === 'refused') {
    return (
      <ErrorState
        kind="refused"
        title={
          outcome.error.failure.kind === 'unsent'
            ? 'It was not sent.'
            : 'Refused. Nothing was made.'
        }
      >
        <Time at={intent.endedAt} style="clock" className="tabular-nums" />{' '}
        {failureWords(outcome.error)}
      </ErrorState>
    )
  }
  if (outcome.kind === 'twice') {
    return (
      <ErrorState title="Delivered twice. Two bots were made and started.">
        <p>
          It was sent once from here, and the network repeated it. Look at both: one of them is one
          too many.
        </p>
        <div className="flex flex-wrap gap-x-3">
          {outcome.ids.map((id) => (
            <OpenBot key={id} id={id} name={undefined} />
          ))}
        </div>
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

const OpenBot = ({ id, name }: { id: string; name: string | undefined }) => (
  <Link
    to="/dca-bots/$botId"
    params={{ botId: id }}
    className={buttonClass({ look: 'secondary', className: 'mt-3' })}
  >
    Open {name ?? `bot ${id.slice(0, 8)}`}
  </Link>
)
