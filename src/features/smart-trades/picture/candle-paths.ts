import type { Candle } from '#contract/market.ts'
import { toNumber } from '#money/decimal.ts'

/** The four prices of a candle, for drawing alone. */
export type DrawnCandle = { open: number; high: number; low: number; close: number }

/** Half hours of almost a day, which is what there is room for. */
const MOST = 46

/** The newest candles that were told in full. */
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
