import type { ReactNode } from 'react'

import { type Decimal, isNegative, isZero, toNumber, ZERO } from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'
import { useReading } from '#ui/reading.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import { addMonths, monthOf, weeksOfMonth } from './civil.ts'
import type { Coverage } from './coverage.ts'
import { daysUpAndDown, type ProfitSum, type ProfitSums, together } from './profit-sums.ts'

type ProfitCalendarProps = {
  month: string
  today: string
  days: ProfitSums
  coverage: Coverage
  /** The day whose trades are listed below. */
  chosen: string | undefined
  onMonth: (month: string) => void
  onDay: (day: string | undefined) => void
}

/** What each day of a month brought. Days that are not loaded, or not over, say so or nothing. */
export function ProfitCalendar(props: ProfitCalendarProps) {
  const { month, today, days, coverage, onMonth } = props
  const { firstDay, timeZone } = useReading()
  const weeks = weeksOfMonth(month, firstDay).filter(([start = '']) => start <= today)
  const inMonth = weeks.flat().filter((day) => monthOf(day) === month)
  const sums = inMonth.map((day) => days.get(day))
  const { profit } = together(sums)
  const { up, down } = daysUpAndDown(sums)
  const largest = Math.max(...sums.map((sum) => (sum ? Math.abs(toNumber(sum.profit)) : 0)))
  const isMonthWhole = inMonth.every((day) => coverage.hasDay(day))
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
        coverage.count === 0 ? (
          <Skeleton width={160} />
        ) : (
          <span className="text-caption text-ink-3">
            {up} up, {down} down <Amount signed places={2} value={profit} unit="USD" />
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
                <Day
                  key={day}
                  {...props}
                  day={day}
                  sum={days.get(day)}
                  largest={largest}
                  isFirst={day === weeks[0]?.[0]}
                />
              ))}
              <WeekTotal week={week} {...props} />
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })
const CELL = 'h-12.25 border border-hairline p-0 align-top max-sm:h-13'

type DayProps = ProfitCalendarProps & {
  day: string
  sum: ProfitSum | undefined
  largest: number
  /** The one at the top left, which names its month. */
  isFirst: boolean
}

function Day(props: DayProps) {
  const { day, sum, largest, isFirst, month, today, coverage, chosen, onDay } = props
  const { areAmountsHidden } = useReading()
  const isOther = monthOf(day) !== month
  const hasMonth = isFirst || day.endsWith('-01')
  const number = hasMonth ? formatInstant(Date.parse(day), 'day') : Number(day.slice(8))
  const isChosen = chosen === day
  const tint = sum && !isOther && !areAmountsHidden ? tintOf(sum.profit, largest) : undefined
  if (day > today || (!sum && !coverage.hasDay(day))) {
    return (
      <td className={CELL}>
        <span className="block px-2 pt-1 text-caption text-ink-3 max-sm:px-1">{number}</span>
        {day <= today && <span className="sr-only">not loaded</span>}
      </td>
    )
  }
  return (
    <td className={CELL} style={tint === undefined ? undefined : { background: tint }}>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={`${formatInstant(Date.parse(day), 'weekday')}, list its orders`}
        onClick={() => onDay(isChosen ? undefined : day)}
        className={classNames(
          'flex size-full min-h-12 cursor-pointer flex-col justify-between px-2 pt-1 pb-1 text-left max-sm:px-1',
          isChosen ? 'inset-ring inset-ring-ink' : 'hover:inset-ring hover:inset-ring-hairline-2',
        )}
      >
        <span className={classNames('text-caption', isOther ? 'text-ink-3' : 'text-ink-2')}>
          {number}
        </span>
        <DayProfit sum={sum} isOther={isOther} isPart={!coverage.hasDay(day)} />
      </button>
    </td>
  )
}

type DayProfitProps = { sum: ProfitSum | undefined; isOther: boolean; isPart: boolean }

function DayProfit({ sum, isOther, isPart }: DayProfitProps) {
  const profit = sum?.profit ?? ZERO
  const colour = isOther || !sum ? 'text-ink-3' : undefined
  return (
    <span className="self-end" title={isPart ? 'Not all of this day is loaded.' : undefined}>
      <span className="max-sm:hidden">
        <Amount
          signed
          places={2}
          value={profit}
          hasColour={colour === undefined}
          className={colour}
        />
      </span>
      <span className="text-caption sm:hidden">
        <Amount
          signed
          glyph={false}
          places={0}
          value={profit}
          hasColour={colour === undefined}
          className={colour}
        />
      </span>
    </span>
  )
}

function WeekTotal({ week, days, today }: ProfitCalendarProps & { week: readonly string[] }) {
  const [first = ''] = week
  const { profit, count } = together(week.map((day) => days.get(day)))
  return (
    <td className={classNames(CELL, 'max-sm:hidden')}>
      {first <= today && (
        <span className="flex min-h-12 flex-col justify-between px-2 py-1">
          <span className="text-caption text-ink-3">{formatInstant(Date.parse(first), 'day')}</span>
          <span className="self-end font-medium">
            {count > 0 && <Amount signed places={2} value={profit} />}
          </span>
        </span>
      )}
    </td>
  )
}

/** Parts of the month's largest day from which a day's ground is stronger. */
const STEPS = [
  { above: 0.55, strength: 100 },
  { above: 0.2, strength: 65 },
  { above: 0, strength: 35 },
]

function tintOf(profit: Decimal, largest: number): string | undefined {
  if (isZero(profit)) return undefined
  const share = Math.abs(toNumber(profit)) / largest
  const { strength } = STEPS.find(({ above }) => share > above) ?? { strength: 35 }
  const ground = isNegative(profit) ? 'var(--down-soft)' : 'var(--up-soft)'
  return `color-mix(in srgb, ${ground} ${strength}%, var(--canvas))`
}
