import { Note } from '#ui/note.tsx'

import type { Rest } from './use-rest.ts'

type NotAmongRowsProps = {
  /** Whether every row of the view is loaded. */
  isWhole: boolean
  rest: Rest
  onForget: () => void
}

/** For an address that names an order which is not among the rows: the service finds none by its id. */
export function NotAmongRows({ isWhole, rest, onForget }: NotAmongRowsProps) {
  return (
    <Note isAnnounced className="mt-2 mb-3">
      <span className="flex flex-wrap justify-between gap-x-6 gap-y-1">
        {isWhole
          ? 'The order of this address is not among the orders of this account and pair.'
          : 'The order of this address is not among the rows loaded.'}
        <span className="flex gap-4">
          {!isWhole && !rest.isLoading && (
            <button type="button" onClick={() => void rest.load()} className="link touch">
              Look in all rows
            </button>
          )}
          <button type="button" onClick={onForget} className="link touch">
            Leave it
          </button>
        </span>
      </span>
    </Note>
  )
}
