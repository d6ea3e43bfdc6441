import { Link } from '@tanstack/react-router'

import { sellAllToUsd } from '#contract/exchanges.ts'
import type { Intent } from '#intents/intent.ts'
import { CHECKS } from '#intents/looker.ts'
import { useService } from '#query/service.tsx'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Time } from '#ui/time.tsx'

/** What may be done about an outcome that nobody knows; sending it again is none of it. */
export function UnknownSteps({ intent }: { intent: Intent }) {
  const { door } = useService()
  if (intent.closedAt !== undefined) {
    return (
      <p className="py-3 text-ink-2">
        You laid it aside at <Time at={intent.closedAt} style="second" />.
      </p>
    )
  }
  const isLooking = intent.looked !== undefined && intent.looked.endedAt === undefined
  return (
    <div className="py-3">
      <Note>
        <span aria-live="polite">{stateOf(intent, door.canTell(intent))}</span>
      </Note>
      <p className="py-2 text-ink-2">{placeToLook(intent)}</p>
      <div className="flex flex-wrap items-center gap-2">
        {door.canTell(intent) && (
          <Button
            onClick={() => void door.lookAgain(intent.id)}
            reason={isLooking ? 'It is being looked for.' : undefined}
          >
            Look again
          </Button>
        )}
        <Button look="quiet" onClick={() => void door.close(intent.id)}>
          Lay it aside
        </Button>
      </div>
    </div>
  )
}

function stateOf({ looked }: Intent, canTell: boolean): string {
  if (!canTell) return 'This service has nothing to read that would tell what became of it.'
  if (!looked || looked.endedAt === undefined) {
    return `Reading the service, ${looked?.checks ?? 0} of ${CHECKS} checks, not found yet.`
  }
  if (looked.checks === 0) return 'The service could not be read, so it is not known.'
  return `Not found in ${looked.checks} checks. It was most likely not done.`
}

function placeToLook({ endpoint }: Intent) {
  if (endpoint.name === sellAllToUsd.name) {
    return (
      <>
        See what is left in{' '}
        <Link to="/portfolio" className="link touch">
          Portfolio
        </Link>
        . Lay it aside once you know how it ended.
      </>
    )
  }
  if (endpoint.path.includes('/smart_trades')) {
    return (
      <>
        See for yourself in{' '}
        <Link to="/smart-trades" className="link touch">
          SmartTrades
        </Link>
        . Lay it aside once you know how it ended.
      </>
    )
  }
  return 'See for yourself at the service, and lay it aside once you know how it ended.'
}
