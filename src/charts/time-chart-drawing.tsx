import type { ReactElement } from 'react'
import {
  Area,
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  XAxis,
  YAxis,
} from 'recharts'

import { BarShape, Marks, Now } from './time-chart-marks.tsx'
import {
  type Axis,
  barsOf,
  FOOT,
  type LineSeries,
  mainLine,
  type Plan,
  type TimeFigures,
} from './time-chart-plan.ts'
import { FootText, strokeOf, ValueText } from './time-chart-sketch.tsx'

type DrawingProps = { figures: TimeFigures; plan: Plan }

const NO_MARGIN = { top: 0, right: 0, bottom: 0, left: 0 }
/** Drawn in the order of the code: layers of Recharts' own take another drawing each. */
const FLAT = { zIndex: 0 }
const STILL = { ...FLAT, isAnimationActive: false, dot: false, activeDot: false } as const
const AXIS = { ...FLAT, type: 'number', tickLine: false, interval: 0, niceTicks: 'none' } as const
const CRISP = { ...FLAT, shapeRendering: 'crispEdges' } as const

/** A chart as Recharts draws it, by the measures of its plan. */
export function Drawing({ figures, plan }: DrawingProps) {
  const { width, height, plotWidth, value, strip, feet } = plan
  const isByName = figures.along !== 'time'
  const zero = plan.y(0)
  const barZero = plan.barY(0)
  const bars = barsOf(figures).map((bar, at) => ({ ...bar, at }))
  return (
    <ComposedChart
      width={width}
      height={height}
      data={bars}
      margin={NO_MARGIN}
      accessibilityLayer={false}
      className="pointer-events-none"
    >
      <CartesianGrid {...CRISP} vertical={false} stroke="var(--hairline)" syncWithTicks />
      <XAxis
        {...AXIS}
        dataKey="at"
        height={FOOT}
        domain={[plan.from, plan.to]}
        ticks={feet.map(({ at }) => at)}
        axisLine={
          (isByName || strip !== undefined) && {
            stroke: `var(--hairline${isByName ? '-2' : ''})`,
            shapeRendering: 'crispEdges',
          }
        }
        tick={picked(feet.map((foot) => <FootText key={foot.at} {...foot} height={height} />))}
      />
      <YAxis
        {...AXIS}
        orientation="right"
        width={width - plotWidth}
        domain={[...value.domain]}
        ticks={value.ticks.map(({ at }) => at)}
        axisLine={false}
        tick={picked(valueTexts(value, width))}
      />
      {zero > 0 && zero < plan.plotHeight && (
        <ReferenceLine {...CRISP} y={0} stroke="var(--hairline-2)" />
      )}
      {figures.strip && strip && (
        <>
          <YAxis
            {...AXIS}
            yAxisId="strip"
            orientation="right"
            mirror
            width={width - plotWidth}
            domain={[...strip.domain]}
            ticks={strip.ticks.map(({ at }) => at)}
            axisLine={false}
            tick={picked(valueTexts(strip, width))}
          />
          {lineElement(figures.strip.series, plan, 'strip')}
        </>
      )}
      {bars.length > 0 && barZero !== zero && (
        <path
          d={`M0 ${barZero}h${plotWidth}`}
          stroke="var(--hairline-2)"
          shapeRendering="crispEdges"
        />
      )}
      {bars.length > 0 && (
        <Bar
          {...STILL}
          dataKey={({ value: amount = 0 }: { value?: number }) => amount}
          shape={picked(
            bars.map((bar) => (
              <BarShape
                key={bar.at}
                {...bar}
                x={plan.x(bar.at)}
                zero={barZero}
                end={plan.barY(bar.value ?? 0)}
                slot={plotWidth / bars.length}
              />
            )),
          )}
        />
      )}
      {figures.series.map(
        (series, index) => series.kind !== 'bars' && lineElement(series, plan, index),
      )}
      <Marks figures={figures} plan={plan} />
      {figures.now && <Now {...figures.now} tone={mainLine(figures)?.tone} plan={plan} />}
    </ComposedChart>
  )
}

const valueTexts = ({ ticks }: Axis, width: number) =>
  ticks.map((tick) => <ValueText key={tick.at} {...tick} width={width} />)

/** Points that Recharts asks for by their place. */
const picked =
  (drawn: readonly ReactElement[]) =>
  ({ index }: { index: number }) =>
    drawn[index] ?? <g />

const lineElement = (series: LineSeries, plan: Plan, key: number | string) => {
  const drawn = {
    ...STILL,
    ...strokeOf(series),
    data: plan.points(series),
    dataKey: 'value' as const,
  }
  if (series.kind !== 'area') {
    return <Line {...drawn} key={key} type={series.kind === 'steps' ? 'stepAfter' : 'linear'} />
  }
  const ground = { fill: `var(--${series.tone}-soft)`, fillOpacity: 1 }
  return <Area {...drawn} {...ground} key={key} yAxisId={key} type="linear" baseValue={0} />
}
