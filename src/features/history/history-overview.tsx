import { type ReactNode, useMemo } from 'react'

import { useFiguresSource } from '#market/figures-source.ts'
import { type Decimal, isNegative, isZero, toNumber } from '#money/decimal.ts'
import { toSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { addMonths, monthOf, weeksOfMonth } from '#ui/civil-day.ts'
import { classNames } from '#ui/class-names.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { ChevronLeftIcon, ChevronRightIcon } from '#ui/icons.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import type { HistoryModel } from './use-history.ts'
import type { Coverage } from './loaded-rows.ts'
import { ProfitBars } from './profit-bars.tsx'
import {
  countUndated,
  daysUpAndDown,
  profitByDay,
  profitOf,
  type ProfitRow,
  type ProfitSum,
  type ProfitSums,
  together,
} from './sums.ts'
import { countText, NO_PROFIT_GIVEN, rowsText, unvaluedText } from './words.ts'

/** Profit over time: the calendar, and beside it bars of days, weeks, months or pairs. */
export function HistoryOverview({ history }: { history: HistoryModel }) {
  const { search, view, month, today, profitRows, finished, dayOf, nameOf, onChange } = history
  const source = useFiguresSource(
    view.account_id === undefined ? 'All accounts' : nameOf(view.account_id),
  )
  const trades: readonly ProfitRow[] = finished?.rows ?? profitRows.all
  const coverage = finished?.coverage ?? history.coverage
  const undated = useMemo(() => countUndated(trades), [trades])
  const days = useMemo(() => profitByDay(trades, dayOf), [trades, dayOf])
  return (
    <div className="grid grid-cols-[minmax(0,1.65fr)_minmax(0,1fr)] gap-x-10 gap-y-5 border-b border-hairline pt-1 pb-4 medium:gap-x-6 @max-[46rem]/page:grid-cols-1">
      <ProfitCalendar
        month={month}
        today={today}
        days={days}
        coverage={coverage}
        hasUndated={undated > 0}
        chosen={search.day}
        onMonth={(next) => onChange({ month: next === monthOf(today) ? undefined : next })}
        onDay={(day) => onChange({ day })}
      />
      <ProfitBars
        by={search.by}
        today={today}
        days={days}
        trades={finished?.rows ?? profitRows.withinDates}
        profit={finished ? 'net' : search.profit}
        hasDay={coverage.hasDay}
        onBy={(by) => onChange({ by })}
        source={view.pair === undefined ? source : `${source}, ${toSlashPair(view.pair)}`}
      />
      {undated > 0 && (
        <p className="col-span-full -mt-3 text-caption text-ink-3">
          {rowsText(undated)} without a readable closing time {undated === 1 ? 'is' : 'are'} in no
          day, week or month.
        </p>
      )}
    </div>
  )
}

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
function ProfitCalendar(props: ProfitCalendarProps) {
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
          {step(-1, 'Previous month', <ChevronLeftIcon size={16} />)}
          {month < monthOf(today) && step(1, 'Next month', <ChevronRightIcon size={16} />)}
        </span>
      }
      actions={
        <span className="min-h-4 text-right text-caption text-ink-3 max-sm:min-h-9">
          {coverage.count === 0 && !coverage.isWhole ? (
            <Skeleton width={160} />
          ) : (
            <>
              {whole.valued > 0 && `${up} days up, ${down} down, `}
              <Amount
                signed
                places={2}
                value={isSumKnown || whole.valued > 0 ? profitOf(whole) : undefined}
                unit="USD"
                reason={isSumKnown ? NO_PROFIT_GIVEN : 'No order of this month is loaded yet.'}
              />
              {whole.unvalued > 0 && `, ${unvaluedText(whole)}`}
              {!isMonthWhole && ' so far'}
            </>
          )}
        </span>
      }
    >
      <div className="@container/calendar">
        <table className="w-full table-fixed border-collapse tabular-nums">
          <caption className="sr-only">
            Profit of each day of {formatInstant(Date.parse(month), 'month-name')}, USD
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
      </div>
    </Section>
  )
}

const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })

const CELL = 'h-12.25 border border-hairline p-0 align-top'

type CalendarDayProps = {
  day: string
  /** The month and the day that it is. */
  month: string
  today: string
  coverage: Coverage
  chosen: string | undefined
  onDay: (day: string | undefined) => void
  sum: ProfitSum | undefined
  largest: number
  /** The one at the top left, which names its month. */
  isFirst: boolean
}

