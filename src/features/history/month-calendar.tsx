import { isPrintedSum } from '#money/places-that-add-up.ts'
import { monthOf, weeksOfMonth } from '#ui/civil-day.ts'
import { Amount } from '#ui/amount.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import type { Coverage } from './loaded-rows.ts'
import { isWithin, type Period } from './period.ts'
import { largestOf, ProfitCell, TotalCell } from './profit-cell.tsx'
import { daysUpAndDown, profitOf, type ProfitSum, type ProfitSums, together } from './sums.ts'
import { NO_PROFIT_GIVEN, unvaluedText } from './words.ts'

export type CalendarProps = {
  period: Period
  today: string
  days: ProfitSums
  coverage: Coverage
  areAllDated: boolean
  /** Whether the sums hold every row that belongs in them. */
  isSumKnown: boolean
}

type MonthCalendarProps = CalendarProps & {
  month: string
  /** The day whose trades are listed below. */
  chosen: string | undefined
  onDay: (day: string | undefined) => void
}

export function MonthCalendar(props: MonthCalendarProps) {
  const { month, period, today, days, coverage, chosen, onDay } = props
  const { firstDay, timeZone } = useDisplayPreferences()
  const weeks = weeksOfMonth(month, firstDay).filter(([start = '']) => start <= today)
  const isShown = (day: string) => monthOf(day) === month && isWithin(period, day)
  const sumsOf = (week: readonly string[]) => week.filter(isShown).map((day) => days.get(day))
  const sums = sumsOf(weeks.flat())
  const name = formatInstant(Date.parse(month), 'month-name')
  return (
    <Section
      title={name}
      caption={`Days in ${timeZone === 'UTC' ? 'UTC' : 'local time'}`}
      actions={<Sums {...props} sums={sums} kind="days" />}
    >
      <div className="@container/calendar">
        <table className="w-full table-fixed border-collapse tabular-nums">
          <caption className="sr-only">Profit of each day of {name}, USD</caption>
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
                    largest={largestOf(sums)}
                    label={`${formatInstant(Date.parse(day), 'weekday')}, list its orders`}
                    isChosen={chosen === day}
                    isOfPeriod={isShown(day)}
                    isLoaded={coverage.hasDay(day)}
                    onPress={() => onDay(chosen === day ? undefined : day)}
                  />
                ))}
                <TotalCell
                  name={formatInstant(Date.parse(week[0] ?? ''), 'day')}
                  sum={together(sumsOf(week.filter(coverage.hasDay)))}
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

type SumsProps = CalendarProps & {
  sums: readonly (ProfitSum | undefined)[]
  kind: 'days' | 'months'
}

export function Sums({ sums, coverage, isSumKnown, kind }: SumsProps) {
  const whole = together(sums)
  const { up, down } = daysUpAndDown(sums)
  return (
    <span className="min-h-4 text-right text-caption text-ink-3 max-sm:min-h-9">
      {coverage.isWhole ? (
        <>
          {whole.valued > 0 && `${up} ${kind} up, ${down} down, `}
          <Amount
            signed
            places={2}
            value={isSumKnown || whole.valued > 0 ? profitOf(whole) : undefined}
            unit="USD"
            reason={NO_PROFIT_GIVEN}
          />
          {whole.unvalued > 0 && `, ${unvaluedText(whole)}`}
          {!isPrintedSum(sums.map(profitOf), profitOf(whole), 2) && ', rounded'}
        </>
      ) : (
        <Skeleton width={160} />
      )}
    </span>
  )
}
