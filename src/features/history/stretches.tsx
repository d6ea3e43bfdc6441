import { ChartExport } from '#charts/chart-export.tsx'
import { chartImages } from '#charts/time-chart.tsx'
import type { TimeFigures } from '#charts/time-chart-plan.ts'
import { type Decimal, toNumber, toText } from '#money/decimal.ts'
import { type CsvCell, fileWord } from '#ui/csv.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import type { OverviewProps } from './overview-props.ts'
import { profitOf, type ProfitSum } from './sums.ts'

/** A day, month or group as a bar, with what its orders brought. */
export type Stretch = { key: string; sum: ProfitSum | undefined; isWhole: boolean }

export const valueOf = ({ sum, isWhole }: Stretch): Decimal | undefined =>
  isWhole ? profitOf(sum) : undefined

export const csvFigure = (value: Decimal | undefined): CsvCell => value && { figure: toText(value) }

const csvCount = (count = 0): CsvCell => ({ figure: String(count) })

/** The rows of an exported file. */
export const csvRows = (
  kind: string,
  profit: string,
  stretches: readonly Stretch[],
): CsvCell[][] => [
  [kind, profit, 'closing_orders', 'orders_without_a_value', 'is_fully_loaded'],
  ...stretches.map((stretch) => [
    stretch.key,
    csvFigure(valueOf(stretch)),
    csvCount(stretch.sum?.closed),
    csvCount(stretch.sum?.unvalued),
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

type StretchExportProps = Pick<OverviewProps, 'period' | 'profit' | 'source'> & {
  /** "month", "pair". */
  kind: string
  stretches: readonly Stretch[]
}

/** The profit of months or groups as an image and as a table. */
export function StretchExport({ period, profit, source, kind, stretches }: StretchExportProps) {
  const reader = useDisplayPreferences()
  const name = `${profit} by ${kind}`
  const file = {
    name: fileWord(`${name} ${period.name}`),
    title: `${name}, ${period.name}, USD`,
    source,
    hasAmounts: true,
    rows: () => csvRows(kind, `${fileWord(profit)}_usd`, stretches),
  }
  const { drawn, title } = imageOf(file.title, kind, stretches)
  const figures = barFigures(
    drawn.map(({ key }) => key),
    drawn,
  )
  const images = chartImages({
    figures,
    file: { ...file, title },
    reader,
  })
  return <ChartExport name={name.toLowerCase()} images={images} file={file} />
}
