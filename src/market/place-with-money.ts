import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import type { AnswerOf, Endpoint, RequestOf } from '#contract/endpoint.ts'
import { getBalanceTable, type ListedExchange, listExchanges } from '#contract/exchanges.ts'
import { getPair, listPairs, type MarketPair } from '#contract/market.ts'
import { readableRows } from '#contract/read.ts'
import { compare, decimal, type Decimal, isPositive, multiply, ZERO } from '#money/decimal.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useExtension } from '#query/service.tsx'

import { freeOf } from './markets.ts'
import { pairsOn } from './pairs.tsx'

/** An account, one of its pairs, and the free balance, for an example. */
export type Place = {
  account: ListedExchange
  market: MarketPair
  free: { base: Decimal | undefined; quote: Decimal | undefined }
}

export type WantedPlace = {
  /** Currency that the example spends. */
  takes: 'base' | 'quote'
  /** Pair chosen already. */
  pair?: string | undefined
  /** Account chosen already, or a filter for suitable ones. */
  isFit?: ((account: ListedExchange) => boolean) | undefined
}

const BALANCES_FRESH_FOR = 30_000
const PRICES_FRESH_FOR = 15_000
const LIST_FRESH_FOR = 300_000
/** Each account needs a request, and the page needs the rest of the rate limit. */
const MOST_ACCOUNTS = 5

/** Reads, or uses a response of at most the given age in milliseconds. */
export type ReadWithin = <E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  milliseconds: number,
) => Promise<AnswerOf<E>>

export type NoPlace = 'no money' | 'no pairs' | 'no price'

export const NO_PLACE: Readonly<Record<Exclude<NoPlace, 'no money'>, string>> = {
  'no pairs': 'Nothing was filled in: the service lists no fitting pair of these accounts.',
  'no price': 'Nothing was filled in: the service gives no price for these pairs.',
}

/**
 * Finds an account and pair with money for an example. If the service lists names only, it reads
 * one pair's prices per account.
 */
export async function findPlace(
  read: ReadWithin,
  { takes, pair, isFit = () => true }: WantedPlace,
): Promise<Place | NoPlace> {
  const [accounts, pairs] = await Promise.all([
    read(listExchanges, {}, LIST_FRESH_FOR),
    read(listPairs, {}, PRICES_FRESH_FOR),
  ])
  const rows = readableRows<MarketPair>(pairs).filter(
    (row) => pair === undefined || row.pair === pair,
  )
  const fit = spotFirst(readableRows<ListedExchange>(accounts).filter(isFit))
  let second: Place | NoPlace = 'no money'
  for (const account of fit.slice(0, MOST_ACCOUNTS)) {
    const listed = pairsOn(account.exchange, rows)
    if (listed.length === 0) {
      if (second === 'no money') second = 'no pairs'
      continue
    }
    // Sequential: the first is nearly always enough.
    // oxlint-disable-next-line no-await-in-loop
    const balances = await read(getBalanceTable, { params: { id: account.id } }, BALANCES_FRESH_FOR)
    const free = (name: string) => freeOf(name, balances)
    const isPriced = listed.some(({ last }) => last !== undefined)
    // oxlint-disable-next-line no-await-in-loop
    const priced = isPriced
      ? listed
      : await pricedOf(read, account, listed, (name) => free(name)[takes])
    if (priced === undefined) {
      if (typeof second === 'string') second = 'no price'
      continue
    }
    const found = bestPairOn(account, priced, takes, free)
    if (found?.isPlenty) return found.place
    if (found && typeof second === 'string') second = found.place
  }
  return second
}

/** The best-known pair with free money, and its price. */
async function pricedOf(
  read: ReadWithin,
  account: ListedExchange,
  listed: readonly MarketPair[],
  freeOn: (pair: string) => Decimal | undefined,
): Promise<readonly MarketPair[] | undefined> {
  const best = listed
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .find(({ pair }) => isPositive(freeOn(pair) ?? ZERO))
  if (!best) return []
  const query = { exchange: account.exchange, pair: best.pair }
  const priced = await read(getPair, { query }, PRICES_FRESH_FOR).catch(() => undefined)
  return priced?.last === undefined ? undefined : [priced]
}

/** `isOffered`: the service lists accounts and pairs. */
export function usePlaceWithMoney() {
  const queryClient = useQueryClient()
  const hasAccounts = useExtension(listExchanges) === true
  const hasPairs = useExtension(listPairs) === true
  const find = useCallback(
    (wanted: WantedPlace) =>
      findPlace(
        (endpoint, request, staleTime) =>
          queryClient.fetchQuery({ ...endpointQuery(endpoint, request), staleTime }),
        wanted,
      ),
    [queryClient],
  )
  return { find, isOffered: hasAccounts && hasPairs }
}

const spotFirst = (accounts: readonly ListedExchange[]): ListedExchange[] =>
  accounts.toSorted((a, b) => Number(b.market_type === 'spot') - Number(a.market_type === 'spot'))

/** Well-known coins come first. */
const KNOWN_COINS = ['_BTC', '_ETH', '_SOL']

const rankOf = ({ pair }: MarketPair): number => {
  const rank = KNOWN_COINS.findIndex((end) => pair.endsWith(end))
  return rank < 0 ? KNOWN_COINS.length : rank
}

const TEN = decimal('10')

/** The best-known pair whose minimum fits into a tenth of the free balance, else into all of it. */
export function bestPairOn(
  account: ListedExchange,
  pairs: readonly MarketPair[],
  takes: WantedPlace['takes'],
  freeOn: (pair: string) => Place['free'],
): { place: Place; isPlenty: boolean } | undefined {
  const worth = ({ pair, last }: MarketPair): Decimal => {
    const amount = freeOn(pair)[takes]
    if (amount === undefined || last === undefined) return ZERO
    return takes === 'quote' ? amount : multiply(amount, last)
  }
  const priced = pairs.filter(({ last }) => last !== undefined && isPositive(last))
  const ranked = priced.toSorted((a, b) => rankOf(a) - rankOf(b))
  const enough = (times: Decimal) =>
    ranked.find((market) => {
      const has = worth(market)
      const least = multiply(market.min_total ?? ZERO, times)
      return isPositive(has) && compare(has, least) >= 0
    })
  const plenty = enough(multiply(TEN, SPENDING_MARGIN))
  const market = plenty ?? enough(SPENDING_MARGIN)
  return (
    market && {
      place: { account, market, free: freeOn(market.pair) },
      isPlenty: plenty !== undefined,
    }
  )
}

/** Leaves room for fees and price changes. */
const SPENDING_MARGIN = decimal('1.1')
