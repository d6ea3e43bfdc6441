import { Link } from '@tanstack/react-router'

import type { Thing } from './entity-ref.ts'

/** The way from an intent to what it made or was about. */
export function EntityLink({ thing }: { thing: Thing }) {
  switch (thing.kind) {
    case 'grid bot':
      return (
        <Link to="/grid-bots/$botId" params={{ botId: thing.id }} className="link touch">
          Grid bot {thing.id}
        </Link>
      )
    case 'DCA bot':
      return (
        <Link to="/dca-bots/$botId" params={{ botId: thing.id }} className="link touch">
          DCA bot {thing.id.slice(0, 8)}
        </Link>
      )
    case 'SmartTrade':
      return (
        <Link to="/smart-trades" search={{ status: 'all', trade: thing.id }} className="link touch">
          SmartTrade {thing.id}
        </Link>
      )
  }
}
