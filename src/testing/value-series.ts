import { fromNumber } from '#money/decimal.ts'
import type { ValueSeries } from '#trading/balance-flow.ts'

export type Point = { at: number; value: number; flow: number }

/** Values of a portfolio at some moments. */
export const seriesOf = (points: readonly Point[]): ValueSeries => ({
  at: Float64Array.from(points, ({ at }) => at),
  value: Float64Array.from(points, ({ value }) => value),
  missing: new Float64Array(0),
  flows: new Map(
    points.flatMap(({ flow }, index) => (flow === 0 ? [] : [[index, fromNumber(flow)]])),
  ),
})
