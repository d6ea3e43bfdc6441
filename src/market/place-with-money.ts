import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import { getBalanceTable, type ListedExchange, listExchanges } from '#contract/exchanges.ts'
import { listPairs, type MarketPair } from '#contract/market.ts'
import { readableRows } from '#contract/read.ts'
import { compare, decimal, type Decimal, isPositive, multiply, ZERO } from '#money/decimal.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useExtension } from '#query/service.tsx'

import { freeOf } from './markets.ts'
import { pairsOn } from './pairs.tsx'

/** Where something can be tried out: an account, a pair of it, and what is free of both currencies. */
export type Place = {
  account: ListedExchange
  market: MarketPair
  free: { base: Decimal | undefined; quote: Decimal | undefined }
}

export type WantedPlace = {
  /** What it takes of. */
  takes: 'base' | 'quote'
  /** The pair that is chosen already. */
  pair?: string | undefined
  /** The account that is chosen already, or those on which it can be done. */
  isFit?: ((account: ListedExchange) => boolean) | undefined
}

/** In milliseconds. */
const BALANCES_FRESH_FOR = 30_000
const PRICES_FRESH_FOR = 15_000
const LIST_FRESH_FOR = 300_000
/** Balances are read account by account; what a minute allows is needed for the page as well. */
const MOST_ACCOUNTS = 5

/**
 * Finds an account and a pair with money to try something out, among what is chosen already. Read when
 * it is asked for. `isOffered` where the service lists accounts and pairs.
 */
export function usePlaceWithMoney() {
  const queryClient = useQueryClient()
  const hasAccounts = useExtension(listExchanges) === true
  const hasPairs = useExtension(listPairs) === true
  const find = useCallback(
    async ({ takes, pair, isFit = () => true }: WantedPlace): Promise<Place | undefined> => {
      const [accounts, pairs] = await Promise.all([
        queryClient.fetchQuery({ ...endpointQuery(listExchanges, {}), staleTime: LIST_FRESH_FOR }),
        queryClient.fetchQuery({ ...endpointQuery(listPairs, {}), staleTime: PRICES_FRESH_FOR }),
      ])
      const rows = readableRows<MarketPair>(pairs).filter(
        (row) => pair === undefined || row.pair === pair,
      )
      const fit = spotFirst(readableRows<ListedExchange>(accounts).filter(isFit))
      let second: Place | undefined
      for (const account of fit.slice(0, MOST_ACCOUNTS)) {
        // One after the other: the first one is nearly always enough.
        // oxlint-disable-next-line no-await-in-loop
        const balances = await queryClient.fetchQuery({
          ...endpointQuery(getBalanceTable, { params: { id: account.id } }),
          staleTime: BALANCES_FRESH_FOR,
        })
        const found = bestPairOn(account, pairsOn(account.exchange, rows), takes, (name) =>
          freeOf(name, balances),
        )
        if (found?.isPlenty) return found.place
        second ??= found?.place
      }
      return second
    },
    [queryClient],
  )
  return { find, isOffered: hasAccounts && hasPairs }
}

const spotFirst = (accounts: readonly ListedExchange[]): ListedExchange[] =>
  accounts.toSorted((a, b) => Number(b.market_type === 'spot') - Number(a.market_type === 'spot'))

/** Coins that everybody knows, before all others. */
const KNOWN_COINS = ['_BTC', '_ETH', '_SOL']

const rankOf = ({ pair }: MarketPair): number => {
  const rank = KNOWN_COINS.findIndex((end) => pair.endsWith(end))
  return rank < 0 ? KNOWN_COINS.length : rank
}

const TEN = decimal('10')

/**
 * The pair to try something out with: one of which a tenth of what is free is enough for the exchange,
 * else one of which all of it is.
 */
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
  const plenty = enough(multiply(TEN, ALMOST))
  const market = plenty ?? enough(ALMOST)
  return (
    market && {
      place: { account, market, free: freeOn(market.pair) },
      isPlenty: plenty !== undefined,
    }
  )
}

/** Fees and a price that moves take a part of it. */
const ALMOST = decimal('1.1')
