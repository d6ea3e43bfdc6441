import type { MarketView } from '#contract/draft-rule.ts'
import type { MarketPair } from '#contract/market.ts'
import type { Read } from '#contract/read.ts'
import { type Decimal, fromNumber, sum } from '#money/decimal.ts'

import { currenciesOf } from '../trade-facts.ts'

type Balance = { currency_code?: string | undefined; position_available?: Decimal | undefined }

type Prices = {
  last?: Decimal | undefined
  bid?: Decimal | undefined
  ask?: Decimal | undefined
}

export type Told = {
  /** The pair as the service lists it. */
  row?: Read<MarketPair> | undefined
  /** The prices where no list tells them. */
  traded?: Prices | undefined
  balances?: readonly Balance[] | undefined
  isSpot?: boolean | undefined
}

/** What the service told of a pair and an account, as the rules of a draft read it. */
export function marketViewOf(
  pair: string,
  { row, traded, balances, isSpot }: Told,
  feeRate: Decimal,
): MarketView {
  const { base, quote } = currenciesOf(pair)
  return {
    price: row?.last ?? traded?.last,
    bid: row?.bid ?? traded?.bid,
    ask: row?.ask ?? traded?.ask,
    tick: row?.tick,
    lot: row?.lot,
    minTotal: row?.min_total,
    maxLeverage: row?.max_leverage,
    leverageAllowed: isSpot === undefined ? undefined : !isSpot,
    feeRate,
    free: { base: freeOf(balances, base), quote: freeOf(balances, quote) },
  }
}

/** Zero for a currency that a balance table leaves out, unknown without a table. */
function freeOf(
  rows: readonly Balance[] | undefined,
  currency: string | undefined,
): Decimal | undefined {
  if (rows === undefined || currency === undefined) return undefined
  const amounts = rows
    .filter((row) => row.currency_code === currency)
    .map((row) => row.position_available)
  return amounts.includes(undefined)
    ? undefined
    : sum(amounts.filter((amount) => amount !== undefined)) || fromNumber(0)
}
