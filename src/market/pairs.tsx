import { useQuery } from '@tanstack/react-query'

import { ApiError, isRefused } from '#client/api-error.ts'
import { getPair, listPairs, listPairsOn, type MarketPair } from '#contract/market.ts'
import { readableRows } from '#contract/read.ts'
import { endpointQuery, every } from '#query/endpoint-query.ts'
import { useExtension, useIsComing } from '#query/service.tsx'

import { useAccounts } from './accounts.ts'

/** In milliseconds: the list hardly changes, its prices always do. */
const LIST_FRESH_FOR = 300_000
export const PRICES_EVERY = 15_000
const ONE_PRICE_EVERY = 10_000
/** In milliseconds: retry of a pair or market that the service does not know. */
const REFUSED_PRICE_EVERY = 300_000
const IS_NOT_THERE: readonly number[] = [400, 404, 422]

type Wanted = {
  isWanted?: boolean
  /** Keeps their prices fresh; skips a list of names only. */
  arePriced?: boolean
  /** Limits the list to an exchange. */
  on?: { exchange: string | undefined }
}

/** Listed pairs; `undefined` until loaded, or if not offered. Reads only the wanted exchange. */
export function useListedPairs({ isWanted = true, arePriced = false, on }: Wanted = {}) {
  const isListed = useExtension(listPairs)
  const areNames = useExtension(listPairsOn) === true
  const areApart = areNames && on !== undefined
  // A list of names has no prices: `usePricedPair` reads them.
  const isRead = areApart ? on.exchange !== undefined : !(areNames && arePriced)
  const whole = useQuery({
    ...endpointQuery(listPairs, {}),
    select: readableRows<MarketPair>,
    ...(arePriced ? { refetchInterval: every(PRICES_EVERY) } : { staleTime: LIST_FRESH_FOR }),
    enabled: isListed === true && isWanted && !areApart && isRead,
  })
  const own = useQuery({
    ...endpointQuery(listPairsOn, { params: { exchange: on?.exchange ?? '' } }),
    select: readableRows<MarketPair>,
    staleTime: LIST_FRESH_FOR,
    enabled: isWanted && areApart && isRead,
  })
  const list = areApart ? own : whole
  const isComing = useIsComing(listPairs, list)
  return {
    pairs: isListed ? list.data : undefined,
    isListed,
    isComing: isComing && isRead,
    lacksExchange: areApart && !isRead,
    /** By this browser's clock. */
    readAt: list.dataUpdatedAt,
    readAgain: list.refetch,
  }
}

/** Fresh prices and rules of one pair, if the list has names only. */
export function usePricedPair(exchange: string | undefined, pair: string | undefined) {
  const isOffered = useExtension(getPair) === true
  const isWanted = isOffered && exchange !== undefined && pair !== undefined
  const one = useQuery({
    ...endpointQuery(getPair, { query: { exchange: exchange ?? '', pair: pair ?? '' } }),
    refetchInterval: every(({ error }) =>
      error instanceof ApiError && isRefused(error) && IS_NOT_THERE.includes(error.failure.status)
        ? REFUSED_PRICE_EVERY
        : ONE_PRICE_EVERY,
    ),
    enabled: isWanted,
  })
  return {
    priced: isWanted ? one.data : undefined,
    isWanted,
    isComing: isWanted && one.isPending,
    /** By this browser's clock. */
    readAt: one.dataUpdatedAt,
    readAgain: one.refetch,
  }
}

/** All pairs known to this browser, in order; optionally of one exchange. */
export function usePairNames({ isWanted = true, on }: Omit<Wanted, 'arePriced'> = {}) {
  const { pairs = [] } = useListedPairs({ isWanted, ...(on && { on }) })
  const learned = useAccounts({ isWanted })
    .filter(({ exchange }) => on?.exchange === undefined || exchange === on.exchange)
    .flatMap((account) => account.pairs)
  const listed = pairsOn(on?.exchange, pairs).map(({ pair }) => pair)
  return Array.from(new Set([...listed, ...learned])).toSorted()
}

/** Pairs of an exchange, without duplicates if none is named. */
export function pairsOn(
  exchange: string | undefined,
  pairs: readonly MarketPair[],
): readonly MarketPair[] {
  const areNamed = exchange !== undefined && pairs.some((row) => row.exchange !== undefined)
  if (areNamed) return pairs.filter((row) => row.exchange === exchange)
  return Array.from(new Map(pairs.map((row) => [row.pair, row])).values())
}

/** A pair's prices and rules on an exchange, never another's. */
export function marketOn(
  exchange: string | undefined,
  pair: string,
  pairs: readonly MarketPair[],
): MarketPair | undefined {
  const isOneExchange = new Set(pairs.map((row) => row.exchange)).size <= 1
  if (exchange === undefined && !isOneExchange) return undefined
  return pairsOn(exchange, pairs).find((row) => row.pair === pair)
}
