import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo } from 'react'

import type { MarketView } from '#contract/draft-rule.ts'
import type { MarketPair } from '#contract/market.ts'
import type { Read } from '#contract/read.ts'
import type { Decimal } from '#money/decimal.ts'
import { useService } from '#query/service.tsx'
import { useBalances } from '#query/use-balances.ts'
import { marketOn, useListedPairs } from '#query/use-listed.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

import { marketViewOf, type MarketInput } from './market-view.ts'
import { tradeWithPrice } from '../queries.ts'
import type { Account } from '../use-accounts.ts'

/** What is known of the pair and the account a ticket is for. */
export type Market = {
  view: MarketView
  dayChange: Decimal | undefined
  /** When the price was read, by the service's clock. */
  priceAt: number | undefined
  balanceAt: number | undefined
  /** Asks for the price now; rejects when it cannot be had. */
  readAgain: () => Promise<MarketView>
}

type Row = Read<MarketPair>

export function useMarket(account: Account | undefined, pair: string, feeRate: Decimal): Market {
  const { clock } = useService()
  const { areAmountsHidden } = useDisplayPreferences()
  const { isListed, readAgain: readPairs, ...listed } = useListedPairs({ arePriced: true })
  // New prices are drawn between two keys, never before one.
  const pairs = useDeferredValue(listed.pairs)
  const pairsAt = useDeferredValue(listed.readAt)
  // Without a list of pairs any active trade of the pair tells its price.
  const trade = useQuery({
    ...tradeWithPrice(pair),
    enabled: isListed === false && pair.includes('_'),
  })
  const balances = useBalances(account?.exchangeId)
  const rowOf = useCallback(
    (rows: readonly Row[] | undefined) => rows && marketOn(account?.exchange, pair, rows),
    [account, pair],
  )
  const row = rowOf(pairs)
  const traded = isListed === false ? trade.data?.[0]?.data?.current_price : undefined
  const offset = clock.offset() ?? 0
  const priceAt = row ? pairsAt : traded ? trade.dataUpdatedAt : undefined
  const balanceAt = balances.data && balances.dataUpdatedAt
  const isSpot = account?.isSpot
  const isFutures = account?.isFutures
  const { refetch: readTrade } = trade
  return useMemo(() => {
    const viewOf = (told: Pick<MarketInput, 'row' | 'traded'>) =>
      marketViewOf(
        pair,
        { ...told, balances: balances.data, isSpot, isFutures, areAmountsHidden },
        feeRate,
      )
    return {
      view: viewOf({ row, traded }),
      dayChange: row?.day_change_percent ?? traded?.day_change_percent,
      priceAt: priceAt === undefined ? undefined : priceAt + offset,
      balanceAt: balanceAt === undefined ? undefined : balanceAt + offset,
      async readAgain() {
        if (isListed) {
          return viewOf({ row: rowOf((await readPairs({ throwOnError: true })).data) })
        }
        const { data } = await readTrade({ throwOnError: true })
        return viewOf({ traded: data?.[0]?.data?.current_price })
      },
    }
  }, [
    pair,
    row,
    traded,
    balances.data,
    isSpot,
    isFutures,
    areAmountsHidden,
    feeRate,
    priceAt,
    balanceAt,
    offset,
    isListed,
    rowOf,
    readPairs,
    readTrade,
  ])
}
