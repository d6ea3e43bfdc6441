import { type Query, type QueryClient, hashKey } from '@tanstack/react-query'

import type { Clock } from '#client/clock.ts'
import { listPairs, type MarketPair } from '#contract/market.ts'
import type { Instant } from '#contract/primitives.ts'
import { isUnreadable, readableRows, type Rows } from '#contract/read.ts'
import { type LivePrice, MAX_STREAM_PAIRS } from '#contract/stream.ts'

import { endpointQuery } from './endpoint-query.ts'

/** In milliseconds. The list is read this often while its prices come by the stream. */
const LIST_EVERY = 60_000

const { queryKey } = endpointQuery(listPairs, {})
const LIST = hashKey(queryKey)

export const isPairList = ({ queryHash }: Pick<Query, 'queryHash'>): boolean => queryHash === LIST

/** Pairs if the page shows prices: all of the list, as its age is that of its oldest price. */
export function shownPairs(queryClient: QueryClient): readonly string[] {
  const query = queryClient.getQueryCache().find<Rows<MarketPair>>({ queryKey })
  const isPolled = query?.observers.some(({ options }) => Boolean(options.refetchInterval))
  if (!query?.isActive() || !isPolled) return []
  const pairs = Array.from(new Set(readableRows(query.state.data).map(({ pair }) => pair)))
  return pairs.length > MAX_STREAM_PAIRS ? [] : pairs.toSorted()
}

/** Puts prices of the stream into the list of pairs, dated by the service's clock. */
export function keepPrices(
  queryClient: QueryClient,
  clock: Pick<Clock, 'here' | 'offset'>,
): (prices: readonly LivePrice[]) => void {
  let pricedAt: Instant = 0
  let listedAt: Instant = 0
  return (prices) => {
    const state = queryClient.getQueryState<Rows<MarketPair>>(queryKey)
    const offset = clock.offset()
    if (!state?.data || offset === undefined) return
    if (state.dataUpdatedAt !== pricedAt) listedAt = state.dataUpdatedAt
    // A price that was held up on its way is as old as its time.
    const at = Math.min(clock.here(), ...prices.map(({ time }) => time - offset))
    const rows = withPrices(state.data, prices)
    if (!rows || at <= state.dataUpdatedAt) return
    pricedAt = at
    queryClient.setQueryData(queryKey, [...rows], { updatedAt: at })
    if (clock.here() - listedAt < LIST_EVERY) return
    listedAt = clock.here()
    void queryClient.invalidateQueries({ queryKey, exact: true })
  }
}

/** Returns `undefined` unless every row gets its price: a list has one age. */
function withPrices(
  rows: Rows<MarketPair>,
  prices: readonly LivePrice[],
): Rows<MarketPair> | undefined {
  const known = new Map(prices.map((price) => [placeOf(price), price]))
  const next = rows.map((row) => {
    const price = isUnreadable(row) ? undefined : known.get(placeOf(row))
    return price && !isUnreadable(row) ? withPrice(row, price) : undefined
  })
  return next.every((row) => row !== undefined) ? next : undefined
}

const placeOf = ({ pair, exchange = '' }: Pick<MarketPair, 'pair' | 'exchange'>): string =>
  `${pair} ${exchange}`

/** Returns the row itself if its prices are the same, so that nothing is rendered again. */
function withPrice(row: MarketPair, { last, bid, ask }: LivePrice): MarketPair {
  const isSame = row.last === last && row.bid === bid && row.ask === ask
  return isSame ? row : { ...row, last, bid, ask }
}
