import type { Status, TakeProfitStep } from '#contract/smart-trade-parts.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'
import { pricePlaces, tickPlaces } from '#money/format.ts'
import { type Decimal, isPositive } from '#money/decimal.ts'
import { toSlashPair } from '#trading/pair.ts'
import {
  groupOf,
  isFilled,
  isPartlyFilled,
  SMART_TRADE_STATUSES,
  statusLabel,
  statusTitle,
} from '#trading/smart-trade-group.ts'
import {
  averageEntryOf,
  entryOf,
  fromPercent,
  sideOf,
  stopOf,
} from '#trading/smart-trade-prices.ts'
import type { StatusTone } from '#ui/status-tag.tsx'

export {
  averageEntryOf,
  entryOf,
  isFilled,
  isPartlyFilled,
  sideOf,
  statusLabel,
  statusTitle,
  stopOf,
}
export type Trade = SmartTrade
export type Step = TakeProfitStep

export const tradeName = ({ pair }: Trade): string => toSlashPair(pair)

export const TYPE_NAMES = {
  smart_trade: 'SmartTrade',
  smart_cover: 'Smart Cover',
  smart_sell: 'Smart Sell',
  smart_buy: 'Smart Buy',
  simple_buy: 'Simple Buy',
  simple_sell: 'Simple Sell',
} as const
export type TypeName = keyof typeof TYPE_NAMES

export const TYPE_PURPOSES: Record<TypeName, string> = {
  smart_trade: 'Buys now or at your price, then sells at your targets or at your stop.',
  smart_cover: 'Sells first, then buys back at your targets or at your stop: for a falling price.',
  smart_sell: 'Sells coins that you already hold, at your targets or at your stop.',
  smart_buy: 'Buys back coins that you have already sold, at your targets or at your stop.',
  simple_buy: 'Buys at the market price at once, without targets and without a stop.',
  simple_sell: 'Sells at the market price at once, without targets and without a stop.',
}

/** Unknown types keep the service's word. */
export const typeNameOf = (type: string | undefined): string | undefined =>
  type !== undefined && type in TYPE_NAMES ? TYPE_NAMES[type as TypeName] : type

/** Names of the entry and close totals. A held position was neither bought nor sold at entry. */
export function totalNames(trade: Trade): { entered: string; closed: string } {
  const side = sideOf(trade)
  const isHeld = trade.data.type === 'smart_sell' || trade.data.type === 'smart_buy'
  if (side === undefined) return { entered: 'Total at entry', closed: 'Total at close' }
  const isLong = side === 'buy'
  return {
    entered: isHeld ? 'Value at entry' : isLong ? 'Paid' : 'Received',
    closed: isLong ? 'Received' : 'Paid',
  }
}

/** By status only, because `data.finished` and `closed_at` contradict it in real answers. */
export const isClosed = (trade: Trade): boolean => groupOf(trade.status) !== 'active'

const TONES = { failed: 'failed', cancelled: 'stopped', finished: 'done' } as const

/** Mark before the service's title; unknown statuses have their own. */
export function toneOf(status: Status, isEntryFilled: boolean): StatusTone {
  if (!SMART_TRADE_STATUSES.some((known) => known === status.type)) return 'unknown'
  const group = groupOf(status)
  if (group !== 'active') return TONES[group]
  return isEntryFilled ? 'working' : 'waiting'
}

/**
 * Why a trade ended without an exit: the service's own reason, else what its figures show of it.
 * `undefined` where neither says it.
 */
export function endReason({ status, position, data }: Trade): string | undefined {
  const error = status.error ?? position.status.error
  if (error) return error
  const { entered_amount: entered, closed_amount: closed } = data
  const group = groupOf(status)
  if (group === 'failed') return 'Failed, the service gives no reason'
  if (group !== 'cancelled' || !entered) return undefined
  if (!isPositive(entered)) return 'Cancelled before the entry was filled'
  if (!closed) return undefined
  return isPositive(closed)
    ? 'Cancelled after a part was closed'
    : 'Cancelled, the position was kept'
}

/** Last price; for a closed trade its average closing price before fees. */
export function nowOf(trade: Trade): Decimal | undefined {
  const { average_close_price_without_commission: closed, average_close_price: net } = trade.data
  return isClosed(trade) ? (closed ?? net ?? undefined) : trade.data.current_price.last
}

export const whyNoPrice = (trade: Trade): string =>
  isClosed(trade) ? 'Nothing was closed.' : 'The service sent no price.'

/** Decimals of the market's prices, and at least those of the set prices. */
export function tickPlacesOf(trade: Trade): number | undefined {
  const { data, position, stop_loss: stop } = trade
  const { last, bid, ask } = data.current_price
  const places = tickPlaces([last, bid, ask, position.conditional?.price.value])
  if (places === undefined) return undefined
  const set = [
    !isFilled(trade) ? position.price.value : undefined,
    stop.conditional?.price.value,
    stop.price?.value,
    ...stepsOf(trade).map(({ price }) => price.value),
  ]
  return Math.max(places, ...set.map((price) => (price ? pricePlaces(price) : 0)))
}

/** Filled or ended targets, which cannot be changed, by id. */
export type FixedSteps = ReadonlyMap<string, Step>

export const stepsOf = (trade: Trade): readonly Step[] =>
  trade.take_profit.enabled ? trade.take_profit.steps : []

/** "Target", or "Target 2" of several. */
export const targetName = (trade: Trade, index: number): string =>
  `Target${stepsOf(trade).length === 1 ? '' : ` ${index + 1}`}`

/** Price that a step waits for; before the fill, percentages count from the entry price. */
export const stepPrice = (trade: Trade, { price }: Step): Decimal | undefined =>
  price.value ?? fromPercent(trade, price.percent, 'beyond')

export const targetsOf = (trade: Trade): Decimal[] =>
  stepsOf(trade).flatMap((step) => stepPrice(trade, step) ?? [])
