import { type Decimal, isNegative, isZero, toNumber } from '#money/decimal.ts'
import { formatCount, joined } from '#money/format.ts'
import { Amount } from '#ui/amount.tsx'
import { monthOf, weeksOfMonth } from '#ui/civil-day.ts'
import { classNames } from '#ui/class-names.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'

import { isEmpty, type Overview, profitOf, type ProfitSum, type Stretch } from './sums.ts'
import { isWithin } from './period.ts'
import { PeriodSentence } from './profit.tsx'
import { NO_PROFIT_GIVEN, unvaluedText } from './words.ts'

type MonthCalendarProps = {
  overview: Overview
  today: string
  chosen: string | undefined
  onDay: (day: string | undefined) => void
}

export function MonthCalendar({ overview, today, chosen, onDay }: MonthCalendarProps) {
  const { period, day: dayOf, all } = overview
  const { firstDay, timeZone } = useDisplayPreferences()
  const month = monthOf(period.last)
  const weeks = weeksOfMonth(month, firstDay).filter(([start = '']) => start <= today)
  const isShown = (day: string) => monthOf(day) === month && isWithin(period, day)
  const shown = (days: readonly string[]) => days.filter(isShown).map(dayOf)
  const days = shown(weeks.flat())
  const largest = largestOf(days)
  const name = formatInstant(Date.parse(month), 'month-name')
  const head = 'pr-2 text-right font-normal @max-[42rem]/calendar:pr-1'
  return (
    <Section title={<PeriodSentence overview={overview} stretches={days} />}>
      <div className="@container/calendar">
        <table className="w-full table-fixed border-collapse tabular-nums">
          <caption className="sr-only">
            Profit of each day of {name} ({timeZone === 'UTC' ? 'UTC' : 'local time'}), USD
          </caption>
          <thead>
            <tr className="h-6 text-caption text-ink-3">
              {weeks[0]?.map((day) => (
                <th key={day} scope="col" className={head}>
                  {WEEKDAY.format(Date.parse(day))}
                </th>
              ))}
              <th scope="col" className={`${head} @max-[24rem]/calendar:hidden`}>
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
                    of={dayOf(day)}
                    largest={largest}
                    label={`${formatInstant(Date.parse(day), 'weekday')}, list its orders`}
                    isChosen={chosen === day}
                    isOfPeriod={isShown(day)}
                    onPress={() => onDay(chosen === day ? undefined : day)}
                  />
                ))}
                <TotalCell
                  name={formatInstant(Date.parse(week[0] ?? ''), 'day')}
                  of={all('week', shown(week))}
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

export const WEEKDAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })

const CELL = 'h-12.25 border border-hairline p-0 align-top'

const INSIDE = 'flex min-h-12 flex-col justify-between px-2 py-1 @max-[42rem]/calendar:px-1'

type ProfitCellProps = {
  name: string | number
  of: Stretch
  /** Largest sum of the calendar, which sets the tint. */
  largest: number
  label: string
  isChosen: boolean
  isOfPeriod: boolean
  onPress: () => void
}

export function ProfitCell(props: ProfitCellProps) {
  const { name, of, largest, label, isChosen, isOfPeriod, onPress } = props
  const { areAmountsHidden } = useDisplayPreferences()
  if (!isOfPeriod || !of.isWhole) {
    return (
      <td className={CELL}>
        <span className="block px-2 pt-1 text-caption text-ink-3 @max-[42rem]/calendar:px-1">
          {name}
        </span>
        {isOfPeriod && <span className="sr-only">not known</span>}
      </td>
    )
  }
  return (
    <td
      className={CELL}
      style={{ background: areAmountsHidden ? undefined : tintOf(of.sum.profit, largest) }}
    >
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={joined([label, unvaluedText(of.sum)])}
        onClick={onPress}
        className={classNames(
          INSIDE,
          'size-full cursor-pointer text-left',
          isChosen ? 'inset-ring inset-ring-ink' : 'hover:inset-ring hover:inset-ring-hairline-2',
        )}
      >
        <CellHead name={name} sum={of.sum} />
        <span className="self-end">
          <CellAmount of={of} largest={largest} hasColour={!isEmpty(of.sum)} />
        </span>
      </button>
    </td>
  )
}

type TotalCellProps = Pick<ProfitCellProps, 'name' | 'of' | 'largest'> & { className: string }

const TotalCell = ({ name, of, largest, className }: TotalCellProps) => (
  <td className={classNames(CELL, className)}>
    <span className={INSIDE}>
      <CellHead name={name} sum={of.isWhole ? of.sum : undefined} isQuiet />
      <span className="self-end font-medium">
        {of.isWhole && !isEmpty(of.sum) && (
          <CellAmount of={of} largest={largest} reason={NO_PROFIT_GIVEN} />
        )}
      </span>
    </span>
  </td>
)

type CellHeadProps = { name: string | number; sum: ProfitSum | undefined; isQuiet?: boolean }

/** With the number of rows left out; small cells leave that to the month. */
function CellHead({ name, sum, isQuiet = false }: CellHeadProps) {
  const left = sum && unvaluedText(sum)
  const tone = isQuiet ? 'text-ink-3' : 'text-ink-2'
  return (
    <span
      className={`flex items-baseline justify-between gap-1 text-caption whitespace-nowrap ${tone}`}
    >
      {name}
      {left && (
        <span title={left} className="whitespace-nowrap text-ink-3 @max-[42rem]/calendar:hidden">
          <span aria-hidden="true">
            {formatCount(sum.unvalued)}
            {sum.unvalued < 100 && ' —'}
          </span>
          <span className="sr-only">{left}</span>
        </span>
      )}
    </span>
  )
}

type CellAmountProps = Pick<ProfitCellProps, 'of' | 'largest'> & {
  reason?: string
  hasColour?: boolean
}

const WITHOUT_GLYPH = 1_000

/** Cents if the cell has room, else whole numbers; the title has every digit. */
function CellAmount({ of: { sum }, largest, reason, hasColour = true }: CellAmountProps) {
  const className = hasColour ? '' : 'text-ink-3'
  const props = { value: profitOf(sum), reason, hasColour, className }
  return (
    <>
      <span className="@max-[42rem]/calendar:text-caption @max-[35rem]/calendar:hidden">
        <Amount signed glyph={largest < WITHOUT_GLYPH} places={2} {...props} />
      </span>
      <span className="hidden text-caption @max-[35rem]/calendar:inline">
        <Amount signed glyph={false} places={0} {...props} />
      </span>
    </>
  )
}

const largestOf = (stretches: readonly Stretch[]): number =>
  Math.max(0, ...stretches.map(({ sum }) => Math.abs(toNumber(sum.profit))))

/** Shares of the largest sum at which a cell gets a stronger tint. */
const STEPS = [
  { above: 0.55, strength: 100 },
  { above: 0.2, strength: 65 },
]

function tintOf(profit: Decimal, largest: number): string | undefined {
  if (isZero(profit)) return undefined
  const share = Math.abs(toNumber(profit)) / largest
  const { strength } = STEPS.find(({ above }) => share > above) ?? { strength: 35 }
  const ground = isNegative(profit) ? 'var(--down-soft)' : 'var(--up-soft)'
  return `color-mix(in srgb, ${ground} ${strength}%, var(--canvas))`
}
