import { type KeyboardEvent, memo, useMemo, useState } from 'react'

import {
  absolute,
  compare,
  type Decimal,
  fromNumber,
  isNegative,
  isZero,
  toNumber,
} from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { Amount } from '#ui/amount.tsx'
import { addDays, type Weekday, weekOf } from '#ui/civil-day.ts'
import { classNames } from '#ui/class-names.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'

import type { OverviewProps } from './overview-props.ts'
import { daysBetween, isWithin } from './period.ts'
import { sentenceText } from './period-sentence.tsx'
import { profitOf, type ProfitSum, type ProfitSums, together } from './sums.ts'
import { closingText, NO_PROFIT_GIVEN, unvaluedText } from './words.ts'

type YearMapProps = Pick<OverviewProps, 'period' | 'days' | 'coverage'> & {
  year: string
  onDay: (day: string) => void
}

const DAY = 86_400_000

/** Row and column of each day of a year whose weeks are columns. */
export function placesOf(year: string, firstDay: Weekday) {
  const start = Date.parse(weekOf(`${year}-01-01`, firstDay))
  return daysBetween(`${year}-01-01`, `${year}-12-31`).map((day) => {
    const at = Math.round((Date.parse(day) - start) / DAY)
    return { day, row: (at % 7) + 2, column: Math.floor(at / 7) + 2 }
  })
}

const KEYS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  ArrowLeft: -7,
  ArrowRight: 7,
}

/** Every day of a year as a cell in one of three strengths. Arrow keys move, Enter opens the day. */
export function YearMap({ year, period, days, coverage, onDay }: YearMapProps) {
  const { firstDay, areAmountsHidden } = useDisplayPreferences()
  const places = useMemo(() => placesOf(year, firstDay), [year, firstDay])
  const inPeriod = places.filter(({ day }) => isWithin(period, day)).map(({ day }) => day)
  const [pointed, setPointed] = useState<string>()
  const at = inPeriod.find((day) => day === pointed) ?? inPeriod.at(-1) ?? period.last
  const steps = useMemo(() => stepsOf(days), [days])
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const { [event.key]: by = 0 } = KEYS
    const ends: Readonly<Record<string, string | undefined>> = {
      Home: inPeriod[0],
      End: inPeriod.at(-1),
    }
    const next = ends[event.key] ?? addDays(at, by)
    if (next === at || !inPeriod.includes(next)) return
    event.preventDefault()
    setPointed(next)
    event.currentTarget.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus()
  }
  return (
    <div className="pb-3">
      <div className="flex min-h-7 flex-wrap items-center justify-between gap-x-6 gap-y-1 text-caption text-ink-3">
        <DayLine day={at} sum={days.get(at)} isKnown={coverage.hasDay(at)} />
        <Legend steps={steps} isHidden={areAmountsHidden} />
      </div>
      <div ref={showEnd} className="overflow-x-auto pb-1">
        <div
          role="group"
          aria-label={`Profit of each day of ${year}`}
          onKeyDown={move}
          className="grid grid-cols-[2rem] auto-cols-[minmax(0.875rem,1.125rem)] grid-rows-[1rem_repeat(7,1.125rem)] gap-0.75 p-0.75 text-caption text-ink-3"
        >
          {WEEKDAYS.map((row) => (
            <span key={row} className="w-8 leading-4.5" style={{ gridRow: row + 2, gridColumn: 1 }}>
              {row % 2 === 0 &&
                WEEKDAY.format(Date.parse(addDays(weekOf(`${year}-01-08`, firstDay), row)))}
            </span>
          ))}
          {places
            .filter(({ day }) => day.endsWith('-01'))
            .map(({ day, column }) => (
              <span
                key={day}
                className="whitespace-nowrap"
                style={{ gridRow: 1, gridColumn: `${column} / span 3` }}
              >
                {formatInstant(Date.parse(day), 'month').slice(0, 3)}
              </span>
            ))}
          {places.map(({ day, row, column }) => (
            <div key={day} className="flex" style={{ gridRow: row, gridColumn: column }}>
              {isWithin(period, day) ? (
                <DayCell
                  day={day}
                  sum={coverage.hasDay(day) ? (days.get(day) ?? NO_CLOSE) : undefined}
                  steps={steps}
                  isCurrent={day === at}
                  onPoint={setPointed}
                  onPress={onDay}
                />
              ) : (
                <span className="flex-1 rounded-s inset-ring inset-ring-hairline" />
              )}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}

const NO_CLOSE = together([])

type DayCellProps = {
  day: string
  /** `undefined` if not all of its orders are loaded. */
  sum: ProfitSum | undefined
  steps: readonly Decimal[]
  isCurrent: boolean
  onPoint: (day: string) => void
  onPress: (day: string) => void
}

const DayCell = memo(function DayCell(props: DayCellProps) {
  const { day, sum, steps, isCurrent, onPoint, onPress } = props
  const { areAmountsHidden } = useDisplayPreferences()
  const name = formatInstant(Date.parse(day), 'weekday')
  const words = sum
    ? sentenceText(name, sum, { best: undefined, areAmountsHidden })
    : `${name}: not known`
  const mark = sum && !areAmountsHidden ? sum : undefined
  return (
    <button
      type="button"
      data-day={day}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={`${words}. Open the day`}
      onClick={() => onPress(day)}
      onFocus={() => onPoint(day)}
      onMouseEnter={() => onPoint(day)}
      className={classNames(
        'flex-1 cursor-pointer rounded-s text-center leading-4 text-ink forced-colors:border',
        !sum && 'border border-dashed border-hairline-2',
        isCurrent && 'inset-ring inset-ring-ink',
      )}
      style={{ background: mark && groundOf(mark, steps) }}
    >
      {mark && <Mark sum={mark} />}
    </button>
  )
})

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6]
const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })

