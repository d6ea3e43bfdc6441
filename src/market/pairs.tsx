import { useQuery } from '@tanstack/react-query'

import { ApiError, isRefused } from '#client/api-error.ts'
import { getPair, listPairs, listPairsOn, type MarketPair } from '#contract/market.ts'
import { readableRows } from '#contract/read.ts'
import { endpointQuery, every } from '#query/endpoint-query.ts'
import { useExtension, useIsComing } from '#query/service.tsx'
import { type PairParts, splitPair } from '#trading/pair.ts'
import { UnknownValue } from '#ui/unknown-value.tsx'

import { useAccounts } from './accounts.ts'

/** In milliseconds: the list itself hardly changes, the prices in it always do. */
const LIST_FRESH_FOR = 300_000
export const PRICES_EVERY = 15_000
const ONE_PRICE_EVERY = 10_000
/** A pair or market that the service does not know is hardly known a moment later. */
const REFUSED_PRICE_EVERY = 300_000
const IS_NOT_THERE: readonly number[] = [400, 404, 422]

/** The two currencies of `USDT_BTC`; both undefined when it is no pair. */
export function currenciesOf(pair: string | undefined): Partial<PairParts> {
  const parts = pair === undefined ? undefined : splitPair(pair)
  return parts === undefined || parts.quote === '' ? {} : parts
}

/** "BTC" strong, "/USDT" quiet. */
export function PairText({ pair }: { pair: string | undefined }) {
  const { base, quote } = currenciesOf(pair)
  if (pair === undefined) return <UnknownValue reason="The service does not say." />
  if (base === undefined) return <span>{pair}</span>
  return (
    <span
      title={`${base}/${quote}`}
      className="inline-block max-w-40 truncate align-bottom font-medium text-ink"
    >
      {base}
      <span className="font-normal text-ink-3">/{quote}</span>
    </span>
  )
}

type Wanted = {
  isWanted?: boolean
  /** Their prices are kept fresh. A list of names alone is then not asked for. */
  arePriced?: boolean
  /** Those of this exchange are enough; of all where it is left out. */
  on?: { exchange: string | undefined }
}

/**
 * The pairs of a service that lists them: `pairs` is undefined where it does not, and until they have
 * come. Where each exchange is listed by itself, only the one that is wanted is asked for.
 */
export function useListedPairs({ isWanted = true, arePriced = false, on }: Wanted = {}) {
  const isListed = useExtension(listPairs)
  const areNames = useExtension(listPairsOn) === true
  const areApart = areNames && on !== undefined
  const whole = useQuery({
    ...endpointQuery(listPairs, {}),
    select: readableRows<MarketPair>,
    ...(arePriced ? { refetchInterval: every(PRICES_EVERY) } : { staleTime: LIST_FRESH_FOR }),
    enabled: isListed === true && isWanted && !areApart && !(areNames && arePriced),
  })
  const own = useQuery({
    ...endpointQuery(listPairsOn, { params: { exchange: on?.exchange ?? '' } }),
    select: readableRows<MarketPair>,
    staleTime: LIST_FRESH_FOR,
    enabled: isWanted && areApart && on.exchange !== undefined,
  })
  const list = areApart ? own : whole
  const isComing = useIsComing(listPairs, list)
  const lacksExchange = areApart && on.exchange === undefined
  return {
    pairs: isListed ? list.data : undefined,
    isListed,
    isComing: isComing && !lacksExchange,
    /** Pairs can be listed once an exchange is chosen. */
    lacksExchange,
    /** By this browser's clock. */
    readAt: list.dataUpdatedAt,
    readAgain: list.refetch,
  }
}

/** The prices and rules of one listed pair, kept fresh, where the list itself has names alone. */
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

/** Every pair that this browser knows, or knows of one exchange, as the service writes them, in order. */
export function usePairNames({ isWanted = true, on }: Omit<Wanted, 'arePriced'> = {}) {
  const { pairs = [] } = useListedPairs({ isWanted, ...(on && { on }) })
  const learned = useAccounts({ isWanted })
    .filter(({ exchange }) => on?.exchange === undefined || exchange === on.exchange)
    .flatMap((account) => account.pairs)
  const listed = pairsOn(on?.exchange, pairs).map(({ pair }) => pair)
  return Array.from(new Set([...listed, ...learned])).toSorted()
}

/** The pairs of an exchange; where no row names an exchange, or none is asked for, each pair once. */
export function pairsOn(
  exchange: string | undefined,
  pairs: readonly MarketPair[],
): readonly MarketPair[] {
  const areNamed = exchange !== undefined && pairs.some((row) => row.exchange !== undefined)
  if (areNamed) return pairs.filter((row) => row.exchange === exchange)
  return Array.from(new Map(pairs.map((row) => [row.pair, row])).values())
}

/** The prices and rules of a pair on an exchange: never those of another exchange. */
export function marketOn(
  exchange: string | undefined,
  pair: string,
  pairs: readonly MarketPair[],
): MarketPair | undefined {
  const isOneExchange = new Set(pairs.map((row) => row.exchange)).size <= 1
  if (exchange === undefined && !isOneExchange) return undefined
  return pairsOn(exchange, pairs).find((row) => row.pair === pair)
}
