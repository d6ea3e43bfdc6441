import { Button } from '#ui/button.tsx'

import { botsOf } from '../stop/bulk-stop-sheet.tsx'
import type { Selection } from './use-selection.ts'

type SelectionFooterProps = { selection: Selection; reason: string | undefined; onStop: () => void }

/** What is selected, the way out of it, and the one thing that can be done with it. */
export function SelectionFooter({ selection, reason, onStop }: SelectionFooterProps) {
  const count = selection.ids.length
  return (
    <>
      <span role="status">{botsOf(count)} selected</span>
      <Button look="quiet" size="small" onClick={selection.clear}>
        Clear
      </Button>
      <span className="ml-auto flex flex-wrap items-center gap-3">
        <Button look="danger-open" reason={reason} onClick={onStop}>
          Stop {botsOf(count)}
        </Button>
      </span>
    </>
  )
}
