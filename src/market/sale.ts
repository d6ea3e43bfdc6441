import type { BalanceRow } from '#contract/exchanges.ts'
import type { Rows } from '#contract/read.ts'
import { compare, type Decimal, decimal, ZERO } from '#money/decimal.ts'
import { DOLLARS } from '#trading/dollars.ts'

import { type Asset, assetsOf, sorted, totalValue, unpriced } from './assets.ts'

/** In USD: a smaller asset may be below an order's minimum. */
const DUST_LIMIT = decimal('10')

export type Sale = {
  /** Largest first. */
  sold: Asset[]
  stays: Asset[]
  /** In USD at the shown prices, before fees; `undefined` if nothing has a price. */
  proceeds: Decimal | undefined
  unpriced: Asset[]
}

/** Sold and remaining assets of selling everything to USD. */
export function saleOf(rows: Rows<BalanceRow>): Sale {
  const held = sorted(assetsOf(rows, 'usd'), { by: 'value', direction: 'desc' }).filter(isHeld)
  const sold = held.filter((asset) => !isDollar(asset))
  return {
    sold,
    stays: held.filter(isDollar),
    proceeds: totalValue(sold),
    unpriced: unpriced(sold),
  }
}

/** Usually counts as USD: the service does not say which currencies stay. */
const isDollar = ({ code }: Asset): boolean => code !== undefined && DOLLARS.has(code)

const isHeld = ({ amount }: Asset): boolean => amount === undefined || compare(amount, ZERO) > 0

/** Returns true for an asset that may stay: below a minimum, or without a market. */
export const mayStay = ({ value }: Asset): boolean =>
  value === undefined || compare(value, DUST_LIMIT) < 0

/** The phrase to type exactly. */
export const phraseFor = (label: string): string => `SELL ALL ${label}`
