import { type KeyboardEvent, memo, useMemo, useState } from 'react'

import {
  absolute,
  compare,
  type Decimal,
  fromNumber,
  isNegative,
  isZero,
  toNumber,
  ZERO,
} from '#money/decimal.ts'
import { formatAmount, joined } from '#money/format.ts'
import { addDays, type Weekday, weekOf } from '#ui/civil-day.ts'
import { classNames } from '#ui/class-names.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'

import { WEEKDAY } from './month-calendar.tsx'
import { isEmpty, type Overview, type ProfitSums, type Stretch } from './sums.ts'
import { daysBetween, isWithin } from './period.ts'
import { Profit, sentenceText } from './profit.tsx'
import { closingText, unvaluedText } from './words.ts'

type YearMapProps = { overview: Overview; year: string; onDay: (day: string) => void }

const DAY = 86_400_000
const MONTHS_IN_PART = 4
const ROWS = 8

/** Grid position of each day; weeks are columns. `part`: position in stacked halves or thirds. */
export function placesOf(year: string, firstDay: Weekday) {
  const start = Date.parse(weekOf(`${year}-01-01`, firstDay))
  const weekAt = (day: string) => Math.floor(Math.round((Date.parse(day) - start) / DAY) / 7)
  return daysBetween(`${year}-01-01`, `${year}-12-31`).map((day) => {
    const row = Math.round((Date.parse(day) - Date.parse(weekOf(day, firstDay))) / DAY) + 2
    const part = Math.floor((Number(day.slice(5, 7)) - 1) / MONTHS_IN_PART)
    const first = String(part * MONTHS_IN_PART + 1).padStart(2, '0')
    return {
      day,
      row,
      column: weekAt(day) + 2,
      part: { top: part * ROWS, column: weekAt(day) - weekAt(`${year}-${first}-01`) + 2 },
    }
  })
}

type Place = ReturnType<typeof placesOf>[number]

const PLACE =
  'row-(--row) col-(--column) @max-[52rem]/page:row-(--part-row) @max-[52rem]/page:col-(--part-column)'

const placed = (row: number, { column, part }: Place, span = '') =>
  ({
    '--row': row,
    '--column': column + span,
    '--part-row': row + part.top,
    '--part-column': part.column + span,
  }) as object

const KEYS: Readonly<Record<string, number>> = {
  ArrowUp: -1,
  ArrowDown: 1,
  ArrowLeft: -7,
  ArrowRight: 7,
}