/** A day of the month: what it brought, and the way to its orders. */
export function CalendarDay(props: CalendarDayProps) {
  const { day, sum, largest, isFirst, month, today, coverage, chosen, onDay } = props
  const { areAmountsHidden } = useDisplayPreferences()
  const isOther = monthOf(day) !== month
  const hasMonth = isFirst || day.endsWith('-01')
  const number = hasMonth ? formatInstant(Date.parse(day), 'day') : Number(day.slice(8))
  const isChosen = chosen === day
  const left = sum && unvaluedText(sum)
  const tint = sum && !isOther && !areAmountsHidden ? tintOf(sum.profit, largest) : undefined
  if (day > today || (!sum && !coverage.hasDay(day))) {
    return (
      <td className={CELL}>
        <span className="block px-2 pt-1 text-caption text-ink-3 @max-[42rem]/calendar:px-1">
          {number}
        </span>
        {day <= today && <span className="sr-only">not loaded</span>}
      </td>
    )
  }
  return (
    <td className={CELL} style={tint === undefined ? undefined : { background: tint }}>
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={`${formatInstant(Date.parse(day), 'weekday')}, list its orders${left ? `, ${left}` : ''}`}
        onClick={() => onDay(isChosen ? undefined : day)}
        className={classNames(
          'flex size-full min-h-12 cursor-pointer flex-col justify-between px-2 py-1 text-left @max-[42rem]/calendar:px-1',
          isChosen ? 'inset-ring inset-ring-ink' : 'hover:inset-ring hover:inset-ring-hairline-2',
        )}
      >
        <span className="flex items-baseline justify-between gap-1 text-caption">
          <span className={classNames('whitespace-nowrap', isOther ? 'text-ink-3' : 'text-ink-2')}>
            {number}
          </span>
          <Unvalued sum={sum} />
        </span>
        <DayProfit sum={sum} isOther={isOther} isPart={!coverage.hasDay(day)} />
      </button>
    </td>
  )
}

/** How many rows a sum leaves out; in small cells the month alone says it. */
function Unvalued({ sum }: { sum: ProfitSum | undefined }) {
  const words = sum && unvaluedText(sum)
  return (
    words && (
      <span title={words} className="whitespace-nowrap text-ink-3 @max-[42rem]/calendar:hidden">
        <span aria-hidden="true">
          {countText(sum.unvalued)}
          {sum.unvalued < 100 && ' —'}
        </span>
        <span className="sr-only">{words}</span>
      </span>
    )
  )
}

type DayProfitProps = { sum: ProfitSum | undefined; isOther: boolean; isPart: boolean }

function DayProfit({ sum, isOther, isPart }: DayProfitProps) {
  const colour = isOther || !sum ? 'text-ink-3' : undefined
  return (
    <span className="self-end" title={isPart ? 'This day is not fully loaded.' : undefined}>
      <CellAmount value={profitOf(sum)} hasColour={colour === undefined} className={colour ?? ''} />
    </span>
  )
}

type CellAmountProps = {
  value: Decimal | undefined
  reason?: string
  hasColour?: boolean
  className?: string
}

/** Cents and a glyph where a cell has 90 px for them, else whole numbers: the title has every digit. */
const CellAmount = (props: CellAmountProps) => (
  <>
    <span className="@max-[42rem]/calendar:hidden">
      <Amount signed places={2} {...props} />
    </span>
    <span className="hidden text-caption @max-[42rem]/calendar:inline">
      <Amount signed glyph={false} places={0} {...props} />
    </span>
  </>
)

type WeekTotalProps = { start: string; sum: ProfitSum; today: string }

function WeekTotal({ start, sum, today }: WeekTotalProps) {
  return (
    <td className={classNames(CELL, '@max-[24rem]/calendar:hidden')}>
      {start <= today && (
        <span className="flex min-h-12 flex-col justify-between px-2 py-1 @max-[42rem]/calendar:px-1">
          <span className="flex items-baseline justify-between gap-1 text-caption whitespace-nowrap text-ink-3">
            {formatInstant(Date.parse(start), 'day')}
            <Unvalued sum={sum} />
          </span>
          <span className="self-end font-medium">
            {(sum.valued > 0 || sum.unvalued > 0) && (
              <CellAmount value={profitOf(sum)} reason={NO_PROFIT_GIVEN} />
            )}
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
