import type { ReactNode } from 'react'

import { toNumber } from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import { CalendarDay, WeekTotal } from './calendar-day.tsx'
import { addMonths, monthOf, weeksOfMonth } from './civil.ts'
import type { Coverage } from './coverage.ts'
import { daysUpAndDown, profitOf, type ProfitSums, together } from './profit-sums.ts'
import { NOTHING_TOLD, unvaluedText } from './words.ts'

type ProfitCalendarProps = {
  month: string
  today: string
  days: ProfitSums
  coverage: Coverage
  /** Rows that do not say when they closed may belong to any month. */
  hasUndated: boolean
  /** The day whose trades are listed below. */
  chosen: string | undefined
  onMonth: (month: string) => void
  onDay: (day: string | undefined) => void
}

/** What each day of a month brought. Days that are not loaded, or not over, say so or nothing. */
export function ProfitCalendar(props: ProfitCalendarProps) {
  const { month, today, days, coverage, hasUndated, onMonth } = props
  const { firstDay, timeZone } = useDisplayPreferences()
  const weeks = weeksOfMonth(month, firstDay).filter(([start = '']) => start <= today)
  const inMonth = weeks.flat().filter((day) => monthOf(day) === month)
  const sums = inMonth.map((day) => days.get(day))
  const whole = together(sums)
  const { up, down } = daysUpAndDown(sums)
  const largest = Math.max(...sums.map((sum) => (sum ? Math.abs(toNumber(sum.profit)) : 0)))
  const isMonthWhole = inMonth.every((day) => coverage.hasDay(day))
  const isSumKnown = isMonthWhole && !hasUndated
  const step = (by: number, label: string, icon: ReactNode) => (
    <Button
      isIcon
      look="quiet"
      size="small"
      aria-label={label}
      onClick={() => onMonth(addMonths(month, by))}
    >
      {icon}
    </Button>
  )
  return (
    <Section
      title={formatInstant(Date.parse(month), 'month-name')}
      caption={
        <span className="inline-flex items-center gap-1">
          Days in {timeZone === 'UTC' ? 'UTC' : 'local time'}
          {step(-1, 'Month before', <ChevronLeftIcon size={16} />)}
          {month < monthOf(today) && step(1, 'Month after', <ChevronRightIcon size={16} />)}
        </span>
      }
      actions={
        coverage.count === 0 && !coverage.isWhole ? (
          <Skeleton width={160} />
        ) : (
          <span className="text-caption text-ink-3">
            {whole.valued > 0 && `${up} up, ${down} down `}
            <Amount
              signed
              places={2}
              value={isSumKnown || whole.valued > 0 ? profitOf(whole) : undefined}
              unit="USD"
              reason={isSumKnown ? NOTHING_TOLD : 'No result is known to be of this month.'}
            />
            {whole.unvalued > 0 && `, ${unvaluedText(whole)}`}
            {!isMonthWhole && ' so far'}
          </span>
        )
      }
    >
      <table className="w-full table-fixed border-collapse tabular-nums">
        <caption className="sr-only">
          Profit of each day of {formatInstant(Date.parse(month), 'month-name')}, USD
        </caption>
        <thead>
          <tr className="h-6 text-caption text-ink-3">
            {weeks[0]?.map((day) => (
              <th key={day} scope="col" className="pr-2 text-right font-normal max-sm:pr-1">
                {WEEKDAY.format(Date.parse(day))}
              </th>
            ))}
            <th scope="col" className="pr-2 text-right font-normal max-sm:hidden">
              Week
            </th>
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <CalendarDay
                  key={day}
                  {...props}
                  day={day}
                  sum={days.get(day)}
                  largest={largest}
                  isFirst={day === weeks[0]?.[0]}
                />
              ))}
              <WeekTotal
                start={week[0] ?? ''}
                sum={together(week.map((day) => days.get(day)))}
                today={today}
              />
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })
