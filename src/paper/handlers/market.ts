import { CANDLE_LENGTHS, MAX_CANDLES } from '#contract/market.ts'

import { refused } from '../http/read-query.ts'
import type { Handlers } from '../http/routes.ts'
import { checkRange } from './check-range.ts'

export const marketHandlers = {
  listPairs: (_request, { engine }) => engine.pairs(),
  listCandles({ query: { pair, interval, from, to: wished } }, { engine, worlds }) {
    const to = wished ?? worlds.now()
    checkRange('from', from, 'to', to)
    const length = CANDLE_LENGTHS[interval]
    // Both ends count: a candle begins at each whole multiple of its length from one to the other.
    const count = Math.floor(to / length) - Math.ceil(from / length) + 1
    if (count > MAX_CANDLES) {
      throw refused({ from: [`This range has more than ${MAX_CANDLES} candles.`] })
    }
    return engine.candles({ pair, interval, from, to })
  },
} satisfies Partial<Handlers>
