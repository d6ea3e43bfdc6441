import { marketPriceOf } from '#contract/draft-rule.ts'
import { type Book, notableImpact, priceWithImpact } from '#contract/impact.ts'
import { cancelSmartTrade, closeSmartTrade } from '#contract/smart-trades.ts'
import { currenciesOf } from '#market/pair-text.tsx'
import { type Decimal, isPositive, multiply, subtract } from '#money/decimal.ts'
import { formatAmount, formatMoney, formatPercent, joined } from '#money/format.ts'
import { can } from '#trading/allowed.ts'
import { toSlashPair } from '#trading/pair.ts'
import { isFar, priceWent } from '#trading/price-move.ts'

import {
  isClosed,
  isFilled,
  isPartlyFilled,
  nowOf,
  sideOf,
  statusLabel,
  type Trade,
  tradeName,
} from '../trade-facts.ts'

/** Ways to end a trade: cancel leaves the position alone, close reverses it. */
export type CloseAction = 'cancel' | 'close'

export const WAY_ENDPOINTS = { cancel: cancelSmartTrade, close: closeSmartTrade } as const

export const WAY_NAMES: Record<CloseAction, string> = {
  cancel: 'Cancel trade',
  close: 'Close at market',
}

/** Reason, as a sentence, that this is not possible now; `undefined` if it is. */
export function obstacleTo(way: CloseAction, trade: Trade): string | undefined {
  if (way === 'close') return can.closeSmartTrade(trade)
  const isBorrowed = trade.leverage.enabled && isFilled(trade)
  return (
    can.cancelSmartTrade(trade) ??
    (isBorrowed ? 'A margin position cannot be cancelled. Close it instead.' : undefined)
  )
}

export type Open = { units: Decimal; total: Decimal | undefined; at: string }

const AT = { ask: 'at the ask', bid: 'at the bid', last: 'at the last price' }

/** Open part of a position, and its result if closed at the market now. */
export function openOf(trade: Trade, book: Book = {}): Open | undefined {
  const { data } = trade
  if (!data.entered_amount || !data.closed_amount) return undefined
  const units = subtract(data.entered_amount, data.closed_amount)
  if (!isPositive(units)) return undefined
  const side = sideOf(trade) === 'buy' ? 'sell' : 'buy'
  const now = marketPriceOf(side, { ...data.current_price, price: data.current_price.last })
  const impact = notableImpact(units, book)
  return {
    units,
    total: now && multiply(units, priceWithImpact(side, units, now.price, book)),
    at: impact
      ? `with a price impact of ${formatPercent(impact, { places: 2 })}`
      : AT[now?.type ?? 'last'],
  }
}

/** Change of the closing price, as a sentence; `undefined` while it is about the same. */
export function closingMoved(before: Trade, after: Trade): string | undefined {
  const from = nowOf(before)
  const to = nowOf(after)
  const { quote = '' } = currenciesOf(before.pair)
  return from && to && isFar(from, to) ? `${priceWent(from, to, quote)}.` : undefined
}

/** Final states of a trade ended by hand; any other state has another cause. */
const ENDS: Readonly<Record<CloseAction, readonly string[]>> = {
  cancel: ['cancelled'],
  close: ['panic_sold', 'finished'],
}

export const isEndedBy = (way: CloseAction, { status }: Trade): boolean =>
  ENDS[way].includes(status.type)

/** In the past tense once the trade has ended by this action. */
export function closeTitle(way: CloseAction, trade: Trade, after: Trade | undefined): string {
  const name = tradeName(trade)
  if (after && isEndedBy(way, after)) return `${way === 'close' ? 'Closed' : 'Cancelled'} ${name}`
  return way === 'close' ? `Close ${name} at market` : `Cancel ${name}`
}

export function doneWords(
  way: CloseAction,
  before: Trade,
  after: Trade | undefined,
): { done: string; deed: string } {
  const name = toSlashPair(before.pair)
  const isOver = after && isEndedBy(way, after)
  if (after && !isOver && isClosed(after)) {
    const status = statusLabel(after.status)
    return {
      done: 'Accepted at',
      deed: `The service returned ${name} as “${status}”. Check its position on the account.`,
    }
  }
  if (way === 'close') {
    return isOver
      ? { done: 'Closed at', deed: `${name} was closed at the market price.` }
      : { done: 'Accepted at', deed: `The service is closing ${name} at the market price.` }
  }
  const orders = isOver ? `${name} has no orders any more.` : `The service is cancelling ${name}.`
  return {
    done: isOver ? 'Cancelled at' : 'Accepted at',
    deed: isHeld(before) ? `${orders} Its position stays open on the account.` : orders,
  }
}

const isHeld = (trade: Trade): boolean => isFilled(trade) || isPartlyFilled(trade)

type Consequences = { sentence: string; note: string }

/** Consequences of ending a trade, as sentences. */
export function consequencesOf(
  way: CloseAction,
  trade: Trade,
  { areAmountsHidden = false, book }: { areAmountsHidden?: boolean; book?: Book | undefined } = {},
): Consequences {
  if (!isHeld(trade)) {
    return {
      sentence: 'Cancels the entry order. Nothing is bought or sold.',
      note: 'Targets and stop are never placed. A part filled until then stays open.',
    }
  }
  const { base = 'units', quote = '' } = currenciesOf(trade.pair)
  const open = openOf(trade, book)
  const known = areAmountsHidden ? undefined : open
  const coins = known
    ? `${formatAmount(known.units)} ${base}`
    : open
      ? `the ${base}`
      : 'the open units'
  const about = known?.total && `about ${formatMoney(known.total, quote)} ${quote} ${known.at}`
  const isBuy = sideOf(trade) === 'buy'
  const orders = isFilled(trade)
    ? 'Cancels every target and the stop.'
    : 'Cancels the rest of the entry, every target and the stop.'
  return way === 'cancel'
    ? {
        sentence: isBuy
          ? `Leaves ${coins} on the account. Nothing is sold, and no stop protects it.`
          : `Leaves ${coins} sold. Nothing is bought back, and no stop protects it.`,
        note: orders,
      }
    : {
        sentence: `${isBuy ? 'Sells' : 'Buys back'} ${joined([`${coins} at the market`, about])}.`,
        note: `${orders} Fills at the market price of that moment; a fee is paid.`,
      }
}
