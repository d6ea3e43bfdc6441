import { monthOf, weeksOfMonth } from '#ui/civil-day.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'

import type { OverviewProps } from './overview-props.ts'
import { isWithin } from './period.ts'
import { PeriodSentence } from './period-sentence.tsx'
import { largestOf, ProfitCell, TotalCell } from './profit-cell.tsx'
import { together } from './sums.ts'

type MonthCalendarProps = Omit<OverviewProps, 'source' | 'profit'> & {
  /** The day whose trades are listed below. */
  chosen: string | undefined
  onDay: (day: string | undefined) => void
}

export function MonthCalendar(props: MonthCalendarProps) {
  const { period, today, days, coverage, chosen, onDay } = props
  const { firstDay, timeZone } = useDisplayPreferences()
  const month = monthOf(period.last)
  const weeks = weeksOfMonth(month, firstDay).filter(([start = '']) => start <= today)
  const isShown = (day: string) => monthOf(day) === month && isWithin(period, day)
  const sumsOf = (week: readonly string[]) => week.filter(isShown).map((day) => days.get(day))
  const isWholeWeek = (week: readonly string[]) =>
    coverage.isWhole || week.filter(isShown).every(coverage.hasDay)
  const sums = sumsOf(weeks.flat())
  const largest = largestOf(sums)
  const name = formatInstant(Date.parse(month), 'month-name')
  return (
    <Section title={<PeriodSentence {...props} name={name} sums={sums} />}>
      <div className="@container/calendar">
        <table className="w-full table-fixed border-collapse tabular-nums">
          <caption className="sr-only">
            Profit of each day of {name} ({timeZone === 'UTC' ? 'UTC' : 'local time'}), USD
          </caption>
          <thead>
            <tr className="h-6 text-caption text-ink-3">
              {weeks[0]?.map((day) => (
                <th
                  key={day}
                  scope="col"
                  className="pr-2 text-right font-normal @max-[42rem]/calendar:pr-1"
                >
                  {WEEKDAY.format(Date.parse(day))}
                </th>
              ))}
              <th
                scope="col"
                className="pr-2 text-right font-normal @max-[24rem]/calendar:hidden @max-[42rem]/calendar:pr-1"
              >
                Week
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]}>
                {week.map((day) => (
                  <ProfitCell
                    key={day}
                    name={monthOf(day) === month ? Number(day.slice(8)) : ''}
                    sum={days.get(day)}
                    largest={largest}
                    label={`${formatInstant(Date.parse(day), 'weekday')}, list its orders`}
                    isChosen={chosen === day}
                    isOfPeriod={isShown(day)}
                    isLoaded={coverage.hasDay(day)}
                    onPress={() => onDay(chosen === day ? undefined : day)}
                  />
                ))}
                <TotalCell
                  name={formatInstant(Date.parse(week[0] ?? ''), 'day')}
                  sum={together(isWholeWeek(week) ? sumsOf(week) : [])}
                  largest={largest}
                  className="@max-[24rem]/calendar:hidden"
                />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  )
}

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })
