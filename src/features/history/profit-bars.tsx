import { useMemo, useState } from 'react'

import { Chart } from '#charts/chart.tsx'
import { ChartExport } from '#charts/chart-export.tsx'
import type { Picture } from '#charts/picture.ts'
import { type Decimal, fromNumber, isNegative, toNumber, toText } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
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
import { closingText, countText, NO_PROFIT_GIVEN, unvaluedText } from './words.ts'

type ProfitBarsProps = {
  by: PeriodKind
  today: string
  days: ProfitSums
  trades: readonly ProfitRow[]
  /** Whether every trade of a day is loaded. */
  hasDay: (day: string) => boolean
  onBy: (by: PeriodKind) => void
  /** Whose orders these are, in exported files. */
  source: string
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
export function ProfitBars(props: ProfitBarsProps) {
  const { by, today, days, trades, hasDay, onBy, source } = props
  const { firstDay } = useDisplayPreferences()
  const periods = useMemo(
    () =>
      by === 'pair'
        ? []
        : lastPeriods(by, today, firstDay).map((key) => ({
            key,
            sum: profitByPeriod(days, by, firstDay).get(key),
            isWhole: daysOfPeriod(by, key, today).every(hasDay),
          })),
    [by, today, firstDay, days, hasDay],
  )
  return (
    <Section
      title={`Profit by ${by}, USD`}
      actions={<Segmented label="Profit by" value={by} options={OPTIONS} onChange={onBy} />}
    >
      {by === 'pair' ? (
        <PairBars
          source={source}
          pairs={profitByPair(trades).map(([pair, sum]) => [
            pair === '' ? 'Pair unknown' : toSlashPair(pair),
            sum,
          ])}
        />
      ) : (
        <Bars kind={by} periods={periods} source={source} />
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

const SIZE = { height: 172, narrowHeight: 132 }

type BarsProps = {
  kind: Exclude<PeriodKind, 'pair'>
  periods: readonly Period[]
  source: string
}

/** The latest periods beside each other, with the exact figure of each in the line above. */
function Bars({ kind, periods, source }: BarsProps) {
  const { areAmountsHidden } = useDisplayPreferences()
  const picture = useMemo(
    () => pictureOf(periods, { kind, areAmountsHidden }),
    [periods, kind, areAmountsHidden],
  )
  const left = unvaluedText(together(periods.map(({ sum }) => sum)))
  const periodAt = (at: number | undefined) => periods[at ?? periods.length - 1]
  const first = periods[0]
  const last = periods.at(-1)
  const title = `Profit by ${kind}, ${nameOf(first, kind)} to ${nameOf(last, kind)}, USD`
  const readoutAt = (at: number | undefined) => {
    const period = periodAt(at)
    return (
      <>
        <span className="font-medium whitespace-nowrap tabular-nums">{nameOf(period, kind)}</span>
        <span className="inline-flex flex-wrap items-baseline gap-x-2">
          <Amount
            signed
            places={2}
            value={valueOf(period)}
            unit="USD"
            reason={period?.isWhole ? NO_PROFIT_GIVEN : NOT_LOADED}
          />
          <span className="text-caption text-ink-3">{detailOf(period)}</span>
        </span>
      </>
    )
  }
  return (
    <>
      <Chart
        name={`profit by ${kind}`}
        label={title}
        picture={picture}
        size={SIZE}
        readout={readoutAt}
        describe={(at) => {
          const period = periodAt(at)
          const value = valueOf(period)
          const words =
            value === undefined
              ? 'unknown'
              : areAmountsHidden
                ? 'hidden'
                : `${formatAmount(value, { places: 2, signed: true })} USD`
          return [`${nameOf(period, kind)}: ${words}`, detailOf(period)].filter(Boolean).join(', ')
        }}
        file={{
          name: `profit-by-${kind}-${first?.key}-to-${last?.key}`,
          title,
          source,
          hasAmounts: true,
          rows: () => [
            [kind, 'profit_usd', 'closing_orders', 'orders_without_a_value', 'is_fully_loaded'],
            ...periods.map((period) => [
              period.key,
              figureOf(valueOf(period)),
              countOf(period.sum?.closed),
              countOf(period.sum?.unvalued),
              period.isWhole ? 'yes' : 'no',
            ]),
          ],
        }}
      />
      {left && <p className="text-caption text-ink-3">In no bar: {left}.</p>}
    </>
  )
}

const NOT_LOADED = 'The orders of this period are not loaded.'

/** What a period brought; unknown where nothing of it is loaded. */
const valueOf = (period: Period | undefined): Decimal | undefined =>
  period && (period.sum || period.isWhole) ? profitOf(period.sum) : undefined

function detailOf(period: Period | undefined): string {
  if (!period) return ''
  const { sum, isWhole } = period
  const parts = [
    sum && closingText(sum.closed),
    sum && unvaluedText(sum),
    !isWhole && (sum ? 'not fully loaded' : 'not loaded'),
  ]
  return parts.filter(Boolean).join(', ')
}

const figureOf = (value: Decimal | undefined) => value && { figure: toText(value) }
const countOf = (count = 0) => ({ figure: String(count) })

const written = (key: string, kind: BarsProps['kind']): string =>
  formatInstant(Date.parse(key), kind === 'month' ? 'month' : 'day')

const nameOf = (period: Period | undefined, kind: BarsProps['kind']): string =>
  period === undefined
    ? ''
    : kind === 'week'
      ? `Week of ${written(period.key, kind)}`
      : written(period.key, kind)

/** A period that is not fully loaded is hollow; one of which nothing is known has a dash. */
function pictureOf(
  periods: readonly Period[],
  { kind, areAmountsHidden }: { kind: BarsProps['kind']; areAmountsHidden: boolean },
): Picture {
  return {
    along: periods.map(({ key }) => {
      const text = written(key, kind)
      return kind === 'month' ? (text.split(' ')[0] ?? text) : text
    }),
    format: { isAmount: true, signed: true },
    series: [
      {
        kind: 'bars',
        bars: periods.map((period, at) => {
          const value = valueOf(period)
          const number = value === undefined ? undefined : toNumber(value)
          return {
            at,
            value: number,
            isPart: !period.isWhole,
            isStrong: at === periods.length - 1,
            label: number && !areAmountsHidden ? short(number) : undefined,
          }
        }),
      },
    ],
  }
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

type PairBarsProps = {
  pairs: readonly (readonly [pair: string, sum: ProfitSum])[]
  source: string
}

const PAIRS_SHOWN = 6

/** What each pair brought, the most profitable first; beyond a few, the others as one until wanted. */
function PairBars({ pairs, source }: PairBarsProps) {
  const [isWhole, setWhole] = useState(false)
  if (pairs.length === 0) {
    return <p className="text-caption text-ink-3">No order closed with a profit or loss yet.</p>
  }
  const shown = isWhole ? pairs : pairs.slice(0, PAIRS_SHOWN)
  const rest = isWhole ? [] : pairs.slice(PAIRS_SHOWN)
  const largest = Math.max(...pairs.map(([, { profit }]) => Math.abs(toNumber(profit)))) || 1
  const others = together(rest.map(([, sum]) => sum))
  const name = 'profit by pair'
  return (
    <>
      <div className="flex min-h-9 items-center">
        <span className="text-caption text-ink-3">Highest profit first</span>
        <ChartExport
          name={name}
          picture={pairPicture(pairs)}
          file={{
            name: 'profit-by-pair',
            title: 'Profit by pair, USD',
            source,
            hasAmounts: true,
            rows: () => [
              ['pair', 'profit_usd', 'closing_orders', 'orders_without_a_value'],
              ...pairs.map(([pair, sum]) => [
                pair,
                figureOf(profitOf(sum)),
                countOf(sum.closed),
                countOf(sum.unvalued),
              ]),
            ],
          }}
        />
      </div>
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
                {unvaluedText(sum) ?? countText(sum.closed)}
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
              , together <Amount signed places={2} value={profitOf(others)} unit="USD" />
              {others.unvalued > 0 && `, ${unvaluedText(others)}`}
            </>
          )}
        </button>
      )}
    </>
  )
}

/** As many names as an image has room for. */
const MOST_PAIRS = 12

const pairPicture = (pairs: PairBarsProps['pairs']): Picture => {
  const drawn = pairs.slice(0, MOST_PAIRS)
  return {
    along: drawn.map(([pair]) => pair),
    format: { isAmount: true, signed: true },
    series: [
      {
        kind: 'bars',
        bars: drawn.map(([, sum], at) => {
          const profit = profitOf(sum)
          return { at, value: profit && toNumber(profit), isStrong: true }
        }),
      },
    ],
  }
}
