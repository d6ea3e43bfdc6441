import { failureWords } from '#query/failure-words.ts'
import { usePause } from '#query/use-write-block.ts'
import { formatInstant } from '#ui/instant.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import type { Coverage } from './coverage.ts'
import type { Rest } from './use-rest.ts'
import { rowsText } from './words.ts'

type CoverageLineProps = {
  coverage: Coverage
  rest: Rest
  /** Whether a search or a day leaves some of the rows loaded out of the figures. */
  isNarrowed: boolean
}

/** What every figure above and below covers, and how to make it all there is. */
export function CoverageLine({ coverage, rest, isNarrowed }: CoverageLineProps) {
  const { timeZone } = useDisplayPreferences()
  const { count, isWhole, from } = coverage
  const back = from === undefined ? '' : ` back to ${formatInstant(from, 'date', timeZone)}`
  const covers = isNarrowed ? 'Figures of those found among' : 'Figures cover'
  const error = rest.isLoading ? undefined : rest.error
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-caption text-ink-3 tabular-nums max-sm:min-w-0 max-sm:flex-1">
      <p role="status">
        {rest.isLoading
          ? `Loading: ${rowsText(count)} so far,${back}.`
          : isWhole
            ? `${covers} ${count === 1 ? 'the one row' : `all ${rowsText(count)}`}.`
            : `${covers} ${rowsText(count)},${back}.`}
        {rest.isLoading && <Pause />}
      </p>
      {error && (
        <p role="alert" className="text-caution">
          Stopped there. {failureWords(error)}
        </p>
      )}
      {rest.isLoading ? (
        <button type="button" onClick={rest.cancel} className="link touch">
          Cancel
        </button>
      ) : (
        !isWhole && (
          <button type="button" onClick={() => void rest.load()} className="link touch">
            {error ? 'Go on loading' : 'Load all'}
          </button>
        )
      )}
    </div>
  )
}

/** How long the service still lets nothing through. */
function Pause() {
  const pause = usePause()
  return pause && ` It goes on by itself in ${pause.seconds} s.`
}
