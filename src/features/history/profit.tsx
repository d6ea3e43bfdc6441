import { ChartExport } from '#charts/chart-export.tsx'
import type { TimeFigures } from '#charts/time-chart-plan.ts'
import { chartImages } from '#charts/time-chart.tsx'
import { type Decimal, toNumber, toText } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { isPrintedSum } from '#money/places-that-add-up.ts'
import { joined, plural } from '#money/words.ts'
import { Amount } from '#ui/amount.tsx'
import { type CsvCell, fileWord } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import {
  type Overview,
  profitOf,
  type ProfitSum,
  type Stretch,
  upAndDown,
  valueOf,
} from './sums.ts'
import { NO_PROFIT_GIVEN, unvaluedText } from './words.ts'

export const NOT_LOADED = 'Not all of its orders are loaded, or say when they closed.'

type ProfitProps = { of: Stretch; unit?: string; className?: string }

/** Profit of a day, month or group. Nothing is shown of a part of its orders. */
export const Profit = ({ of, ...look }: ProfitProps) => (
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

type PeriodSentenceProps = { name: string; overview: Overview; stretches: readonly Stretch[] }

/** "October 2026: +255.81 USD, 241 closing orders, best SOL dips". */
export function PeriodSentence({ name, overview, stretches }: PeriodSentenceProps) {
  const { best, isWhole, isSumKnown, all } = overview
  const whole = all(name, stretches)
  return (
    <span className="block max-sm:min-h-10">
      {name}
      {isWhole && (
        <>
          : <Profit of={{ ...whole, isWhole: isSumKnown || whole.sum.valued > 0 }} unit="USD" />
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

type UpAndDownProps = Omit<PeriodSentenceProps, 'name'> & { kind: 'day' | 'month' }

export function UpAndDown({ overview, stretches, kind }: UpAndDownProps) {
  if (!overview.isWhole) return <Skeleton width={120} />
  const { up, down } = upAndDown(stretches.map(({ sum }) => sum))
  return `${plural(up, kind)} up, ${down} down`
}

export const csvFigure = (value: Decimal | undefined): CsvCell => value && { figure: toText(value) }

export const csvRows = (
  kind: string,
  profit: string,
  stretches: readonly Stretch[],
): CsvCell[][] => [
  [kind, `${fileWord(profit)}_usd`, 'closing_orders', 'orders_without_a_value', 'is_fully_loaded'],
  ...stretches.map((stretch) => [
    stretch.key,
    csvFigure(valueOf(stretch)),
    { figure: String(stretch.sum.closed) },
    { figure: String(stretch.sum.unvalued) },
    stretch.isWhole ? 'yes' : 'no',
  ]),
]

export const barFigures = (
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

/** The latest months or the first groups; the title says how many are left out. */
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
