import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { PriceCandle } from '#charts/price-data.ts'
import { listPairs } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'
import { readableRows } from '#contract/read.ts'
import { type Decimal, compare } from '#money/decimal.ts'
import { endpointQuery, every } from '#query/endpoint-query.ts'
import { useIsLive } from '#query/liveness.ts'
import { useService } from '#query/service.tsx'

import type { PairOn } from './candles.ts'
import { marketOn, PRICES_EVERY } from './pairs.tsx'

/** Candles whose newest follows the streamed price. */
export function useLiveCandles(
  candles: readonly PriceCandle[],
  { pair, exchange }: PairOn,
  { length, isOpen }: { length: number; isOpen: boolean },
): readonly PriceCandle[] {
  const { clock } = useService()
  const isFollowed = useIsLive() && isOpen && candles.length > 0
  const { data: last, dataUpdatedAt } = useQuery({
    ...endpointQuery(listPairs, {}, 'extra'),
    select: (rows) => marketOn(exchange, pair, readableRows(rows))?.last,
    enabled: isFollowed,
    refetchInterval: every(PRICES_EVERY),
  })
  const at = clock.serviceTime(dataUpdatedAt)
  return useMemo(
    () => (isFollowed && last ? withPrice(candles, last, { at, length }) : candles),
    [isFollowed, candles, last, at, length],
  )
}

/** Ignores a price outside the newest candle's time. */
export function withPrice(
  candles: readonly PriceCandle[],
  last: Decimal,
  { at, length }: { at: Instant; length: number },
): readonly PriceCandle[] {
  const newest = candles.at(-1)
  if (!newest || at < newest.at || at >= newest.at + length) return candles
  const high = compare(last, newest.high) > 0 ? last : newest.high
  const low = compare(last, newest.low) < 0 ? last : newest.low
  return [...candles.slice(0, -1), { ...newest, close: last, high, low }]
}
