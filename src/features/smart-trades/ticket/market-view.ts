import type { MarketView } from '#contract/draft-rule.ts'
import type { MarketPair } from '#contract/market.ts'
import type { Decimal } from '#money/decimal.ts'

type Prices = {
  last?: Decimal | undefined
  bid?: Decimal | undefined
  ask?: Decimal | undefined
}

export type MarketInput = {
  /** The pair as the service lists it. */
  row?: MarketPair | undefined
  /** The prices where no list tells them. */
  traded?: Prices | undefined
  free?: MarketView['free']
  isSpot?: boolean | undefined
  isFutures?: boolean | undefined
  areAmountsHidden?: boolean | undefined
}

/** What the service sent of a pair and an account, as the rules of a draft read it. */
export function marketViewOf(
  { row, traded, free, isSpot, isFutures, areAmountsHidden }: MarketInput,
  feeRate: Decimal,
): MarketView {
  return {
    price: row?.last ?? traded?.last,
    bid: row?.bid ?? traded?.bid,
    ask: row?.ask ?? traded?.ask,
    book: row,
    tick: row?.tick,
    lot: row?.lot,
    minTotal: row?.min_total,
    maxLeverage: row?.max_leverage,
    dailyInterest: isFutures ? undefined : row?.daily_interest,
    dailyFunding: isFutures ? row?.daily_funding : undefined,
    leverageAllowed: isSpot === undefined ? undefined : !isSpot,
    feeRate,
    free,
    areAmountsHidden,
  }
}
