import type { BalanceRow } from '#contract/exchanges.ts'
import { readableRows, type Rows, unreadableRows } from '#contract/read.ts'
import {
  absolute,
  add,
  compare,
  type Decimal,
  decimal,
  divide,
  HUNDRED,
  isNegative,
  isPositive,
  isZero,
  multiply,
  quotient,
  round,
  subtract,
  sum,
  ZERO,
} from '#money/decimal.ts'
import { thenBy } from '#money/numbers.ts'
import type { Unit } from '#trading/balance-flow.ts'

/** Holding of one currency over all accounts read. */
export type Asset = {
  /** Code and slug: two coins may share a code. */
  id: string | undefined
  code: string | undefined
  /** UUID of an account that holds it. */
  account: string | undefined
  name: string | undefined
  /** The code, with a name if another asset has the same code. */
  label: string | undefined
  sharesCode: boolean
  /** Number of accounts that hold it. */
  accounts: number
  /** Per unit, in the chosen currency. */
  price: Decimal | undefined
  dayChange: Decimal | undefined
  amount: Decimal | undefined
  available: Decimal | undefined
  onOrders: Decimal | undefined
  /** Owed to the exchange; `value` is net of it. */
  borrowed: Decimal | undefined
  /** In the chosen currency; `undefined` without a price. */
  value: Decimal | undefined
  usdValue: Decimal | undefined
}

type Row = BalanceRow

/** Merges a table's rows per currency. Unreadable rows become unknown assets, missing in sums. */
export function assetsOf(rows: Rows<BalanceRow>, unit: Unit): Asset[] {
  const byCode = groupedBy(readableRows(rows), (row) => row.currency_code)
  return [
    ...byCode.flatMap((held) => assetsOfCode(held, unit)),
    ...unreadableRows(rows).map(() => UNKNOWN_ASSET),
  ]
}

/** The coins of one code. A row without a slug joins the only coin, or stands alone. */
function assetsOfCode(rows: readonly Row[], unit: Unit): Asset[] {
  const slugs = new Set(rows.flatMap(({ currency_slug: slug }) => slug ?? []))
  const [only = ''] = slugs.size === 1 ? slugs : []
  const coins = groupedBy(rows, ({ currency_slug: slug }) => slug ?? only)
  const assets = coins.map((held) => assetOf(held, unit))
  if (assets.length === 1) return assets
  const areNamesOwn = new Set(assets.map(({ name }) => name)).size === assets.length
  return assets.map((asset, index) => {
    const own = (areNamesOwn ? asset.name : coins[index]?.[0]?.currency_slug) ?? 'another coin'
    return { ...asset, label: `${asset.code} (${own})`, sharesCode: true }
  })
}

