import { useState } from 'react'

import { fromNumber, isNegative, isZero, toNumber } from '#money/decimal.ts'
import { formatAmount, HIDDEN } from '#money/format.ts'
import { toSlashPair } from '#trading/pair.ts'
import { Amount } from '#ui/amount.tsx'
import { addDays, addMonths, daysOfPeriod, monthOf, type Weekday, weekOf } from '#ui/civil-day.ts'
import { classNames } from '#ui/class-names.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'
import { Segmented } from '#ui/segmented.tsx'

import type { PeriodKind } from './search.ts'
import {
  profitByPair,
  profitByPeriod,
  profitOf,
  type ProfitRow,
  type ProfitSum,
  type ProfitSums,
  together,
} from './sums.ts'
import { countText, NO_PROFIT_GIVEN, unvaluedText } from './words.ts'

type ProfitBarsProps = {
  by: PeriodKind
  today: string
  days: ProfitSums
  trades: readonly ProfitRow[]
  /** Whether every trade of a day is loaded. */
  hasDay: (day: string) => boolean
  onBy: (by: PeriodKind) => void
}

const OPTIONS = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'pair', label: 'Pair' },
] as const

/** As many as stand side by side with their figures. */
const SHOWN = 12

/** Profit of the latest days, weeks or months as bars, or of every pair. */
export function ProfitBars({ by, today, days, trades, hasDay, onBy }: ProfitBarsProps) {
  const { firstDay } = useDisplayPreferences()
  return (
    <Section
      title={`Profit by ${by}, USD`}
      actions={<Segmented label="Profit by" value={by} options={OPTIONS} onChange={onBy} />}
    >
      {by === 'pair' ? (
        <PairBars
          pairs={profitByPair(trades).map(([pair, sum]) => [
            pair === '' ? 'Pair unknown' : toSlashPair(pair),
            sum,
          ])}
        />
      ) : (
        <Bars
          kind={by}
          periods={lastPeriods(by, today, firstDay).map((key) => ({
            key,
            sum: profitByPeriod(days, by, firstDay).get(key),
            isWhole: daysOfPeriod(by, key, today).every(hasDay),
          }))}
        />
      )}
    </Section>
  )
}

/** The names of the latest periods up to now, oldest first. */
function lastPeriods(
  kind: Exclude<PeriodKind, 'pair'>,
  today: string,
  firstDay: Weekday,
): string[] {
  const back = Array.from({ length: SHOWN }, (_, index) => index - SHOWN + 1)
  if (kind === 'month') return back.map((count) => addMonths(monthOf(today), count))
  if (kind === 'day') return back.map((count) => addDays(today, count))
  return back.map((count) => addDays(weekOf(today, firstDay), count * 7))
}

type Period = { key: string; sum: ProfitSum | undefined; isWhole: boolean }

const HEIGHT = 164
const LABEL = 16

