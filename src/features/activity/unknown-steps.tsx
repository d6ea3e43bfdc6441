import { Link } from '@tanstack/react-router'

import { sellAllToUsd } from '#contract/exchanges.ts'
import type { Intent } from '#intents/intent.ts'
import { reconcilingWords } from '#intents/reconciling-words.ts'
import { useService } from '#query/service.tsx'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { Time } from '#ui/time.tsx'

/** What may be done about an outcome that nobody knows; sending it again is none of it. */
export function UnknownSteps({ intent }: { intent: Intent }) {
  const { sender } = useService()
  if (intent.closedAt !== undefined) {
    return (
      <p className="py-3 text-ink-2">
        You marked it as resolved at <Time at={intent.closedAt} style="second" />.
      </p>
    )
  }
  const canTell = sender.canTell(intent)
  const isLooking = intent.looked !== undefined && intent.looked.endedAt === undefined
  return (
    <div className="py-3">
      <Note>
        <span aria-live="polite">{canTell ? reconcilingWords(intent) : NO_READING}</span>
      </Note>
      <p className="py-2 text-ink-2">{placeToLook(intent)}</p>
      <div className="flex flex-wrap items-center gap-2">
        {canTell && (
          <Button
            onClick={() => void sender.lookAgain(intent.id)}
            reason={isLooking ? 'It is being looked for.' : undefined}
          >
            Check again
          </Button>
        )}
        <Button look="quiet" onClick={() => void sender.close(intent.id)}>
          Mark as resolved
        </Button>
      </div>
    </div>
  )
}

const NO_READING = 'No single thing can be read of this service that tells what became of it.'

function placeToLook({ endpoint }: Intent) {
  if (endpoint.name === sellAllToUsd.name) {
    return (
      <>
        See what is left in{' '}
        <Link to="/portfolio" className="link touch underline">
          Portfolio
        </Link>
        . Mark it as resolved once you know how it ended.
      </>
    )
  }
  const place = PLACES.find(({ part }) => endpoint.path.includes(part))
  if (place) {
    return (
      <>
        See for yourself in{' '}
        <Link to={place.to} className="link touch underline">
          {place.name}
        </Link>
        . Mark it as resolved once you know how it ended.
      </>
    )
  }
  return 'See for yourself at the service, and mark it as resolved once you know how it ended.'
}

const PLACES = [
  { part: '/smart_trades', to: '/smart-trades', name: 'SmartTrades' },
  { part: '/bots/grid', to: '/grid-bots', name: 'Grid bots' },
  { part: '/bots/dca', to: '/dca-bots', name: 'DCA bots' },
] as const