function groupedBy<T>(rows: readonly T[], keyOf: (row: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return [...groups.values()]
}

const UNKNOWN_ASSET: Asset = {
  id: undefined,
  code: undefined,
  account: undefined,
  name: undefined,
  label: undefined,
  sharesCode: false,
  accounts: 1,
  price: undefined,
  dayChange: undefined,
  amount: undefined,
  available: undefined,
  onOrders: undefined,
  borrowed: undefined,
  value: undefined,
  usdValue: undefined,
}

function assetOf(rows: readonly Row[], unit: Unit): Asset {
  const [first] = rows
  const slug = rows.find(({ currency_slug }) => currency_slug !== undefined)?.currency_slug
  const amount = totalOf(rows.map((row) => row.position))
  const value = totalOf(rows.map((row) => valueOf(row, unit)))
  return {
    id: `${first?.currency_code} ${slug ?? ''}`,
    code: first?.currency_code,
    account: first?.account_id,
    name: first?.currency_name,
    label: first?.currency_code,
    sharesCode: false,
    accounts: rows.length,
    price: priceOf(rows, unit, value),
    dayChange: dayChangeOf(rows, unit),
    amount,
    available: totalOf(rows.map((row) => row.position_available)),
    onOrders: totalOf(rows.map((row) => row.on_orders)),
    borrowed: totalOf(rows.map((row) => row.borrowed)),
    value,
    usdValue: totalOf(rows.map((row) => valueOf(row, 'usd'))),
  }
}

/** A price of zero counts as unknown. */
function valueOf(row: Row, unit: Unit): Decimal | undefined {
  const value = unit === 'usd' ? row.usd_value : row.btc_value
  if (value !== undefined && !isZero(value)) return value
  const isHeld = row.position === undefined || !isZero(row.position)
  const isPriced = row.current_price_usd !== undefined && !isZero(row.current_price_usd)
  return isHeld && !isPriced ? undefined : value
}

/** Mean over exchanges, weighted by held or owed amounts. */
function priceOf(
  rows: readonly Row[],
  unit: Unit,
  value: Decimal | undefined,
): Decimal | undefined {
  if (value === undefined) return undefined
  const prices = rows.map((row) => (unit === 'usd' ? row.current_price_usd : row.current_price))
  return meanOf(prices, (index) => {
    const { position, borrowed = ZERO } = rows[index] ?? {}
    return position && subtract(position, borrowed)
  })
}

/** Mean over exchanges, weighted by value. */
function dayChangeOf(rows: readonly Row[], unit: Unit): Decimal | undefined {
  const changes = rows.map((row) => {
    if (row.current_price_usd !== undefined && isZero(row.current_price_usd)) return undefined
    return unit === 'usd' ? row.day_change_percent_usd : row.day_change_percent_btc
  })
  const mean = meanOf(changes, (index) => rows[index] && valueOf(rows[index], unit))
  return mean && round(mean, CHANGE_PLACES, 'half-even')
}

/** Weighted mean; unknown if any figure or weight is. */
function meanOf(
  figures: readonly (Decimal | undefined)[],
  weightOf: (index: number) => Decimal | undefined,
): Decimal | undefined {
  const [first] = figures
  if (figures.every((one) => one === first)) return first
  const parts = figures.flatMap((one, index) => {
    const weight = weightOf(index)
    return one && weight ? [{ one, weight: absolute(weight) }] : []
  })
  const whole = sum(parts.map(({ weight }) => weight))
  if (parts.length < figures.length || isZero(whole)) return undefined
  return quotient(sum(parts.map(({ one, weight }) => multiply(weight, one))), whole)
}

const CHANGE_PLACES = 4

function totalOf(values: readonly (Decimal | undefined)[]): Decimal | undefined {
  const known = values.filter((value) => value !== undefined)
  return known.length === values.length ? sum(known) : undefined
}

/** Assets with a debt. */
export const owing = (assets: readonly Asset[]): Asset[] =>
  assets.filter(({ borrowed }) => borrowed !== undefined && !isZero(borrowed))

/** Sum of all known values; `undefined` if none is known. `unpriced` counts the rest. */
export function totalValue(assets: readonly Asset[]): Decimal | undefined {
  const values = assets.flatMap(({ value }) => value ?? [])
  return values.length === 0 && assets.length > 0 ? undefined : sum(values)
}

export const unpriced = (assets: readonly Asset[]): Asset[] =>
  assets.filter(({ value }) => value === undefined)

export type WorthOfUnit = {
  value: Decimal | undefined
  without: number
  count: number
  assets: readonly Asset[]
}

export type Worth = Record<Unit, WorthOfUnit>

export function worthOf(rows: Rows<BalanceRow>): Worth {
  const inUnit = (unit: Unit): WorthOfUnit => {
    const assets = assetsOf(rows, unit)
    return {
      value: totalValue(assets),
      without: unpriced(assets).length,
      count: assets.length,
      assets,
    }
  }
  return { usd: inUnit('usd'), btc: inUnit('btc') }
}

/** Default limit of small assets, in USD. */
export const SMALL = decimal('1')

export type Sifted = {
  shown: Asset[]
  small: Asset[]
  smallValue: Decimal | undefined
}

/** Separates assets worth, or owing, less than a limit in USD. Unpriced ones are never small. */
export function sift(assets: readonly Asset[], limit = SMALL): Sifted {
  const isSmall = ({ usdValue }: Asset) =>
    usdValue !== undefined && compare(absolute(usdValue), limit) < 0
  const small = assets.filter(isSmall)
  return {
    shown: assets.filter((asset) => !isSmall(asset)),
    small,
    smallValue: totalValue(small),
  }
}

/** Assets whose code or name contains the searched text. */
export function matching(assets: readonly Asset[], text: string): Asset[] {
  const wanted = text.trim().toLowerCase()
  return assets.filter(({ code, name }) =>
    [code, name].some((word) => word?.toLowerCase().includes(wanted) ?? false),
  )
}

export type Sort = {
  by: 'code' | 'price' | 'dayChange' | 'amount' | 'available' | 'onOrders' | 'borrowed' | 'value'
  direction: 'asc' | 'desc'
}

/** Sorts by a column; unknown values come last in both directions. */
export function sorted(assets: readonly Asset[], { by, direction }: Sort): Asset[] {
  const sign = direction === 'asc' ? 1 : -1
  const byCode = (a: Asset, b: Asset) => (a.label ?? '').localeCompare(b.label ?? '')
  if (by === 'code') return assets.toSorted((a, b) => sign * byCode(a, b))
  return assets.toSorted((a, b) => {
    const left = a[by]
    const right = b[by]
    if (left === undefined || right === undefined) {
      return thenBy(Number(left === undefined) - Number(right === undefined), byCode(a, b))
    }
    return thenBy(sign * compare(left, right), byCode(a, b))
  })
}

const STEP = decimal('0.01')
const EXACT_PLACES = 20

/**
 * Shares in percent that add up to exactly 100.00: remainders of rounding go to the largest losses.
 * None for a total of zero or less.
 */
export function sharesOf(values: readonly Decimal[]): Decimal[] {
  const total = sum(values)
  if (!isPositive(total)) return []
  const exact = values.map((value) =>
    divide(multiply(value, HUNDRED), total, EXACT_PLACES, 'half-even'),
  )
  const shares = exact.map((share) => round(share, 2, isNegative(share) ? 'up' : 'down'))
  const losses = exact.map((share, index) => subtract(share, shares[index] ?? ZERO))
  const byLoss = losses
    .map((loss, index) => ({ loss, index }))
    .toSorted((a, b) => thenBy(compare(b.loss, a.loss), a.index - b.index))
  let missing = subtract(HUNDRED, sum(shares))
  for (const { index } of byLoss) {
    if (compare(missing, STEP) < 0) break
    shares[index] = add(shares[index] ?? ZERO, STEP)
    missing = subtract(missing, STEP)
  }
  return shares
}

/** A part as its printed total less its printed others; the exact part if that is not positive. */
export function printedRest(part: Decimal, others: readonly Decimal[], places: number): Decimal {
  const printed = (value: Decimal) => round(value, places, 'half-even')
  const rest = subtract(printed(sum([part, ...others])), sum(others.map(printed)))
  return isPositive(rest) ? rest : part
}