function Bars({ kind, periods }: { kind: PeriodKind; periods: readonly Period[] }) {
  const values = periods.map(({ sum }) => (sum ? toNumber(sum.profit) : 0))
  const top = Math.max(0, ...values)
  const bottom = Math.min(0, ...values)
  // Room for the figures above and below the bars.
  const scale = (HEIGHT - 2 * LABEL) / (top - bottom || 1)
  // Nothing to draw stands on the ground, as no profit does.
  const zero = top > bottom ? LABEL + top * scale : HEIGHT - LABEL
  const left = unvaluedText(together(periods.map(({ sum }) => sum)))
  const write = (key: string) => formatInstant(Date.parse(key), kind === 'month' ? 'month' : 'day')
  return (
    <>
      <div aria-hidden="true" className="flex gap-2 max-sm:gap-1">
        {periods.map(({ key, ...period }, index) => (
          <div key={key} className="min-w-0 flex-1">
            <div className="relative" style={{ height: HEIGHT }}>
              <span className="absolute inset-x-0 h-px bg-edge" style={{ top: zero }} />
              <Bar {...period} zero={zero} scale={scale} isLast={index === periods.length - 1} />
            </div>
            <span className="block h-5 overflow-visible text-caption whitespace-nowrap text-ink-3">
              {index % 2 === 0 && (kind === 'month' ? write(key).split(' ')[0] : write(key))}
            </span>
          </div>
        ))}
      </div>
      {left && <p className="text-caption text-ink-3">In no bar: {left}.</p>}
      <table className="sr-only">
        <caption>Profit by {kind}, USD</caption>
        <tbody>
          {periods.map(({ key, sum, isWhole }) => (
            <tr key={key}>
              <th scope="row">{write(key)}</th>
              <td>
                {(sum || isWhole) && <Amount value={profitOf(sum)} places={2} />}
                {sum && sum.unvalued > 0 && `, ${unvaluedText(sum)}`}
                {!isWhole && ' not wholly loaded'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

type BarProps = Omit<Period, 'key'> & { zero: number; scale: number; isLast: boolean }

/** One that is not wholly loaded is drawn hollow. */
function Bar({ sum, isWhole, zero, scale, isLast }: BarProps) {
  const { areAmountsHidden } = useDisplayPreferences()
  if (profitOf(sum) === undefined) {
    return (
      <span
        className="absolute inset-x-0 text-center text-caption text-ink-3"
        style={{ top: zero - LABEL }}
      >
        —
      </span>
    )
  }
  if (!sum || isZero(sum.profit)) return null
  const isLoss = isNegative(sum.profit)
  const height = Math.max(1, Math.abs(toNumber(sum.profit)) * scale)
  const colour = isLoss ? 'var(--down)' : 'var(--up)'
  const ground = isLast ? colour : `color-mix(in srgb, ${colour} 60%, var(--canvas))`
  return (
    <>
      <span
        className="absolute inset-x-0"
        style={{
          top: isLoss ? zero : zero - height,
          height,
          background: isWhole ? ground : undefined,
          boxShadow: isWhole ? undefined : `inset 0 0 0 1px ${colour}`,
        }}
      />
      <span
        className={classNames(
          'absolute inset-x-0 flex justify-center text-caption whitespace-nowrap tabular-nums max-sm:hidden',
          isLast ? 'text-ink' : 'text-ink-2',
        )}
        style={{ top: isLoss ? zero + height : zero - height - LABEL }}
      >
        {areAmountsHidden ? HIDDEN : short(toNumber(sum.profit))}
      </span>
    </>
  )
}

/** A figure in the width of a bar: the exact one stands in the table. */
const short = (value: number): string => {
  const isLarge = Math.abs(value) >= 10_000
  const text = formatAmount(fromNumber(isLarge ? value / 1_000 : value), {
    places: isLarge ? 1 : 0,
    signed: true,
  })
  return isLarge ? `${text}k` : text
}

type PairBarsProps = { pairs: readonly (readonly [pair: string, sum: ProfitSum])[] }

const PAIRS_SHOWN = 6

/** What each pair brought, the most profitable first; beyond a few, the others as one until wanted. */
function PairBars({ pairs }: PairBarsProps) {
  const [isWhole, setWhole] = useState(false)
  if (pairs.length === 0) {
    return <p className="text-caption text-ink-3">No row has a profit or loss.</p>
  }
  const shown = isWhole ? pairs : pairs.slice(0, PAIRS_SHOWN)
  const rest = isWhole ? [] : pairs.slice(PAIRS_SHOWN)
  const largest = Math.max(...pairs.map(([, { profit }]) => Math.abs(toNumber(profit)))) || 1
  const others = together(rest.map(([, sum]) => sum))
  return (
    <>
      <table className="w-full tabular-nums">
        <caption className="sr-only">Profit by pair, USD</caption>
        <tbody>
          {shown.map(([pair, sum]) => (
            <tr key={pair} className="h-7">
              <th scope="row" className="pr-3 text-left font-normal whitespace-nowrap text-ink-2">
                {pair}
              </th>
              <td className="w-full" aria-hidden="true">
                <span
                  className={classNames('block h-2', sum.valued > 0 && 'min-w-px')}
                  style={{
                    width: `${(Math.abs(toNumber(sum.profit)) / largest) * 100}%`,
                    background: isNegative(sum.profit) ? 'var(--down)' : 'var(--up)',
                  }}
                />
              </td>
              <td className="px-3 text-right text-caption whitespace-nowrap text-ink-3">
                {unvaluedText(sum) ?? `${countText(sum.closed)} closed`}
              </td>
              <td className="text-right whitespace-nowrap">
                <Amount signed places={2} value={profitOf(sum)} reason={NO_PROFIT_GIVEN} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {pairs.length > PAIRS_SHOWN && (
        <button
          type="button"
          onClick={() => setWhole(!isWhole)}
          className="link touch text-caption"
        >
          {isWhole ? 'Show fewer' : `Show ${rest.length} more`}
          {rest.length > 0 && (
            <>
              , together <Amount places={2} value={profitOf(others)} />
              {others.unvalued > 0 && `, ${unvaluedText(others)}`}
            </>
          )}
        </button>
      )}
    </>
  )
}
