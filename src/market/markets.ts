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

import {
  currenciesOf,
  marketOn,
  pairsOn,
  PRICES_EVERY,
  useListedPairs,
  usePricedPair,
} from './pairs.tsx'

/** In milliseconds. */
const BALANCES_EVERY = 30_000

/** Prices, book and rules of a pair on one exchange. */
export type Market = MarketPair

export type Markets = {
  /** The names of the pairs, as the service writes them; `undefined` where it lists none. */
  pairs: readonly string[] | undefined
  /** `undefined` until it is known whether the service lists pairs. */
  isListed: boolean | undefined
  isComing: boolean
  /** The price of the chosen pair is on its way. */
  isPriceComing: boolean
  /** Pairs can be listed once an exchange is chosen. */
  lacksExchange: boolean
  marketOf: (pair: string) => Market | undefined
  /** When the prices were read, by the service's clock. */
  readAt: Instant
  /** Reads the prices of a pair now; rejects when they cannot be had. */
  readAgain: (pair: string) => Promise<Market | undefined>
}

/**
 * The markets of an exchange with fresh prices; of a service whose list has names alone, those of the
 * chosen pair. New prices are drawn between two keys, never before one.
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
        // Deferred, it may still be another exchange's.
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

/** The pair by which a coin is worth dollars. */
export function dollarPairOf(code: string, pairs: readonly Market[]): string | undefined {
  return pairs.find(({ pair }) => {
    const { base, quote } = splitPair(pair)
    return base === code && DOLLARS.has(quote)
  })?.pair
}

/** The prices of a pair as its most recently changed active trade carries them, for where no list of pairs does. */
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

/** What lies on an account, by the UUID that its balances go by; where it is not known nothing is asked for. */
export const useBalances = (exchangeId: string | undefined) =>
  useQuery({
    ...endpointQuery(getBalanceTable, { params: { id: exchangeId ?? '' } }),
    refetchInterval: every(BALANCES_EVERY),
    enabled: exchangeId !== undefined,
  })

/** What is free of both currencies of a pair on an account. */
export function useFreeBalances(exchangeId: string | undefined, pair: string) {
  const { clock } = useService()
  const { data, dataUpdatedAt } = useBalances(exchangeId)
  const readAt = data && clock.serviceTime(dataUpdatedAt)
  return useMemo(() => ({ free: freeOf(pair, data), readAt }), [data, pair, readAt])
}

/** What a balance table says is free of both currencies of a pair. */
export function freeOf(pair: string, balances: Parameters<typeof freeBalanceOf>[0]) {
  const { base, quote } = currenciesOf(pair)
  return { base: freeBalanceOf(balances, base), quote: freeBalanceOf(balances, quote) }
}
