import { Button } from '#ui/button.tsx'

import { botsOf } from './bulk-stop-sheet.tsx'
import { countWords, isThrough } from './run-state.ts'
import type { RunView } from './use-run-view.ts'

/** A bulk stop that is not through, or has ends that nobody knows: what it is, and the way back to it. */
export function BulkStopLine({ view, onShow }: { view: RunView; onShow: () => void }) {
  const { rows, counts, isPaused, run } = view
  if (rows.length === 0) return null
  const isOver = isThrough(counts)
  const verb = isOver ? 'Stopped' : isPaused ? 'Stopping is paused:' : 'Stopping'
  return (
    <div
      role="status"
      className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 border-y border-hairline-2 py-1.5"
    >
      <span>
        {verb} {botsOf(rows.length)}: {countWords(counts)}
      </span>
      <Button size="small" onClick={onShow}>
        Show each
      </Button>
      {isOver && (
        <Button size="small" look="quiet" onClick={() => run.dismiss()}>
          Put away
        </Button>
      )}
    </div>
  )
}
