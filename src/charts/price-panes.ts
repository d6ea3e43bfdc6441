import {
  type AutoscaleInfo,
  HistogramSeries,
  type IChartApiBase,
  LineSeries,
  LineStyle,
} from 'lightweight-charts'

import { timeOf } from './empty-chart.ts'
import type { IndicatorSeries, PriceCandle, PriceIndicator } from './price-data.ts'
import { valueText } from './price-figures.tsx'
import { AXIS_NUMBER_ROOM, type Colours } from './price-look.ts'

/** Fraction of the price pane. */
const PANE_PART = 0.45
/** Alpha of bars, appended to a hex colour. */
const BAR_OPACITY = '8c'

const LOOKS = {
  main: { colour: 'accent', lineStyle: LineStyle.Solid },
  quiet: { colour: 'text-3', lineStyle: LineStyle.Solid },
  dashed: { colour: 'text-3', lineStyle: LineStyle.Dashed },
} as const

type Scene = { candles: readonly PriceCandle[]; colours: Colours; places: number }

/** Adds indicators over the prices or in panes below. Returns a function that removes them. */
export function addIndicators(
  chart: IChartApiBase,
  indicators: readonly PriceIndicator[],
  { candles, colours, places }: Scene,
): () => void {
  const add = ({ look, values }: IndicatorSeries, pane: number) => {
    const data = candles.flatMap(({ at }, index) => {
      const value = values[index]
      return value === undefined ? [] : [{ time: timeOf(at), value }]
    })
    const common = { lastValueVisible: false, priceLineVisible: false }
    if (look === 'bars') {
      const bars = chart.addSeries(HistogramSeries, common, pane)
      const colourOf = (value: number) => (value < 0 ? colours.down : colours.up) + BAR_OPACITY
      bars.setData(data.map((bar) => ({ ...bar, color: colourOf(bar.value) })))
      return bars
    }
    const { colour, lineStyle } = LOOKS[look]
    const style = { color: colours[colour], lineStyle, lineWidth: 1 as const }
    const options = { ...common, ...style, crosshairMarkerVisible: false }
    const line = chart.addSeries(LineSeries, options, pane)
    line.setData(data)
    return line
  }
  let panes = 0
  const added = indicators.flatMap(({ pane, series, levels = [], places: own = places }) => {
    const index = pane === 'prices' ? 0 : (panes += 1)
    const all = series.map((one) => add(one, index))
    const [first] = all
    if (index === 0 || !first) return all
    const write = (value: number) => valueText(value, own)
    const yOf = (value: number) => first.priceToCoordinate(value) ?? Number.NaN
    const isFree = (value: number) =>
      levels.every((level) => Math.abs(yOf(level) - yOf(value)) >= AXIS_NUMBER_ROOM)
    first.applyOptions({
      priceFormat: {
        type: 'custom',
        minMove: 10 ** -own,
        formatter: write,
        tickmarksFormatter: (values: number[]) =>
          values.map((value) => (isFree(value) ? write(value) : '')),
      },
      autoscaleInfoProvider: (own: () => AutoscaleInfo | null) => {
        const range = own()?.priceRange
        return range
          ? {
              priceRange: {
                minValue: Math.min(range.minValue, ...levels),
                maxValue: Math.max(range.maxValue, ...levels),
              },
            }
          : null
      },
    })
    for (const price of levels) {
      first.createPriceLine({
        price,
        title: '',
        color: colours.edge,
        lineWidth: 1,
        lineStyle: LineStyle.Dotted,
        axisLabelColor: colours.ground,
        axisLabelTextColor: colours['text-3'],
      })
    }
    first.priceScale().applyOptions({ scaleMargins: { top: 0.1, bottom: 0.1 } })
    first.getPane().setStretchFactor(PANE_PART)
    return all
  })
  chart.panes()[0]?.setStretchFactor(1)
  return () => added.forEach((series) => chart.removeSeries(series))
}
