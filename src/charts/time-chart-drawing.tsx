import { Area, Bar, ComposedChart, Line, XAxis, YAxis } from 'recharts'

import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import { Dashes, Marks, Now } from './time-chart-marks.tsx'
import { barsOf, FOOT, type LineSeries, type Plan, type TimeFigures } from './time-chart-plan.ts'
import { strokeOf } from './time-chart-sketch.tsx'

/** Drawn in code order, because each of Recharts' layers takes another render. */
const STILL = { zIndex: 0, isAnimationActive: false, dot: false, activeDot: false } as const
/** Axes for positions only: `Ground` draws them, before Recharts has loaded. */
const AXIS = { type: 'number', hide: true, niceTicks: 'none' } as const
/** Recharts computes no width for a single bar beside a line. */
const BAR = { part: 0.66, most: 34 }

export function Drawing({ figures, plan }: { figures: TimeFigures; plan: Plan }) {
  const { width, height, plotWidth, value, strip, band } = plan
  const { areAmountsHidden } = useDisplayPreferences()
  // Bars would show the sign of each hidden amount.
  const bars = areAmountsHidden && figures.unit.isAmount ? [] : barsOf(figures)
  const entries = bars.map(({ value: amount = 0, isStrong }, at) => ({
    at,
    amount,
    fill: `var(--${amount < 0 ? 'down' : 'up'})`,
    opacity: isStrong === true ? 1 : 0.6,
  }))
  return (
    <ComposedChart
      width={width}
      height={height}
      data={entries}
      margin={{ top: 0, right: width - plotWidth, bottom: FOOT, left: 0 }}
      accessibilityLayer={false}
      className="pointer-events-none absolute!"
    >
      <XAxis {...AXIS} dataKey="at" domain={[plan.from, plan.to]} />
      <YAxis {...AXIS} domain={[...value.domain]} />
      {figures.strip && strip && (
        <>
          <YAxis {...AXIS} yAxisId="strip" domain={[...strip.domain]} />
          {lineElement(figures.strip.series, plan, 'strip')}
        </>
      )}
      {band && <YAxis {...AXIS} yAxisId="band" domain={[...band.domain]} />}
      {bars.length > 0 && (
        <Bar
          {...STILL}
          yAxisId={band ? 'band' : 0}
          dataKey="amount"
          barSize={Math.min(BAR.most, (BAR.part * plotWidth) / bars.length)}
          minPointSize={(amount) => (amount === 0 ? 0 : 1)}
        />
      )}
      <Dashes bars={bars} plan={plan} />
      {figures.series.map(
        (series, index) => series.kind !== 'bars' && lineElement(series, plan, index),
      )}
      <Marks figures={figures} plan={plan} />
      <Now figures={figures} plan={plan} />
    </ComposedChart>
  )
}

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
