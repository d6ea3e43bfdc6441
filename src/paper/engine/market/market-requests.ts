import { CANDLE_LENGTHS, type CandleInterval, MAX_CANDLES } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'

import { found } from '../../refusal.ts'
import { type World, accountsInMode } from '../world.ts'
import { candlesOf, marketQuotes } from './quotes.ts'

type CandleQuery = { pair: string; interval: CandleInterval; from: Instant; to: Instant }

/** What a caller may ask about the market. */
export function marketRequests(world: World) {
  return {
    pairs() {
      // Every exchange of this world trades the same pairs at the same prices.
      const exchanges = Array.from(new Set(accountsInMode(world).map(({ exchange }) => exchange)))
      return world.market.instruments.flatMap((instrument) => {
        const quotes = marketQuotes(world.market, instrument, world.meta.now)
        return exchanges.map((exchange) => ({ ...quotes, exchange }))
      })
    },
    candles({ pair, interval, from, to }: CandleQuery) {
      const instrument = found(world.market.instrument(pair), 'pair', pair)
      const span = { from, to, now: world.meta.now, most: MAX_CANDLES }
      return candlesOf(world.market, instrument, CANDLE_LENGTHS[interval], span)
    },
  }
}
