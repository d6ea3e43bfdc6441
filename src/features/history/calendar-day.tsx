import { type Decimal, isNegative, isZero, toNumber } from '#money/decimal.ts'
import { Amount } from '#ui/amount.tsx'
import { classNames } from '#ui/class-names.ts'
import { formatInstant } from '#ui/instant.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import { monthOf } from './civil.ts'
import type { Coverage } from './coverage.ts'
import { profitOf, type ProfitSum } from './profit-sums.ts'
import { countText, NOTHING_TOLD, unvaluedText } from './words.ts'

const CELL = 'h-12.25 border border-hairline p-0 align-top max-sm:h-13'

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
        aria-label={`${formatInstant(Date.parse(day), 'weekday')}, list its orders${left ? `, ${left}` : ''}`}
        onClick={() => onDay(isChosen ? undefined : day)}
        className={classNames(
          'flex size-full min-h-12 cursor-pointer flex-col justify-between px-2 pt-1 pb-1 text-left max-sm:px-1',
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

/** How many rows a sum leaves out; on a phone the month alone says it. */
function Unvalued({ sum }: { sum: ProfitSum | undefined }) {
  const words = sum && unvaluedText(sum)
  return (
    words && (
      <span title={words} className="whitespace-nowrap text-ink-3 max-sm:hidden">
        <span aria-hidden="true">{countText(sum.unvalued)} —</span>
        <span className="sr-only">{words}</span>
      </span>
    )
  )
}

type DayProfitProps = { sum: ProfitSum | undefined; isOther: boolean; isPart: boolean }

function DayProfit({ sum, isOther, isPart }: DayProfitProps) {
  const profit = profitOf(sum)
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

type WeekTotalProps = { start: string; sum: ProfitSum; today: string }

export function WeekTotal({ start, sum, today }: WeekTotalProps) {
  return (
    <td className={classNames(CELL, 'max-sm:hidden')}>
      {start <= today && (
        <span className="flex min-h-12 flex-col justify-between px-2 py-1">
          <span className="flex items-baseline justify-between gap-1 text-caption whitespace-nowrap text-ink-3">
            {formatInstant(Date.parse(start), 'day')}
            <Unvalued sum={sum} />
          </span>
          <span className="self-end font-medium">
            {(sum.valued > 0 || sum.unvalued > 0) && (
              <Amount signed places={2} value={profitOf(sum)} reason={NOTHING_TOLD} />
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
