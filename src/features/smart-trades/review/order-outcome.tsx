import { Link } from '@tanstack/react-router'

import { cutWords } from '#client/api-error.ts'
import type { createSmartTrade } from '#contract/smart-trades.ts'
import { deliveredAndMade } from '#intents/delivered-words.ts'
import type { Sent } from '#query/use-send.ts'
import { ActivityLink } from '#ui/activity-link.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { CheckIcon } from '#ui/icons.tsx'
import { Time } from '#ui/time.tsx'

import { statusTitle } from '../trade-facts.ts'
import { searchDefaults } from '../list/smart-trade-search.ts'
import { UnknownOutcome } from './unknown-outcome.tsx'
import type { Review } from './use-review.ts'

type Intent = Sent<typeof createSmartTrade>

type OrderOutcomeProps = { review: Review; intent: Intent }

/** What became of the order; nothing here is ever a guess. */
export function OrderOutcome({ review, intent }: OrderOutcomeProps) {
  const { outcome } = intent
  if (outcome.kind === 'placed') {
    const { id, status } = outcome.answer
    return (
      <div role="status" className="py-4">
        <p className="flex items-center gap-2 text-lead font-semibold">
          <CheckIcon size={14} />
          Placed.
        </p>
        <p className="mt-1.5 text-ink-2">
          {outcome.isFound && 'No usable answer came. It was found at the service: '}
          {id === undefined
            ? 'The service took the order and sent no number for it.'
            : `SmartTrade ${id}`}
          {statusTitle(status) !== undefined && `, “${statusTitle(status)}”`}
        </p>
        <div className="mt-3.5 flex flex-wrap items-center gap-2">
          {id !== undefined && (
            <Link
              to="/smart-trades"
              search={{ ...searchDefaults, status: 'all', trade: id }}
              className={buttonClass({ look: 'primary' })}
            >
              Open SmartTrade {id}
            </Link>
          )}
          <Button onClick={review.close}>New SmartTrade</Button>
        </div>
      </div>
    )
  }
  if (outcome.kind === 'refused') return <Refused intent={intent} error={outcome.error} />
  if (outcome.kind === 'unsent') return <Unsent because={outcome.because} />
  if (outcome.kind === 'duplicated') return <DeliveredTwice ids={outcome.ids} intent={intent.id} />
  return outcome.kind === 'unknown' ? <UnknownOutcome review={review} intent={intent} /> : null
}

/** Sent once from here; the browser or the network repeated it below anything a page can see. */
function DeliveredTwice({ ids, intent }: { ids: readonly number[]; intent: string }) {
  return (
    <ErrorState
      title={`${deliveredAndMade(ids.length)} trades were opened.`}
      actions={<ActivityLink intent={intent} />}
    >
      <p>
        It was sent once from here, and the network repeated it. Look at each of them, and cancel
        what you do not want.
      </p>
      <ul className="mt-2 grid gap-1">
        {ids.map((id) => (
          <li key={id}>
            <Link
              to="/smart-trades"
              search={{ ...searchDefaults, status: 'all', trade: id }}
              className="link touch"
            >
              SmartTrade {id}
            </Link>
          </li>
        ))}
      </ul>
    </ErrorState>
  )
}

type RefusedProps = {
  intent: Intent
  error: Extract<Intent['outcome'], { kind: 'refused' }>['error']
}

const Unsent = ({ because }: { because: string }) => (
  <ErrorState kind="refused" title="Not sent. Nothing was placed.">
    <p>{because} Your entries are kept.</p>
  </ErrorState>
)

function Refused({ intent, error: { failure, message } }: RefusedProps) {
  const sentences = Object.entries(failure.attributes)
  return (
    <ErrorState
      kind="refused"
      title="Refused. Nothing was placed."
      actions={<CopyButton text={JSON.stringify(failure, null, 2)} label="Copy answer" />}
    >
      <p>
        The service answered {failure.status} at <Time at={intent.endedAt} style="clock" />: “
        {message}”. Your entries are kept.
      </p>
      {sentences.length > 0 && (
        <ul className="mt-2">
          {sentences.map(([path, said]) => (
            <li key={path}>
              <span className="text-ink-3">{path}</span> “{cutWords(said.join(' '))}”
            </li>
          ))}
        </ul>
      )}
    </ErrorState>
  )
}
