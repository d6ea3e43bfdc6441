import { memo, useMemo, useState } from 'react'

import { timeTicks } from '#charts/scale.ts'
import type { Candle } from '#contract/market.ts'
import { drawnOf, type WholeCandle, wholeCandles } from '#market/candle-figures.tsx'
import { dayWindow, type PairOn, useCandles } from '#market/candles.ts'
import { useService } from '#query/service.tsx'
import { type DisplayPreferences, useDisplayPreferences } from '#ui/display-preferences.tsx'
import { formatInstant } from '#ui/instant.ts'

import { AXIS, HEIGHT, type Scale, yOnAxis } from './picture-plan.ts'

type PictureCandlesProps = Scale & { candles: readonly WholeCandle[] }

/**
 * How the price got here, behind the lines of the trade: rising candles hollow, falling ones full.
 * They are drawn anew only when the axis shows other prices, never while a line is dragged.
 */
export const PictureCandles = memo(function PictureCandles({
  candles,
  middle,
  range,
  height = HEIGHT,
}: PictureCandlesProps) {
  const { timeZone } = useDisplayPreferences()
  const { wicks, rising, falling } = candlePaths(candles, (price) =>
    yOnAxis({ middle, range, height }, price),
  )
  const times = useMemo(() => timesBelow(candles, timeZone), [candles, timeZone])
  return (
    <g aria-hidden="true" stroke="var(--text-3)" shapeRendering="crispEdges">
      <path d={wicks} />
      <path d={rising} fill="var(--canvas)" />
      <path d={falling} fill="var(--text-3)" stroke="none" />
      {candles.length > 0 && <path d={`M0 ${height - FOOT}H${AXIS}`} stroke="var(--hairline-2)" />}
      {times.map(({ x, text }) => (
        <text
          key={x}
          x={x}
          y={height - 6}
          textAnchor="middle"
          fill="var(--text-3)"
          // The edge keeps the candles out of the letters.
          stroke="var(--canvas)"
          strokeWidth={6}
          strokeLinejoin="round"
          paintOrder="stroke"
          className="tabular-nums"
        >
          {text}
        </text>
      ))}
    </g>
  )
})

/** As many labels as stand apart under a day of candles. */
const MOST_TIMES = 4
/** Below it are the times. */
export const FOOT = 22
/** Nearer to the edge a label would leave the picture, and moved away from it meet the next one. */
const EDGE = 18

/** The times that stand below candles, each around its middle. */
export function timesBelow(
  candles: readonly WholeCandle[],
  timeZone: DisplayPreferences['timeZone'],
): { x: number; text: string }[] {
  const [first, last] = [candles[0], candles.at(-1)]
  if (!first || !last) return []
  const { ticks, step } = timeTicks(first.at, last.at, MOST_TIMES, timeZone)
  return ticks
    .map((at) => ({ x: placeOf(candles, at), text: formatInstant(at, step, timeZone) }))
    .filter(({ x }) => x >= EDGE)
}

/** Half hours of almost a day, which is what there is room for. */
const HALF_HOUR = 1_800_000
const MOST = 46

/** The newest candles that are complete. */
export function newestCandles(candles: readonly Candle[]): WholeCandle[] {
  const whole = wholeCandles(candles)
  const last = whole.at(-1)?.at ?? 0
  return whole.filter(({ at }) => at > last - MOST * HALF_HOUR)
}

/** A candle's own width, and with the gap to the next one. */
const BODY = 3
const SLOT = 4

/** Where an instant stands: the middle of the candle that begins then. A candle that is missing keeps its room. */
export const placeOf = (candles: readonly WholeCandle[], at: number): number =>
  ((at - (candles[0]?.at ?? at)) / HALF_HOUR) * SLOT + BODY / 2

/** The instant at such a place. */
export const instantAt = (candles: readonly WholeCandle[], x: number): number =>
  (candles[0]?.at ?? 0) + ((x - BODY / 2) / SLOT) * HALF_HOUR

/**
 * All candles as three paths, from the left edge on, each a few hundred strokes long: as elements
 * of their own they would be slow. A rising body is an outline, a falling one is filled.
 */
export function candlePaths(
  candles: readonly WholeCandle[],
  yOf: (price: number) => number,
): { wicks: string; rising: string; falling: string } {
  const paths = { wicks: '', rising: '', falling: '' }
  for (const candle of candles) {
    const { at, open, high, low, close } = drawnOf(candle)
    const x = placeOf(candles, at) - BODY / 2
    const top = Math.round(yOf(Math.max(open, close)))
    const height = Math.max(1, Math.round(yOf(Math.min(open, close))) - top)
    paths.wicks += `M${x + BODY / 2} ${Math.round(yOf(high))}V${Math.round(yOf(low))}`
    if (close < open) paths.falling += `M${x} ${top}h${BODY}v${height}h-${BODY}z`
    else paths.rising += `M${x + 0.5} ${top + 0.5}h${BODY - 1}v${height - 1}h-${BODY - 1}z`
  }
  return paths
}

const EVERY = 300_000

/** The candles of the last day; none where the service offers none. */
export function useRecentCandles(on: PairOn): readonly WholeCandle[] {
  const { clock } = useService()
  const [opened] = useState(() => clock.now())
  const { data } = useCandles(on, dayWindow('30m', opened), EVERY)
  return useMemo(() => newestCandles(data ?? []), [data])
}
