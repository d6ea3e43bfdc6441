import { useMemo } from 'react'

import { useService } from '#query/service.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import type { DayOf } from '#ui/civil-day.ts'

import { monthOf, weeksOfMonth } from './civil.ts'
import type { Coverage } from './coverage.ts'
import { ProfitBars } from './profit-bars.tsx'
import { ProfitCalendar } from './profit-calendar.tsx'
import { countUndated, profitByDay, type ProfitRow } from './profit-sums.ts'
import type { HistoryLook } from './search.ts'
import { rowsText } from './words.ts'

type HistoryOverviewProps = {
  look: HistoryLook
  trades: readonly ProfitRow[]
  coverage: Coverage
  dayOf: DayOf
  onLook: (change: Partial<HistoryLook>) => void
}

/** Profit over time: the calendar, and beside it bars of days, weeks, months or pairs. */
export function HistoryOverview({ look, trades, coverage, dayOf, onLook }: HistoryOverviewProps) {
  const { clock } = useService()
  const today = dayOf(clock.now())
  const undated = useMemo(() => countUndated(trades), [trades])
  const days = useMemo(() => profitByDay(trades, dayOf), [trades, dayOf])
  return (
    <div className="grid grid-cols-[minmax(0,1.65fr)_minmax(0,1fr)] gap-x-10 gap-y-5 border-b border-hairline pt-1 pb-4 max-xl:gap-x-6 max-lg:grid-cols-1">
      <ProfitCalendar
        month={look.month ?? monthOf(today)}
        today={today}
        days={days}
        coverage={coverage}
        hasUndated={undated > 0}
        chosen={look.day}
        onMonth={(month) => onLook({ month: month === monthOf(today) ? undefined : month })}
        onDay={(day) => onLook({ day })}
      />
      <ProfitBars
        by={look.by}
        today={today}
        days={days}
        trades={trades}
        hasDay={coverage.hasDay}
        onBy={(by) => onLook({ by })}
      />
      {undated > 0 && (
        <p className="col-span-full -mt-3 text-caption text-ink-3">
          In no day, week or month: {rowsText(undated)} without a closing time that can be read.
        </p>
      )}
    </div>
  )
}

/** The first day that the calendar shows. */
export function useFirstDayShown({ month }: HistoryLook, dayOf: DayOf): string {
  const { clock } = useService()
  const { firstDay } = useDisplayPreferences()
  const shown = month ?? monthOf(dayOf(clock.now()))
  return weeksOfMonth(shown, firstDay)[0]?.[0] ?? shown
}
