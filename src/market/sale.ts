import type { BalanceRow } from '#contract/exchanges.ts'
import type { Rows } from '#contract/read.ts'
import { compare, type Decimal, decimal, ZERO } from '#money/decimal.ts'
import { DOLLARS } from '#trading/dollars.ts'

import { type Asset, assetsOf, sorted, totalValue, unpriced } from './assets.ts'

/** An asset below this many USD may be too little for an order. */
const DUST_LIMIT = decimal('10')

export type Sale = {
  /** Largest first. */
  sold: Asset[]
  stays: Asset[]
  /** What is sold is worth this many USD at the prices shown, before fees; `undefined` where none is priced. */
  proceeds: Decimal | undefined
  unpriced: Asset[]
}

/** What selling everything to USD would sell and what it would leave. */
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

/** What usually counts as USD: the service does not say which currencies it leaves. */
const isDollar = ({ code }: Asset): boolean => code !== undefined && DOLLARS.has(code)

const isHeld = ({ amount }: Asset): boolean => amount === undefined || compare(amount, ZERO) > 0

/** Whether an asset may be too little for an order, or have no market, and stay. */
export const mayStay = ({ value }: Asset): boolean =>
  value === undefined || compare(value, DUST_LIMIT) < 0

/** The phrase that has to be typed, letter by letter. */
export const phraseFor = (label: string): string => `SELL ALL ${label}`
