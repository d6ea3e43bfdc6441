import { useQuery } from '@tanstack/react-query'

import { listExchanges } from '#contract/exchanges.ts'
import { listPairs, type MarketPair } from '#contract/market.ts'
import type { Read } from '#contract/read.ts'

import { endpointQuery } from './endpoint-query.ts'
import { useExtension, useIsComing } from './use-extension.ts'

/** In milliseconds: the lists themselves hardly change, the prices in them always do. */
const LISTS_FRESH_FOR = 300_000
const PRICES_EVERY = 15_000

/**
 * The trading accounts of a service that lists them: `accounts` is undefined where it does not, and
 * until they have come. They are asked for where they are wanted.
 */
export function useListedAccounts({ isWanted = true } = {}) {
  const isListed = useExtension(listExchanges)
  const list = useQuery({
    ...endpointQuery(listExchanges, {}),
    staleTime: LISTS_FRESH_FOR,
    enabled: isListed === true && isWanted,
  })
  return {
    accounts: isListed ? list.data : undefined,
    isListed,
    isComing: useIsComing(listExchanges, list),
  }
}

/** The pairs of a service that lists them, in the same way; with `arePriced` their prices are kept fresh. */
export function useListedPairs({ isWanted = true, arePriced = false } = {}) {
  const isListed = useExtension(listPairs)
  const list = useQuery({
    ...endpointQuery(listPairs, {}),
    ...(arePriced ? { refetchInterval: PRICES_EVERY } : { staleTime: LISTS_FRESH_FOR }),
    enabled: isListed === true && isWanted,
  })
  return {
    pairs: isListed ? list.data : undefined,
    isListed,
    isComing: useIsComing(listPairs, list),
    /** By this browser's clock. */
    readAt: list.dataUpdatedAt,
    readAgain: list.refetch,
  }
}

type Row = Read<MarketPair>

/** The pairs of an exchange; where nobody says whose they are all of them, each once. */
export function pairsOn(exchange: string | undefined, pairs: readonly Row[]): readonly Row[] {
  const isToldWhose = exchange !== undefined && pairs.some((row) => row.exchange !== undefined)
  if (isToldWhose) return pairs.filter((row) => row.exchange === exchange)
  return Array.from(new Map(pairs.map((row) => [row.pair, row])).values())
}

/** The prices and rules of a pair on an exchange: never those of another one in their place. */
export function marketOn(
  exchange: string | undefined,
  pair: string,
  pairs: readonly Row[],
): Row | undefined {
  const isOneExchange = new Set(pairs.map((row) => row.exchange)).size <= 1
  if (exchange === undefined && !isOneExchange) return undefined
  return pairsOn(exchange, pairs).find((row) => row.pair === pair)
}
