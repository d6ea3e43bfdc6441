import { useMemo } from 'react'

import { ChartExport } from '#charts/chart-export.tsx'
import { lineOf } from '#charts/line.ts'
import type { TimeFigures } from '#charts/time-chart-plan.ts'
import { chartImages, TimeChart } from '#charts/time-chart.tsx'
import { type Decimal, toNumber } from '#money/decimal.ts'
import { codeWords, formatAmount, joined, plural } from '#money/format.ts'
import { isPrintedSum } from '#money/places-that-add-up.ts'
import { Amount, type AmountProps } from '#ui/amount.tsx'
import { type CsvCell, csvFigure, fileWord } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'
import { Section } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import { daysBetween } from './period.ts'
import {
  isEmpty,
  NO_SUM,
  type Overview,
  profitOf,
  type ProfitSum,
  type Stretch,
  together,
  upAndDown,
  valueOf,
} from './sums.ts'
import { closingText, NO_PROFIT_GIVEN, unvaluedText } from './words.ts'

export const NOT_LOADED = 'Not all of its orders are loaded, or say when they closed.'

export const Profit = ({ of, ...look }: { of: Stretch } & Partial<AmountProps>) => (
  <Amount
    signed
    places={2}
    value={valueOf(of)}
    reason={of.isWhole ? NO_PROFIT_GIVEN : NOT_LOADED}
    {...look}
  />
)

export const isPrintRounded = (stretches: readonly Stretch[], sum: ProfitSum): boolean =>
  !isPrintedSum(
    stretches.map((one) => profitOf(one.sum)),
    profitOf(sum),
    2,
  )

const restWords = (sum: ProfitSum, best: string | undefined, isRounded = false): string =>
  joined([
    plural(sum.closed, 'closing order'),
    unvaluedText(sum),
    best !== undefined && `best ${best}`,
    isRounded && 'rounded',
  ])

type OfStretches = { overview: Overview; stretches: readonly Stretch[] }

/** "October 2026: +255.81 USD, 241 closing orders, best SOL dips". */
export function PeriodSentence({ overview, stretches }: OfStretches) {
  const { best, isWhole, all, period } = overview
  const whole = all(codeWords(period.name), stretches)
  return (
    <span className="block max-sm:min-h-11">
      {whole.key}
      {isWhole && (
        <>
          : <Profit of={whole} unit="USD" glyph={false} />
          <span className="font-normal text-ink-2">
            , {restWords(whole.sum, best, isPrintRounded(stretches, whole.sum))}
          </span>
        </>
      )}
    </span>
  )
}

type Shown = { best?: string | undefined; areAmountsHidden: boolean }

export function sentenceText(name: string, of: Stretch, { best, areAmountsHidden }: Shown): string {
  if (!of.isWhole) return `${name}: not known`
  const profit = profitOf(of.sum)
  const amount = areAmountsHidden
    ? 'hidden'
    : profit
      ? `${formatAmount(profit, { places: 2, signed: true })} USD`
      : 'profit not known'
  return `${name}: ${amount}, ${restWords(of.sum, best)}`
}

type UpAndDownProps = OfStretches & { kind: 'day' | 'month' }

export function UpAndDown({ overview, stretches, kind }: UpAndDownProps) {
  if (!overview.isWhole) return <Skeleton width={120} />
  const { up, down } = upAndDown(stretches.map(({ sum }) => sum))
  return `${plural(up, kind)} up, ${down} down`
}

const csvRows = (kind: string, profit: string, stretches: readonly Stretch[]): CsvCell[][] => [
  [kind, `${fileWord(profit)}_usd`, 'closing_orders', 'orders_without_a_value', 'is_fully_loaded'],
  ...stretches.map((stretch) => [
    stretch.key,
    csvFigure(valueOf(stretch)),
    { figure: String(stretch.sum.closed) },
    { figure: String(stretch.sum.unvalued) },
    stretch.isWhole ? 'yes' : 'no',
  ]),
]

const barFigures = (
  along: readonly string[],
  stretches: readonly Stretch[],
  isStrong: (stretch: Stretch) => boolean = () => true,
): TimeFigures => ({
  along,
  unit: { isAmount: true, signed: true },
  series: [
    {
      kind: 'bars',
      bars: stretches.map((stretch) => {
        const value = valueOf(stretch)
        return { value: value && toNumber(value), isStrong: isStrong(stretch) }
      }),
    },
  ],
})

const MOST_DRAWN = 12

export function imageOf<S>(title: string, kind: string, stretches: readonly S[]) {
  const isMonths = kind === 'month'
  const { length } = stretches
  return {
    drawn: isMonths ? stretches.slice(-MOST_DRAWN) : stretches.slice(0, MOST_DRAWN),
    title:
      length > MOST_DRAWN
        ? `${title}, the ${isMonths ? 'last' : 'first'} ${MOST_DRAWN} of ${length}`
        : title,
  }
}

