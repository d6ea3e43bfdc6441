import { failureWords } from '#query/failure-words.ts'
import { formatInstant } from '#ui/instant.ts'
import { Note } from '#ui/note.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import type { Finished } from './use-finished-trades.ts'
import { countText } from './words.ts'

/** Says whose profit calendar and bars show where the rows of the history tell none. */
export function FinishedNote({ finished }: { finished: Finished }) {
  const { timeZone } = useDisplayPreferences()
  const { coverage, error, isLoading, loadAll } = finished
  const { count, isWhole, from } = coverage
  const back = from === undefined ? '' : `, back to ${formatInstant(from, 'date', timeZone)}`
  return (
    <Note
      isAnnounced
      className="mt-2 mb-3"
      action={
        !isWhole &&
        !isLoading && (
          <button type="button" onClick={loadAll} className="link touch">
            {error ? 'Go on loading' : 'Load all of them'}
          </button>
        )
      }
    >
      The history of this service tells no profit. Calendar and bars show that of finished
      SmartTrades instead, without what bots made:{' '}
      {count === 0 && isWhole
        ? 'there are none.'
        : `${isWhole ? 'all ' : ''}${countText(count)}${isWhole ? '' : back}.`}
      {error && ` ${failureWords(error)}`}
    </Note>
  )
}
