import { MAX_CANDLES } from '#contract/market.ts'

import { refused } from '../http/read-query.ts'
import type { Handlers } from '../http/routes.ts'
import { checkRange } from './check-range.ts'

const MINUTES = {
  '1m': 1,
  '3m': 3,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '2h': 120,
  '4h': 240,
  '1d': 1_440,
} as const

export const marketHandlers = {
  listPairs: (_request, { engine }) => engine.pairs(),
  listCandles({ query: { pair, interval, from, to: wished } }, { engine, worlds }) {
    const to = wished ?? worlds.now()
    checkRange('from', from, 'to', to)
    if ((to - from) / (MINUTES[interval] * 60_000) > MAX_CANDLES) {
      throw refused({ from: [`This range has more than ${MAX_CANDLES} candles.`] })
    }
    return engine.candles({ pair, interval, from, to })
  },
} satisfies Partial<Handlers>
