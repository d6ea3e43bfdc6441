import { memo, useMemo, useState } from 'react'

import type { Candle } from '#contract/market.ts'
import { dayWindow, useCandles } from '#market/candles.ts'
import { toNumber } from '#money/decimal.ts'
import { useService } from '#query/service.tsx'

import { HEIGHT, type Scale, yOnAxis } from './picture-plan.ts'

type PictureCandlesProps = Scale & { pair: string }

/**
 * How the price got here, behind the lines of the trade: rising candles hollow, falling ones full.
 * They are drawn anew only when the axis shows other prices, never while a line is dragged.
 */
export const PictureCandles = memo(function PictureCandles({
  pair,
  middle,
  range,
  height = HEIGHT,
}: PictureCandlesProps) {
  const candles = useRecentCandles(pair)
  const { wicks, rising, falling } = candlePaths(candles, (price) =>
    yOnAxis({ middle, range, height }, price),
  )
  return (
    <g aria-hidden="true" stroke="var(--text-3)" shapeRendering="crispEdges">
      <path d={wicks} />
      <path d={rising} fill="var(--canvas)" />
      <path d={falling} fill="var(--text-3)" stroke="none" />
      {candles.length > 0 && (
        // The edge keeps the candles out of the letters.
        <text
          y={height - 6}
          fill="var(--text-3)"
          stroke="var(--canvas)"
          strokeWidth={6}
          strokeLinejoin="round"
          paintOrder="stroke"
        >
          30-minute candles, {candles.length / 2} h
        </text>
      )}
    </g>
  )
})

/** The four prices of a candle, for drawing alone. */
type DrawnCandle = { open: number; high: number; low: number; close: number }

/** Half hours of almost a day, which is what there is room for. */
const MOST = 46

/** The newest candles that are complete. */
export const drawnCandles = (candles: readonly Candle[]): DrawnCandle[] =>
  candles.slice(-MOST).flatMap(({ open, high, low, close }) =>
    open && high && low && close
      ? [
          {
            open: toNumber(open),
            high: toNumber(high),
            low: toNumber(low),
            close: toNumber(close),
          },
        ]
      : [],
  )

/** A candle's own width, and with the gap to the next one. */
const BODY = 3
const SLOT = 4

/**
 * All candles as three paths, from the left edge on, each a few hundred strokes long: as elements
 * of their own they would be slow. A rising body is an outline, a falling one is filled.
 */
export function candlePaths(
  candles: readonly DrawnCandle[],
  yOf: (price: number) => number,
): { wicks: string; rising: string; falling: string } {
  const paths = { wicks: '', rising: '', falling: '' }
  for (const [index, { open, high, low, close }] of candles.entries()) {
    const x = index * SLOT
    const top = Math.round(yOf(Math.max(open, close)))
    const height = Math.max(1, Math.round(yOf(Math.min(open, close))) - top)
    paths.wicks += `M${x + BODY / 2} ${Math.round(yOf(high))}V${Math.round(yOf(low))}`
    if (close < open) paths.falling += `M${x} ${top}h${BODY}v${height}h-${BODY}z`
    else paths.rising += `M${x + 0.5} ${top + 0.5}h${BODY - 1}v${height - 1}h-${BODY - 1}z`
  }
  return paths
}

const EVERY = 300_000

/** The candles of the last day, for drawing; none where the service offers none. */
function useRecentCandles(pair: string): readonly DrawnCandle[] {
  const { clock } = useService()
  const [opened] = useState(() => clock.now())
  const { data } = useCandles(pair, dayWindow('30m', opened), EVERY)
  return useMemo(() => drawnCandles(data ?? []), [data])
}
