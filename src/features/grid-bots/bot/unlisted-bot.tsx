import type { Id } from '#contract/primitives.ts'
import { Note } from '#ui/note.tsx'

import { FundsNeeded } from './funds-needed.tsx'

/** A bot of a service that tells no settings: its funds, and what cannot be known here. */
export function UnlistedBot({ botId }: { botId: Id }) {
  return (
    <div className="grid max-w-150 gap-4 pt-4">
      <Note>
        Nothing of a grid bot but its funds can be read here. Whether it runs, its range, its orders
        and its profit appear here once a stop has brought the bot back.
      </Note>
      <FundsNeeded botId={botId} />
    </div>
  )
}
