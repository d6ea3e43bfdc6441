import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'

import { getBalanceTable } from '#contract/exchanges.ts'
import type { MarketPair } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'
import { listSmartTrades, type SmartTrade } from '#contract/smart-trades.ts'
import { readableRows } from '#contract/read.ts'
import { endpointQuery, every } from '#query/endpoint-query.ts'
import { useService } from '#query/service.tsx'
import { DOLLARS } from '#trading/dollars.ts'
import { freeBalanceOf } from '#trading/free-balance.ts'
import { isWholePair, splitPair } from '#trading/pair.ts'

import { currenciesOf } from './pair-text.tsx'
import { marketOn, pairsOn, PRICES_EVERY, useListedPairs, usePricedPair } from './pairs.tsx'

/** In milliseconds. */
const BALANCES_EVERY = 30_000

export type Market = MarketPair

export type Markets = {
  /** Pairs as named by the service; `undefined` if it lists none. */
  pairs: readonly string[] | undefined
  /** `undefined` until known. */
  isListed: boolean | undefined
  isComing: boolean
  /** The chosen pair's price is loading. */
  isPriceComing: boolean
  /** Pairs can be listed once an exchange is chosen. */
  lacksExchange: boolean
  marketOf: (pair: string) => Market | undefined
  /** By the service's clock. */
  readAt: Instant
  /** Reads a pair's price now; rejects on failure. */
  readAgain: (pair: string) => Promise<Market | undefined>
}

/**
 * Markets of an exchange with fresh prices, or only the chosen pair's if the service lists names
 * only. Typing takes precedence over new prices.
 */
export function useMarkets(
  exchange: string | undefined,
  { isWanted = true, pair: chosen }: { isWanted?: boolean; pair?: string | undefined } = {},
): Markets {
  const { clock } = useService()
  const { isListed, lacksExchange, readAgain, ...now } = useListedPairs({
    isWanted,
    arePriced: true,
    on: { exchange },
  })
  const rows = useDeferredValue(now.pairs)
  const isComing = useDeferredValue(now.isComing)
  const isChosen = isWanted && rows !== undefined && chosen !== undefined
  const listed = isChosen ? marketOn(exchange, chosen, rows)?.pair : undefined
  const one = usePricedPair(exchange, listed)
  const { isWanted: isOneWanted, readAgain: readOneAgain } = one
  const isPriceComing = useDeferredValue(now.isComing || one.isComing)
  const priced = useDeferredValue(one.priced)
  const readAt = clock.serviceTime(useDeferredValue(one.priced ? one.readAt : now.readAt))
  return useMemo(
    () => ({
      pairs: rows && pairsOn(exchange, rows).map(({ pair }) => pair),
      isListed,
      isComing,
      isPriceComing,
      lacksExchange,
      marketOf: (pair) =>
        // A deferred value may still belong to another exchange.
        priced?.pair === pair && priced.exchange === exchange
          ? priced
          : rows && marketOn(exchange, pair, rows),
      readAt,
      async readAgain(pair) {
        if (isOneWanted && pair === listed) return (await readOneAgain({ throwOnError: true })).data
        const { data } = await readAgain({ throwOnError: true })
        return data && marketOn(exchange, pair, data)
      },
    }),
    [
      rows,
      priced,
      listed,
      readAt,
      exchange,
      isListed,
      isComing,
      isPriceComing,
      lacksExchange,
      readAgain,
      isOneWanted,
      readOneAgain,
    ],
  )
}

/** The pair that prices a coin in dollars. */
export function dollarPairOf(code: string, pairs: readonly Market[]): string | undefined {
  return pairs.find(({ pair }) => {
    const { base, quote } = splitPair(pair)
    return base === code && DOLLARS.has(quote)
  })?.pair
}

/** Prices from a pair's latest active trade, for services without a list of pairs. */
export function useTradedPrice(pair: string, { isWanted = true } = {}) {
  const { clock } = useService()
  const { data, dataUpdatedAt, isLoading, refetch } = useQuery({
    ...endpointQuery(listSmartTrades, {
      query: {
        pair,
        status: 'active',
        order_by: 'updated_at',
        order_direction: 'DESC',
        per_page: 1,
      },
    }),
    select: readableRows<SmartTrade>,
    refetchInterval: every(PRICES_EVERY),
    enabled: isWanted && isWholePair(pair),
  })
  const price = isWanted ? priceIn(data) : undefined
  const readAt = clock.serviceTime(dataUpdatedAt)
  return useMemo(
    () => ({
      price,
      isComing: isLoading,
      readAt,
      readAgain: async () => priceIn((await refetch({ throwOnError: true })).data),
    }),
    [price, isLoading, readAt, refetch],
  )
}

const priceIn = (trades: readonly SmartTrade[] | undefined) => trades?.[0]?.data.current_price

/** Balances by UUID; nothing is read without one. */
export const useBalances = (exchangeId: string | undefined) =>
  useQuery({
    ...endpointQuery(getBalanceTable, { params: { id: exchangeId ?? '' } }),
    refetchInterval: every(BALANCES_EVERY),
    enabled: exchangeId !== undefined,
  })

export function useFreeBalances(exchangeId: string | undefined, pair: string) {
  const { clock } = useService()
  const { data, dataUpdatedAt } = useBalances(exchangeId)
  const readAt = data && clock.serviceTime(dataUpdatedAt)
  return useMemo(() => ({ free: freeOf(pair, data), readAt }), [data, pair, readAt])
}

export function freeOf(pair: string, balances: Parameters<typeof freeBalanceOf>[0]) {
  const { base, quote } = currenciesOf(pair)
  return { base: freeBalanceOf(balances, base), quote: freeBalanceOf(balances, quote) }
}
