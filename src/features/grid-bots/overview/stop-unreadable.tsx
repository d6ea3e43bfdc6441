import { Link } from '@tanstack/react-router'

import type { Id } from '#contract/primitives.ts'
import { StopButton } from '#ui/button.tsx'

type StopUnreadableProps = { id: Id; reason: string | undefined; onStop: (id: Id) => void }

/** What can be done with a bot of which the id alone could be read: it may well run. */
export function StopUnreadable({ id, reason, onStop }: StopUnreadableProps) {
  return (
    <span className="flex items-center gap-3">
      <Link to="/grid-bots/$botId" params={{ botId: id }}>
        Bot {id}
      </Link>
      <StopButton name={`bot ${id}`} reason={reason} onPress={() => onStop(id)} />
    </span>
  )
}
