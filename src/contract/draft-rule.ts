import {
  add,
  compare,
  decimal,
  type Decimal,
  HUNDRED,
  multiply,
  round,
  subtract,
} from '#money/decimal.ts'
import { formatAmount, moneyPlaces } from '#money/format.ts'

import { type Book, priceWithImpact } from './impact.ts'
import type { Parts } from './read.ts'
import type { SmartTradeDraft } from './smart-trade-draft.ts'

/** A form being filled in, or a body with invalid fields. */
export type PartialDraft = Parts<SmartTradeDraft>

/** Market and account data. A rule is skipped if it needs a value that is missing. */
export type MarketView = {
  price?: Decimal | undefined
  /** Price of the smallest market sell (`bid`) and buy (`ask`). */
  bid?: Decimal | undefined
  ask?: Decimal | undefined
  book?: Book | undefined
  tick?: Decimal | undefined
  lot?: Decimal | undefined
  minTotal?: Decimal | undefined
  maxLeverage?: number | undefined
  /** Daily borrowing rate, as a fraction of the borrowed amount. */
  dailyInterest?: Decimal | undefined
  /** Daily rate that a futures long pays and a short receives, as a fraction of position value. */
  dailyFunding?: Decimal | undefined
  leverageAllowed?: boolean | undefined
  /** The service must be sent a leverage, or the exchange's own setting applies; we send 1×. */
  sendsLeverage?: boolean | undefined
  /** A trailing stop uses the stop's distance and has no percent of its own. */
  stopTrailsAtItsDistance?: boolean | undefined
  /** Fee of a fill, as a fraction of its total: 0.001 is 0.1 %. */
  feeRate?: Decimal | undefined
  free?: { base?: Decimal | undefined; quote?: Decimal | undefined } | undefined
  /** Privacy mode: messages leave out balances and order amounts. */
  areAmountsHidden?: boolean | undefined
}

/** A validation rule. Messages with a variable limit are functions. */
export type DraftRule = {
  readonly id: string
  /** Section of the spec; omitted for our own rules (`api-decisions.md` part 4). */
  readonly source?: '4.2' | '8'
  readonly sentence: string | ((draft: PartialDraft, market: MarketView) => string)
  /** Returns the dotted paths that break the rule; empty if valid or unknown. */
  broken(draft: PartialDraft, market: MarketView): string[]
}

export const sentenceOf = (rule: DraftRule, draft: PartialDraft, market: MarketView): string =>
  typeof rule.sentence === 'string' ? rule.sentence : rule.sentence(draft, market)

export const at = (path: string, broken: boolean | undefined): string[] => (broken ? [path] : [])

export const stepsOf = (draft: PartialDraft) =>
  draft.take_profit?.enabled
    ? (draft.take_profit.steps ?? []).map((step, index) => ({
        step,
        path: `take_profit.steps.${index}`,
        isLast: index === (draft.take_profit?.steps?.length ?? 0) - 1,
      }))
    : []

export const stopOf = (draft: PartialDraft) =>
  draft.stop_loss?.enabled ? draft.stop_loss : undefined

/** Estimates the entry price: near the trigger of a conditional market order, or as given. */
export function entryPriceOf(draft: PartialDraft, market: MarketView): Decimal | undefined {
  const { type, order_type: orderType, price, conditional, units } = draft.position ?? {}
  if (draft.skip_enter_step) return price?.value ?? market.price
  if (orderType === 'market') {
    const now = marketPriceOf(type, market)?.price
    return now && type && units?.value ? priceWithImpact(type, units.value, now, market.book) : now
  }
  const isConditionalMarket = orderType === 'conditional' && conditional?.order_type !== 'limit'
  return isConditionalMarket ? (conditional?.price?.value ?? price?.value) : price?.value
}

/** Returns the price that exits are compared with: of the entry, or now if already held. */
export const judgedPriceOf = (draft: PartialDraft, market: MarketView): Decimal | undefined =>
  draft.skip_enter_step ? market.price : entryPriceOf(draft, market)

export type GivenPrice = { value?: Decimal | undefined; percent?: Decimal | undefined } | undefined

const HUNDREDTH = decimal('0.01')

/** Resolves an exit's price: given directly, or as a percent away from the entry. */
export function exactPriceOf(
  price: GivenPrice,
  isAbove: boolean,
  entry: Decimal | undefined,
): Decimal | undefined {
  const { value, percent } = price ?? {}
  if (value !== undefined) return value
  if (percent === undefined || entry === undefined) return undefined
  return multiply(multiply(entry, (isAbove ? add : subtract)(HUNDRED, percent)), HUNDREDTH)
}

type MarketPrices = Pick<MarketView, 'price' | 'bid' | 'ask'>

export const quoteOf = (
  { price, bid, ask }: MarketPrices,
  type: string | undefined,
): Decimal | undefined => (type === 'bid' ? bid : type === 'ask' ? ask : price)

/** Returns the price of the smallest market order: ask to buy, bid to sell, else the last price. */
export function marketPriceOf(
  side: 'buy' | 'sell' | undefined,
  { price, bid, ask }: MarketPrices,
): { price: Decimal; type: 'ask' | 'bid' | 'last' } | undefined {
  if (side === 'buy' && ask) return { price: ask, type: 'ask' }
  if (side === 'sell' && bid) return { price: bid, type: 'bid' }
  return price && { price, type: 'last' }
}

export const written = (value: Decimal | undefined): string =>
  value === undefined ? 'unknown' : formatAmount(value)

export const NOT_ENOUGH = 'The free balance is not enough.'

export type Needed = { currency: 'base' | 'quote'; amount: Decimal }

/** Returns an error unless the free balance suffices or is unknown. Rounds against the user. */
export function balanceProblem(
  needed: Needed | undefined,
  { free: balance, areAmountsHidden }: Pick<MarketView, 'free' | 'areAmountsHidden'>,
  pair: string | undefined,
): string | undefined {
  const free = needed && balance?.[needed.currency]
  if (!needed || free === undefined || compare(needed.amount, free) <= 0) return undefined
  return areAmountsHidden === true
    ? NOT_ENOUGH
    : needsSentence(needed.amount, free, nameOf(needed.currency, pair))
}

/** Returns "Needs 1,075,074.00 USDT. 18,337.48 USDT available." */
export function needsSentence(needed: Decimal, free: Decimal, currency: string): string {
  const named = (amount: Decimal, rounding: 'up' | 'down') => {
    const places = moneyPlaces(currency, amount)
    return `${formatAmount(round(amount, places, rounding), { places })} ${currency}`.trim()
  }
  return `Needs ${named(needed, 'up')}. ${named(free, 'down')} available.`
}

/** Returns the currency of a pair such as `USDT_BTC`; "" without a pair. */
function nameOf(currency: 'base' | 'quote', pair = ''): string {
  const end = pair.indexOf('_')
  if (end < 0) return ''
  return currency === 'quote' ? pair.slice(0, end) : pair.slice(end + 1)
}