/** Scrolls to the latest weeks if the year does not fit. */
const showEnd = (box: HTMLDivElement | null): void => {
  if (box) box.scrollLeft = box.scrollWidth
}

type DayLineProps = { day: string; sum: ProfitSum | undefined; isKnown: boolean }

const DayLine = ({ day, sum, isKnown }: DayLineProps) => (
  <span className="flex items-baseline gap-x-3 whitespace-nowrap tabular-nums">
    <span className="min-w-28 text-body font-medium text-ink">
      {formatInstant(Date.parse(day), 'weekday')}
    </span>
    <Amount
      signed
      places={2}
      unit="USD"
      value={isKnown ? profitOf(sum) : undefined}
      reason={isKnown ? NO_PROFIT_GIVEN : 'Not all orders of this day are loaded.'}
      className="text-body"
    />
    <span className="max-sm:sr-only">
      {isKnown && sum && [closingText(sum.closed), unvaluedText(sum)].filter(Boolean).join(', ')}
    </span>
  </span>
)

/** A loss is marked, so that no colour alone tells it from a gain. */
const Mark = ({ sum }: { sum: ProfitSum }) =>
  !isZero(sum.profit) ? (
    <span
      aria-hidden="true"
      className={isNegative(sum.profit) ? '' : 'hidden forced-colors:inline'}
    >
      {isNegative(sum.profit) ? '−' : '+'}
    </span>
  ) : null

/** Two round amounts: about half of the days are below the first, nine of ten below the second. */
export function stepsOf(days: ProfitSums): readonly [Decimal, Decimal] {
  const sizes = [...days.values()]
    .map(({ profit }) => Math.abs(toNumber(profit)))
    .filter((size) => size > 0)
    .toSorted((a, b) => a - b)
  const about = (share: number) =>
    Number((sizes[Math.floor(share * (sizes.length - 1))] ?? 0).toPrecision(1))
  const [first, second] = [about(0.5), about(0.9)]
  return [fromNumber(first), fromNumber(second > first ? second : 2 * first)]
}

const STRENGTHS = [30, 55, 85]

function groundOf(sum: ProfitSum, steps: readonly Decimal[]): string {
  if (isZero(sum.profit)) return 'var(--active)'
  const strength =
    STRENGTHS[steps.filter((step) => compare(absolute(sum.profit), step) > 0).length] ?? 0
  return toneGround(isNegative(sum.profit), strength)
}

const toneGround = (isLoss: boolean, strength: number): string =>
  `color-mix(in srgb, var(--${isLoss ? 'down' : 'up'}) ${strength}%, var(--canvas))`

function Legend({ steps, isHidden }: { steps: readonly [Decimal, Decimal]; isHidden: boolean }) {
  const [first, second] = steps.map((step) => formatAmount(step))
  const cell = (background: string, mark: string) => (
    <span
      key={background}
      className="size-3.5 rounded-s text-center leading-3 text-ink"
      style={{ background }}
    >
      {mark}
    </span>
  )
  return (
    <span className="flex items-center gap-1.5" aria-hidden="true">
      loss
      {STRENGTHS.toReversed().map((strength) => cell(toneGround(true, strength), '−'))}
      {cell('var(--active)', '')}
      {STRENGTHS.map((strength) => cell(toneGround(false, strength), ''))}
      gain
      {!isHidden && first !== '0' && ` · steps at ${first} and ${second} USD`}
    </span>
  )
}
