import type { GridBot } from '#contract/grid-bots.ts'
import type { Read } from '#contract/read.ts'
import {
  CANDLE_INTERVALS,
  CANDLE_LENGTHS,
  type CandleInterval,
  MAX_CANDLES,
} from '#contract/market.ts'

export type CandleWindow = {
  from: number
  interval: CandleInterval
}

/** About two points for every three pixels of the picture. */
const WANTED = 360

/** From the bot's creation on, in the finest candles that are not too many. Instants in milliseconds. */
export function candleWindow(bot: Read<GridBot>, now: number): CandleWindow | undefined {
  const created = bot.created_at
  if (created === undefined || now <= created) return undefined
  const interval =
    CANDLE_INTERVALS.find((name) => (now - created) / CANDLE_LENGTHS[name] <= WANTED) ?? '1d'
  const length = CANDLE_LENGTHS[interval]
  // A whole candle, so that the same question is asked until the next one begins.
  const whole = Math.floor(created / length) * length
  const from = Math.max(whole, Math.floor(now / length - MAX_CANDLES + 1) * length)
  return { from, interval }
}
