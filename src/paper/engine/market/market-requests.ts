import { CANDLE_LENGTHS, type CandleInterval, MAX_CANDLES } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'

import { type Decimal, divide, toNumber } from '#money/decimal.ts'

import { found } from '../../refusal.ts'
import { type World, accountsInMode } from '../world.ts'
import { candlesOf, marketQuotes, priceOf } from './quotes.ts'

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
    /** The last price of a pair; `undefined` where it is not traded. */
    lastPrice(pair: string): Decimal | undefined {
      const instrument = world.market.instrument(pair)
      return instrument && priceOf(instrument, world.market.last(pair, world.meta.now))
    },
    /**
     * The first moment in (`from`, now] at which the price comes to a level from the other side of it:
     * none of the prices between is passed over.
     */
    firstCrossing(
      pair: string,
      direction: 'above' | 'below',
      level: Decimal,
      from: Instant,
    ): Instant | undefined {
      const { market, meta } = world
      const instrument = market.instrument(pair)
      if (!instrument || from >= meta.now) return undefined
      const isAbove = direction === 'above'
      const ticks = toNumber(divide(level, instrument.tick, 0, isAbove ? 'up' : 'down'))
      const isThere = (at: Instant): boolean => {
        const last = market.last(pair, at)
        return isAbove ? last >= ticks : last <= ticks
      }
      // What is there already has to go back first.
      const before = !isThere(from)
        ? from
        : isAbove
          ? market.firstOutside(pair, from, meta.now, ticks - 1, Infinity)
          : market.firstOutside(pair, from, meta.now, -Infinity, ticks + 1)
      if (before === undefined) return undefined
      return isAbove
        ? market.firstOutside(pair, before, meta.now, -Infinity, ticks)
        : market.firstOutside(pair, before, meta.now, ticks, Infinity)
    },
    candles({ pair, interval, from, to }: CandleQuery) {
      const instrument = found(world.market.instrument(pair), 'pair', pair)
      const span = { from, to, now: world.meta.now, most: MAX_CANDLES }
      return candlesOf(world.market, instrument, CANDLE_LENGTHS[interval], span)
    },
  }
}
