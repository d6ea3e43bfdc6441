import { type Decimal, decimal } from '#money/decimal.ts'

import type { Market } from './market.ts'

export type LiveTerms = {
  name: string
  /** Money of the first deposit, in which coins are valued. */
  quote: string
  /** Share of a fill's total: the usual taker fee, which limit orders pay too. */
  fee: Decimal
}

/** Published fees of the lowest level: Binance spot 0.10 %, Kraken Pro taker 0.40 %. */
export const LIVE_EXCHANGES = {
  binance: { name: 'Binance', quote: 'USDT', fee: decimal('0.001') },
  kraken: { name: 'Kraken', quote: 'USD', fee: decimal('0.004') },
} as const satisfies Record<string, LiveTerms>

export type LiveExchange = keyof typeof LIVE_EXCHANGES

/** The prices of a real exchange, shared by all worlds of a data directory. */
export type LiveOrigin = { kind: 'live'; exchange: LiveExchange; prices: Market }
