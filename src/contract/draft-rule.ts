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
import { formatAmount } from '#money/format.ts'
import { moneyPlaces } from '#money/money-places.ts'

import { type Book, priceWithImpact } from './impact.ts'
import type { Parts } from './read.ts'
import type { SmartTradeDraft } from './smart-trade-draft.ts'

/** A draft as far as it could be read: a form half filled in, or a body with wrong members. */
export type PartialDraft = Parts<SmartTradeDraft>

/** What is known of the market and the account. A rule whose figure is missing is not judged. */
export type MarketView = {
  /** The last price. */
  price?: Decimal | undefined
  /** What the least market sell gets and the least market buy pays. */
  bid?: Decimal | undefined
  ask?: Decimal | undefined
  /** What the price of a large market order depends on. */
  book?: Book | undefined
  tick?: Decimal | undefined
  lot?: Decimal | undefined
  minTotal?: Decimal | undefined
  maxLeverage?: number | undefined
  /** What borrowing costs a day, as a part of what is borrowed. */
  dailyInterest?: Decimal | undefined
  /** What a long pays a day on a futures account, as a part of its value; a short gets it. */
  dailyFunding?: Decimal | undefined
  /** `false` on a spot account. */
  leverageAllowed?: boolean | undefined
  /** Without leverage in the request, the setting of the exchange would apply: 1 times is sent. */
  sendsLeverage?: boolean | undefined
  /** A trailing stop takes no distance: it follows at the distance that the stop has. */
  stopTrailsAtItsDistance?: boolean | undefined
  /** What a fill costs, as a part of its total: 0.001 for 0.1 %. */
  feeRate?: Decimal | undefined
  free?: { base?: Decimal | undefined; quote?: Decimal | undefined } | undefined
  /** Somebody may look on: no sentence names what the account has or what an order takes of it. */
  areAmountsHidden?: boolean | undefined
}

/** One rule of the contract. Where its limit is not fixed, the sentence is made from the case. */
export type DraftRule = {
  readonly id: string
  /** The part of the spec it stands in, or `ours`: `api-decisions.md` part 4. */
  readonly source: '4.2' | '8' | 'ours'
  readonly sentence: string | ((draft: PartialDraft, market: MarketView) => string)
  /** The dotted paths that break it; empty when it holds or cannot be judged. */
  broken(draft: PartialDraft, market: MarketView): string[]
}

export const sentenceOf = (rule: DraftRule, draft: PartialDraft, market: MarketView): string =>
  typeof rule.sentence === 'string' ? rule.sentence : rule.sentence(draft, market)

/** `path` when the rule is broken. */
export const at = (path: string, broken: boolean | undefined): string[] => (broken ? [path] : [])

/** The enabled take-profit steps, each with its path. */
export const stepsOf = (draft: PartialDraft) =>
  draft.take_profit?.enabled
    ? (draft.take_profit.steps ?? []).map((step, index) => ({
        step,
        path: `take_profit.steps.${index}`,
        isLast: index === (draft.take_profit?.steps?.length ?? 0) - 1,
      }))
    : []

/** The stop loss when it is enabled. */
export const stopOf = (draft: PartialDraft) =>
  draft.stop_loss?.enabled ? draft.stop_loss : undefined

/**
 * Where the position is entered, as far as it can be told: targets and stop are measured from it.
 * A conditional market order enters near its trigger; a skipped entry takes the price given with it.
 */
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

/**
 * What targets and stop are judged against: the entry, or the current price for a position that is
 * held already, whatever it was bought at.
 */
export const judgedPriceOf = (draft: PartialDraft, market: MarketView): Decimal | undefined =>
  draft.skip_enter_step ? market.price : entryPriceOf(draft, market)

export type GivenPrice = { value?: Decimal | undefined; percent?: Decimal | undefined } | undefined

const HUNDREDTH = decimal('0.01')

/** A price as written, or so many percent away from the entry; `undefined` where neither is known. */
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

/** The price of a kind, as an exit watches it: the last price where no other kind is named. */
export const quoteOf = (
  { price, bid, ask }: MarketPrices,
  type: string | undefined,
): Decimal | undefined => (type === 'bid' ? bid : type === 'ask' ? ask : price)

/** What the least market order is worked out at: the ask of a buy, the bid of a sell, else the last price. */
export function marketPriceOf(
  side: 'buy' | 'sell' | undefined,
  { price, bid, ask }: MarketPrices,
): { price: Decimal; type: 'ask' | 'bid' | 'last' } | undefined {
  if (side === 'buy' && ask) return { price: ask, type: 'ask' }
  if (side === 'sell' && bid) return { price: bid, type: 'bid' }
  return price && { price, type: 'last' }
}

/** A figure inside a sentence. */
export const written = (value: Decimal | undefined): string =>
  value === undefined ? 'unknown' : formatAmount(value)

export const NOT_ENOUGH = 'The free balance is not enough.'

/** The part of the free balance that an order takes. */
export type Needed = { currency: 'base' | 'quote'; amount: Decimal }

/**
 * Why the free balance is not enough; `undefined` if it is, or if it is unknown. Amounts have the
 * decimals of their currency, rounded so that what is free never seems enough.
 */
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

/** "Needs 1,075,074.00 USDT. 18,337.48 USDT available." */
export function needsSentence(needed: Decimal, free: Decimal, currency: string): string {
  const named = (amount: Decimal, rounding: 'up' | 'down') => {
    const places = moneyPlaces(currency, amount)
    return `${formatAmount(round(amount, places, rounding), { places })} ${currency}`.trim()
  }
  return `Needs ${named(needed, 'up')}. ${named(free, 'down')} available.`
}

/** The currency by its name, from a pair such as `USDT_BTC`; "" if there is no pair. */
function nameOf(currency: 'base' | 'quote', pair = ''): string {
  const end = pair.indexOf('_')
  if (end < 0) return ''
  return currency === 'quote' ? pair.slice(0, end) : pair.slice(end + 1)
}