/** Days of a year as cells in three strengths. Arrow keys move, Enter opens the day. */
export function YearMap({ overview, year, onDay }: YearMapProps) {
  const { period, days, day: stretchOf } = overview
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
        <DayLine of={stretchOf(at)} />
        <Legend steps={steps} isHidden={areAmountsHidden} />
      </div>
      <div
        role="group"
        aria-label={`Profit of each day of ${year}`}
        onKeyDown={move}
        className="grid auto-cols-[minmax(0,1.125rem)] auto-rows-[1.125rem] grid-cols-[2rem] gap-0.75 py-1 text-caption text-ink-3 @max-[52rem]/page:auto-cols-[minmax(0,2rem)]"
      >
        {[0, ROWS, 2 * ROWS].map((top) =>
          places.slice(0, 7).map(({ day, row }) => (
            <span
              key={`${top} ${day}`}
              className={classNames('leading-4.5', top > 0 && '@min-[52rem]/page:hidden')}
              style={{ gridRow: row + top, gridColumn: 1 }}
            >
              {row % 2 === 0 && WEEKDAY.format(Date.parse(day))}
            </span>
          )),
        )}
        {places
          .filter(({ day }) => day.endsWith('-01'))
          .map((place) => (
            <span
              key={place.day}
              className={`whitespace-nowrap ${PLACE}`}
              style={placed(1, place, ' / span 3')}
            >
              {formatInstant(Date.parse(place.day), 'month').slice(0, 3)}
            </span>
          ))}
        {places.map((place) => {
          const { key, ...of } = stretchOf(place.day)
          return (
            <div key={key} className={`flex ${PLACE}`} style={placed(place.row, place)}>
              {isWithin(period, key) ? (
                <DayCell
                  {...of}
                  day={key}
                  steps={steps}
                  isCurrent={key === at}
                  onPoint={setPointed}
                  onPress={onDay}
                />
              ) : (
                <span className="flex-1 rounded-s inset-ring inset-ring-hairline" />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

type DayCellProps = Omit<Stretch, 'key'> & {
  day: string
  steps: readonly Decimal[]
  isCurrent: boolean
  onPoint: (day: string) => void
  onPress: (day: string) => void
}

const DayCell = memo(function DayCell(props: DayCellProps) {
  const { day, sum, isWhole, steps, isCurrent, onPoint, onPress } = props
  const { areAmountsHidden } = useDisplayPreferences()
  const name = formatInstant(Date.parse(day), 'weekday')
  const words = sentenceText(name, { key: day, sum, isWhole }, { areAmountsHidden })
  const isShown = isWhole && !areAmountsHidden
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
        MARK,
        'flex-1 cursor-pointer',
        !isWhole && 'border border-dashed border-hairline-2',
        isCurrent && 'inset-ring inset-ring-ink',
      )}
      {...(isShown && groundOf(sum.profit, steps))}
    >
      {isShown && <Mark profit={sum.profit} />}
    </button>
  )
})

const DayLine = ({ of }: { of: Stretch }) => (
  <span className="flex items-baseline gap-x-3 whitespace-nowrap tabular-nums">
    <span className="min-w-28 text-body font-medium text-ink">
      {formatInstant(Date.parse(of.key), 'weekday')}
    </span>
    <Profit of={of} unit="USD" className="text-body" />
    <span className="max-sm:sr-only">
      {of.isWhole && !isEmpty(of.sum) && joined([closingText(of.sum.closed), unvaluedText(of.sum)])}
    </span>
  </span>
)

/** Losses have a mark, so that they differ by more than colour. */
const Mark = ({ profit }: { profit: Decimal }) =>
  !isZero(profit) && (
    <span aria-hidden="true" className={isNegative(profit) ? '' : 'hidden forced-colors:inline'}>
      {isNegative(profit) ? '−' : '+'}
    </span>
  )

/** Two round amounts: about half of the days are below the first, nine tenths below the second. */
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

/** Without colours, the border shows the strength. */
const MARK =
  'rounded-s text-center leading-3 text-ink forced-colors:border forced-colors:data-[strength="1"]:border-2 forced-colors:data-[strength="2"]:border-3'

function groundOf(profit: Decimal, steps: readonly Decimal[]) {
  if (isZero(profit)) return { style: { background: 'var(--active)' } }
  return groundAt(
    isNegative(profit),
    steps.filter((step) => compare(absolute(profit), step) > 0).length,
  )
}

const groundAt = (isLoss: boolean, strength: number) => ({
  'data-strength': strength,
  style: {
    background: `color-mix(in srgb, var(--${isLoss ? 'down' : 'up'}) ${STRENGTHS[strength]}%, var(--canvas))`,
  },
})

function Legend({ steps, isHidden }: { steps: readonly [Decimal, Decimal]; isHidden: boolean }) {
  const [first, second] = steps.map((step) => formatAmount(step))
  const cells = [-3, -2, -1, 0, 1, 2, 3]
  return (
    <span className="flex items-center gap-1" aria-hidden="true">
      loss
      {cells.map((cell) => (
        <span
          key={cell}
          className={`${MARK} flex size-3.5 items-center justify-center`}
          {...(cell === 0 ? groundOf(ZERO, []) : groundAt(cell < 0, Math.abs(cell) - 1))}
        >
          <Mark profit={fromNumber(cell)} />
        </span>
      ))}
      gain
      {!isHidden && first !== '0' && ` · steps at ${first} and ${second} USD`}
    </span>
  )
}
