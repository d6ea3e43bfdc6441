import { fromNumber, isNegative } from '#money/decimal.ts'
import { plural } from '#money/format.ts'
import { failureOf } from '#query/failure-words.ts'
import { useService } from '#query/service.tsx'
import { useConnection, useSessionStore } from '#session/use-session.ts'
import type { DepositReading, Unit } from '#trading/balance-flow.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Empty } from '#ui/empty.tsx'
import { formatInstant } from '#ui/instant.ts'
import { NotLoaded } from '#ui/error-state.tsx'
import { Note } from '#ui/note.tsx'

import type { Range } from '../range.ts'
import { UNIT_NAMES, UNIT_PLACES } from '../unit.ts'
import { BalanceChart } from './balance-chart.tsx'
import type { Live } from './series.ts'
import type { BalanceHistory } from './use-balance-history.ts'

type HistoryPartProps = {
  of: string
  unit: Unit
  history: BalanceHistory
  /** Absent if everything is requested already. */
  onShowAll: (() => void) | undefined
  /** Called with a period dragged over the chart. */
  onRange: (range: Range) => void
}

/** The height of the chart with its readout. */
const ROOM = 'min-h-89.5 max-sm:min-h-53.5'

export function HistoryPart({ of, unit, history, onShowAll, onRange }: HistoryPartProps) {
  const { clock } = useService()
  const { query, isLoading, series, live, performance } = history
  const retry = () => void query.refetch()
  if (isLoading) return <ChartSkeleton />
  if (!series || (query.isError && series.usd.at.length < 2)) {
    return (
      query.error && (
        <NotLoaded
          what="The balance history"
          {...failureOf(query.error)}
          at={clock.serviceTime(query.errorUpdatedAt)}
          next="It is read again every minute."
          onRetry={retry}
        />
      )
    )
  }
  const unreadable = series.unreadable[unit]
  if (series[unit].at.length === 0) {
    const action = onShowAll && <Button onClick={onShowAll}>Show the whole history</Button>
    return (
      <div className={ROOM}>
        {unreadable > 0 ? (
          <Empty title="No point of this range can be read." action={action}>
            The service sent {plural(unreadable, 'point')} without a date or a value in{' '}
            {UNIT_NAMES[unit]}.
          </Empty>
        ) : (
          <Empty title="No balance history in this range yet." action={action}>
            The service adds points over time.
          </Empty>
        )}
      </div>
    )
  }
  return (
    <div data-stale={query.isError || undefined}>
      {series.reading === undefined && <DepositQuestion />}
      {live?.jump && <LiveJump unit={unit} value={live.value} jump={live.jump} />}
      <BalanceChart
        of={of}
        unit={unit}
        series={series}
        live={live}
        performance={performance}
        onRange={onRange}
      />
      {unreadable > 0 && (
        <p role="status" className="pt-1 text-caption text-ink-3">
          Left out: {plural(unreadable, 'point')} of this range that could not be read.
        </p>
      )}
    </div>
  )
}

type LiveJumpProps = { unit: Unit; value: number; jump: NonNullable<Live['jump']> }

/** Says that the balance is far from the last point: money may have come in or gone out since. */
function LiveJump({ unit, value, jump }: LiveJumpProps) {
  const { timeZone } = useDisplayPreferences()
  const places = UNIT_PLACES[unit]
  return (
    <Note isAnnounced className="mt-3">
      The balances are worth{' '}
      <Amount
        value={fromNumber(value)}
        places={places}
        mainPlaces={places}
        unit={UNIT_NAMES[unit]}
      />{' '}
      now, <Amount signed glyph={false} hasColour={false} value={jump.by} places={places} /> since
      the last point of {formatInstant(jump.since, 'minute', timeZone)}. Prices don’t explain that:{' '}
      {jump.isPriced
        ? `possibly a ${isNegative(jump.by) ? 'withdrawal' : 'deposit'}`
        : 'an asset has no price now'}
      . All other figures end at that point.
    </Note>
  )
}

function ChartSkeleton() {
  return (
    <div role="status" aria-label="Loading the balance history" className={`pt-9 ${ROOM}`}>
      <div className="appear-late flex h-80.5 flex-col justify-between pt-7 pr-14 pb-20 max-sm:h-40 max-sm:pb-6">
        {[1, 2, 3, 4].map((line) => (
          <div key={line} className="border-t border-hairline" />
        ))}
      </div>
    </div>
  )
}

/** Keeps how a connection's deposits are read; `undefined` returns to guessing. */
export function useRememberReading() {
  const { settings } = useSessionStore()
  return (connectionId: string, reading: DepositReading | undefined): void => {
    const { [connectionId]: _former, ...others } = settings.get().depositReadings
    settings.set({ depositReadings: reading ? { ...others, [connectionId]: reading } : others })
  }
}

/** Asks once per connection for what its history does not say. */
function DepositQuestion() {
  const id = useConnection()?.id
  const rememberReading = useRememberReading()
  if (id === undefined) return null
  return (
    <Note tone="caution" isAnnounced className="mt-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-80">
          Does this service write each deposit once, or the total of all deposits at every point?
          Its figures fit both, and profit depends on it.
        </p>
        <span className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => rememberReading(id, 'since_last')}>
            Each deposit once
          </Button>
          <Button size="small" onClick={() => rememberReading(id, 'cumulative')}>
            Running total
          </Button>
        </span>
      </div>
    </Note>
  )
}
