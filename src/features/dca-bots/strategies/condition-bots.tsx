import { Link } from '@tanstack/react-router'

import type { DcaBot } from '#contract/dca-bots.ts'

/** The bots that start on a condition, each a way to it. */
export function ConditionBots({ bots }: { bots: readonly DcaBot[] | undefined }) {
  if (bots === undefined) return null
  if (bots.length === 0) return <p className="pt-1.5 text-caption text-ink-3">No bot uses it.</p>
  return (
    <p className="pt-1.5 text-caption text-ink-3">
      Used by{' '}
      {bots.map(({ id, name }, index) => (
        <span key={id ?? index}>
          {index > 0 && ', '}
          {id === undefined ? (
            'a bot that could not be read'
          ) : (
            <Link to="/dca-bots/$botId" params={{ botId: id }} className="link">
              {name ?? 'Unnamed bot'}
            </Link>
          )}
        </span>
      ))}
    </p>
  )
}
