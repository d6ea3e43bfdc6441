import { memo } from 'react'

import { candlePaths } from './candle-paths.ts'
import { type Scale, yOnAxis } from './picture-axis.ts'
import { useRecentCandles } from './use-recent-candles.ts'

type PictureCandlesProps = Scale & { pair: string }

/**
 * How the price got here, behind the lines of the trade: rising candles hollow, falling ones full.
 * They are drawn anew only when the axis shows other prices, never while a line is dragged.
 */
export const PictureCandles = memo(function PictureCandles({
  pair,
  middle,
  range,
}: PictureCandlesProps) {
  const candles = useRecentCandles(pair)
  const { wicks, rising, falling } = candlePaths(candles, (price) =>
    yOnAxis({ middle, range }, price),
  )
  return (
    <g aria-hidden="true" stroke="var(--text-3)" shapeRendering="crispEdges">
      <path d={wicks} />
      <path d={rising} fill="var(--canvas)" />
      <path d={falling} fill="var(--text-3)" stroke="none" />
    </g>
  )
})
