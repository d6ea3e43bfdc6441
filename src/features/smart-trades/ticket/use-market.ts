import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'

import type { MarketView } from '#contract/draft-rule.ts'
import { listPairs, type MarketPair } from '#contract/market.ts'
import type { Read } from '#contract/read.ts'
import type { Decimal } from '#money/decimal.ts'
import { useService } from '#query/service.tsx'
import { useExtension, useIsComing } from '#query/use-extension.ts'

import { marketViewOf, type Told } from './market-view.ts'
import { balancesOf, marketPairs, tradeWithPrice } from '../queries.ts'
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

/** The pairs an account can trade, where the service lists them; all of them when it does not tell whose they are. */
export function usePairRows(account: Account | undefined): readonly Row[] | undefined {
  const isListed = useExtension(listPairs) === true
  const { data } = useQuery({ ...marketPairs(), enabled: isListed })
  return isListed && data ? rowsFor(account, data) : undefined
}

function rowsFor(account: Account | undefined, rows: readonly Row[]): readonly Row[] {
  const own = rows.filter((row) => row.exchange === account?.exchange)
  return own.length > 0 ? own : rows
}

/** Whether the service's own list of pairs is still to come. */
export const useArePairsComing = (): boolean =>
  useIsComing(listPairs, useQuery({ ...marketPairs(), enabled: useExtension(listPairs) === true }))

export function useMarket(account: Account | undefined, pair: string, feeRate: Decimal): Market {
  const { clock } = useService()
  const isListed = useExtension(listPairs)
  const pairs = useQuery({ ...marketPairs(), enabled: isListed === true })
  // Without a list of pairs any active trade of the pair tells its price.
  const trade = useQuery({
    ...tradeWithPrice(pair),
    enabled: isListed === false && pair.includes('_'),
  })
  const balances = useQuery({
    ...balancesOf(account?.exchangeId ?? ''),
    enabled: account?.exchangeId !== undefined,
  })
  const rowOf = useCallback(
    (rows: readonly Row[] | undefined) =>
      isListed && rows ? rowsFor(account, rows).find((one) => one.pair === pair) : undefined,
    [isListed, account, pair],
  )
  const row = rowOf(pairs.data)
  const traded = isListed === false ? trade.data?.[0]?.data?.current_price : undefined
  const offset = clock.offset() ?? 0
  const priceAt = row ? pairs.dataUpdatedAt : traded ? trade.dataUpdatedAt : undefined
  const balanceAt = balances.data && balances.dataUpdatedAt
  const isSpot = account?.isSpot
  const { refetch: readPairs } = pairs
  const { refetch: readTrade } = trade
  return useMemo(() => {
    const viewOf = (told: Pick<Told, 'row' | 'traded'>) =>
      marketViewOf(pair, { ...told, balances: balances.data, isSpot }, feeRate)
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
