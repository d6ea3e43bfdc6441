import { CANDLE_LENGTHS, type CandleInterval, MAX_CANDLES } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'

import { type Decimal, divide, toNumber } from '#money/decimal.ts'

import { found } from '../../refusal.ts'
import { type World, accountsInMode, marketOn } from '../world.ts'
import type { Market } from './market.ts'
import { candlesOf, marketQuotes, pricedAt, priceOf } from './quotes.ts'

type CandleQuery = {
  pair: string
  exchange?: string | undefined
  interval: CandleInterval
  from: Instant
  to: Instant
}

const marketIn = (world: World, exchange: string | null | undefined): Market =>
  exchange ? marketOn(world, exchange) : world.market

export function marketRequests(world: World) {
  return {
    pairs() {
      const { now } = world.meta
      const exchanges = Array.from(new Set(accountsInMode(world).map(({ exchange }) => exchange)))
      const markets = new Set(exchanges.map((exchange) => marketOn(world, exchange)))
      return [...markets].flatMap((market) => {
        const itsExchanges = exchanges.filter((exchange) => marketOn(world, exchange) === market)
        return market.instruments
          .filter(({ pair }) => pricedAt(market, pair, now))
          .flatMap((instrument) => {
            const quotes = marketQuotes(market, instrument, now)
            return itsExchanges.map((exchange) => ({ ...quotes, exchange }))
          })
      })
    },
    /** `undefined` if the pair has no price. */
    lastPrice(pair: string, exchange: string | null): Decimal | undefined {
      const market = marketIn(world, exchange)
      const instrument = pricedAt(market, pair, world.meta.now)
      return instrument && priceOf(instrument, market.last(pair, world.meta.now))
    },
    /** First moment in (`from`, now] at which the price crosses a level. */
    firstCrossing(
      pair: string,
      exchange: string | null,
      direction: 'above' | 'below',
      level: Decimal,
      from: Instant,
    ): Instant | undefined {
      const { meta } = world
      const market = marketIn(world, exchange)
      const instrument = market.instrument(pair)
      if (!instrument || from >= meta.now) return undefined
      const isAbove = direction === 'above'
      const ticks = toNumber(divide(level, instrument.tick, 0, isAbove ? 'up' : 'down'))
      const isThere = (at: Instant): boolean => {
        const last = market.last(pair, at)
        return isAbove ? last >= ticks : last <= ticks
      }
      // A level that is already reached must be left first.
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
    candles({ pair, exchange, interval, from, to }: CandleQuery) {
      const market = marketIn(world, exchange)
      const instrument = found(market.instrument(pair), 'pair', pair)
      const span = { from, to, now: world.meta.now, most: MAX_CANDLES }
      return candlesOf(market, instrument, CANDLE_LENGTHS[interval], span)
    },
  }
}
