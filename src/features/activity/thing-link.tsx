import { Link } from '@tanstack/react-router'

import type { Thing } from './thing-of.ts'

/** The way from an intent to what it made or was about. */
export function ThingLink({ thing: { kind, id } }: { thing: Thing }) {
  return kind === 'grid bot' ? (
    <Link to="/grid-bots/$botId" params={{ botId: id }} className="link touch">
      Grid bot {id}
    </Link>
  ) : (
    <Link to="/smart-trades" search={{ status: 'all', trade: id }} className="link touch">
      SmartTrade {id}
    </Link>
  )
}