type StretchExportProps = {
  overview: Overview
  kind: string
  stretches: readonly Stretch[]
}

export function StretchExport({ overview, kind, stretches }: StretchExportProps) {
  const { period, profit, source } = overview
  const reader = useDisplayPreferences()
  const name = `${profit} by ${kind}`
  const file = {
    name: fileWord(`${name} ${period.name}`),
    title: `${name}, ${period.name}, USD`,
    source,
    hasAmounts: true,
    rows: () => csvRows(kind, profit, stretches),
  }
  const { drawn, title } = imageOf(file.title, kind, stretches)
  const keys = drawn.map(({ key }) => key)
  const images = chartImages({
    figures: barFigures(keys, drawn),
    file: { ...file, title },
    reader,
  })
  return <ChartExport name={name.toLowerCase()} images={images} file={file} />
}

export function DayChart({ overview, chosen }: { overview: Overview; chosen: string | undefined }) {
  const { areAmountsHidden } = useDisplayPreferences()
  const { profit: name, source, period } = overview
  const { first, last } = period
  const stretches = useMemo(
    () => daysBetween(first, last).map(overview.day),
    [first, last, overview],
  )
  const totals = useMemo(() => runningTotals(stretches), [stretches])
  const figures = useMemo(() => dayFigures(stretches, totals, chosen), [stretches, totals, chosen])
  const left = unvaluedText(overview.all('', stretches).sum)
  const title = `${name} by day, ${dayName(first)} to ${dayName(last)}, USD`
  const words = (value: Decimal | undefined) =>
    value === undefined
      ? 'unknown'
      : areAmountsHidden
        ? 'hidden'
        : `${formatAmount(value, { places: 2, signed: true })} USD`
  const readoutAt = (at: number | undefined) => (
    <Readout stretch={stretches[at ?? -1]} total={totals.at(at ?? -1)} />
  )
  return (
    <Section
      title="Running total"
      caption={<UpAndDown overview={overview} stretches={stretches} kind="day" />}
    >
      <TimeChart
        name={`${name.toLowerCase()} by day`}
        label={title}
        figures={figures}
        height={172}
        readout={readoutAt}
        describe={(at) => {
          const [stretch, total] = [stretches[at], totals[at]]
          return stretch && total
            ? `${dayName(stretch.key)}: ${words(valueOf(stretch))}, total ${words(valueOf(total))}`
            : ''
        }}
        file={{
          name: `${fileWord(name)}-by-day-${first}-to-${last}`,
          title,
          source,
          hasAmounts: true,
          rows: () => {
            const [head = [], ...rows] = csvRows('day', name, stretches)
            const sums = totals.map((total) => csvFigure(valueOf(total)))
            return [[...head, 'running_total_usd'], ...rows.map((row, at) => [...row, sums[at]])]
          },
        }}
      />
      {left && <p className="text-caption text-ink-3">In no bar: {left}.</p>}
    </Section>
  )
}

const dayName = (day: string): string => formatInstant(Date.parse(day), 'day')

/** Running total per day, up to the first day that is not loaded. */
function runningTotals(stretches: readonly Stretch[]): Stretch[] {
  let total: Stretch = { key: 'total', sum: NO_SUM, isWhole: true }
  return stretches.map(({ sum, isWhole }) => {
    total = { ...total, sum: together([total.sum, sum]), isWhole: total.isWhole && isWhole }
    return total
  })
}

function dayFigures(
  stretches: readonly Stretch[],
  totals: readonly Stretch[],
  chosen: string | undefined,
): TimeFigures {
  const along = stretches.map(({ key }) => String(Number(key.slice(8))))
  const bars = barFigures(along, stretches, ({ key }) => key === chosen)
  const line = lineOf(
    totals.flatMap((total, at) => {
      const value = valueOf(total)
      return value ? { at, value: toNumber(value) } : []
    }),
  )
  return {
    ...bars,
    series: [...bars.series, { kind: 'line', line, tone: 'accent', width: 1.75 }],
  }
}

type ReadoutProps = { stretch: Stretch | undefined; total: Stretch | undefined }

const Readout = ({ stretch, total }: ReadoutProps) => (
  <span className="flex min-w-0 flex-wrap gap-x-3 text-caption text-ink-3 tabular-nums">
    {stretch && (
      <span className="whitespace-nowrap">
        <span className="font-medium text-ink">{dayName(stretch.key)}</span> <Profit of={stretch} />
        {!isEmpty(stretch.sum) && (
          <span className="@max-[22rem]:sr-only"> {closingText(stretch.sum.closed)}</span>
        )}
      </span>
    )}
    {total && (
      <span className="whitespace-nowrap">
        Total <Profit of={total} />
      </span>
    )}
  </span>
)
