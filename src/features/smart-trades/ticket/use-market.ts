import { useMemo } from 'react'

import { useDialectWords } from '#query/why-not-offered.ts'
import type { MarketView } from '#contract/draft-rule.ts'
import type { MarketPair } from '#contract/market.ts'
import { type Account, useListedAccounts } from '#market/accounts.ts'
import { useFreeBalances, useMarkets, useTradedPrice } from '#market/markets.ts'
import type { Decimal } from '#money/decimal.ts'
import { useDisplayPreferences } from '#ui/display-preferences.tsx'

export type Market = {
  view: MarketView
  exchange: string | undefined
  /** The first price is being read. */
  isComing: boolean
  dayChange: Decimal | undefined
  /** Time of the price by the service's clock. */
  priceAt: number | undefined
  balanceAt: number | undefined
  /** Reads the price now; rejects if it fails. */
  readAgain: () => Promise<MarketView>
}

export function useMarket(account: Account | undefined, pair: string, feeRate: Decimal): Market {
  const { areAmountsHidden } = useDisplayPreferences()
  const exchange = account?.exchange
  const markets = useMarkets(exchange, { pair })
  // Without a list of pairs, any active trade of the pair gives its price.
  const traded = useTradedPrice(pair, { isWanted: markets.isListed === false })
  const { free, readAt: balanceAt } = useFreeBalances(account?.exchangeId, pair)
  const { stopTrailsAtItsDistance, hasLeverageOfExchange } = useDialectWords()
  const { isComing: areAccountsComing } = useListedAccounts()
  const isComing = areAccountsComing || markets.isPriceComing || traded.isComing
  const marketType = account?.marketType
  const sendsLeverage = hasLeverageOfExchange && marketType === 'futures'
  return useMemo(() => {
    const viewOf = (prices: Pick<MarketInput, 'row' | 'traded'>) =>
      marketViewOf(
        {
          ...prices,
          free,
          marketType,
          sendsLeverage,
          stopTrailsAtItsDistance,
          areAmountsHidden,
        },
        feeRate,
      )
    const row = markets.marketOf(pair)
    const { price } = traded
    return {
      view: viewOf({ row, traded: price }),
      exchange,
      isComing: isComing && (row ?? price) === undefined,
      dayChange: row?.day_change_percent ?? price?.day_change_percent,
      priceAt: row ? markets.readAt : price && traded.readAt,
      balanceAt,
      readAgain: async () =>
        markets.isListed
          ? viewOf({ row: await markets.readAgain(pair) })
          : viewOf({ traded: await traded.readAgain() }),
    }
  }, [
    pair,
    exchange,
    isComing,
    markets,
    traded,
    free,
    balanceAt,
    marketType,
    sendsLeverage,
    stopTrailsAtItsDistance,
    areAmountsHidden,
    feeRate,
  ])
}

type Prices = {
  last?: Decimal | undefined
  bid?: Decimal | undefined
  ask?: Decimal | undefined
}

type MarketInput = {
  row?: MarketPair | undefined
  /** Prices from a trade, if no list has them. */
  traded?: Prices | undefined
  free?: MarketView['free']
  marketType?: string | undefined
  sendsLeverage?: boolean | undefined
  stopTrailsAtItsDistance?: boolean | undefined
  areAmountsHidden?: boolean | undefined
}

/** Pair and account in the form that the rules of a draft read. */
export function marketViewOf(
  { row, traded, free, marketType, ...known }: MarketInput,
  feeRate: Decimal,
): MarketView {
  const prices = row ?? traded
  const isFutures = marketType === 'futures'
  return {
    price: prices?.last,
    bid: prices?.bid,
    ask: prices?.ask,
    book: row,
    tick: row?.tick,
    lot: row?.lot,
    minTotal: row?.min_total,
    maxLeverage: row?.max_leverage,
    dailyInterest: isFutures ? undefined : row?.daily_interest,
    dailyFunding: isFutures ? row?.daily_funding : undefined,
    leverageAllowed: marketType === undefined ? undefined : marketType !== 'spot',
    feeRate,
    free,
    ...known,
  }
}
