import type { HistoricalTrade } from '#contract/history.ts'
import type { Instant } from '#contract/primitives.ts'
import { updateSmartTrade, type PartialChange } from '#contract/smart-trade-change.ts'
import { fundsStepsOf } from '#contract/smart-trade-funds.ts'
import { cancelSmartTrade, closeSmartTrade, setSmartTradeNote } from '#contract/smart-trades.ts'
import { writeNamed } from '#contract/writes.ts'
import { askedOf } from '#intents/asked.ts'
import type { Intent } from '#intents/intent.ts'
import { mayHaveActed } from '#intents/outcome.ts'
import { currenciesOf } from '#market/pairs.tsx'
import { compare, type Decimal, isPositive, quotient, subtract } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { formatPrice } from '#money/price-places.ts'

import {
  entryOf,
  isClosed,
  isFilled,
  isPartlyFilled,
  sideOf,
  statusTitle,
  type Step,
  stepsOf,
  stopOf,
  tickPlacesOf,
  type Trade,
} from '../trade-facts.ts'

/** One thing that has happened to a trade. */
export type TradeEvent = {
  /** `undefined` where nobody says when. */
  at: Instant | undefined
  words: string
  /** What this browser sent; without it the service tells the event. */
  intent?: string
  /** Nobody knows yet whether it has happened. */
  isInDoubt?: boolean
}

/** The newest orders of the account on the trade's pair, the newest first. */
export type OrdersRead = {
  rows: readonly HistoricalTrade[]
  /** No older order is missing. */
  isWhole: boolean
}

type Known = {
  intents?: readonly Intent[]
  orders?: OrdersRead | undefined
  areAmountsHidden?: boolean
}

/**
 * Everything that the trade tells or proves and that this browser has sent about it, newest first. An
 * event that nobody dates stands right after the last one that must have come before it.
 */
export function timelineOf(trade: Trade, known: Known = {}): TradeEvent[] {
  const write = writerOf(trade, known.areAmountsHidden ?? false)
  let latest = Number.NEGATIVE_INFINITY
  const sent = sentAbout(trade, write, known.intents ?? [])
  const life = [...lifeOf(trade, write, known.orders), ...otherChange(trade, write, known, sent)]
  const placed = life.map((event, turn) => {
    latest = Math.max(latest, event.at ?? latest)
    return { event, place: event.at ?? latest, turn }
  })
  const asked = sent.map((event) => ({
    event,
    place: event.at ?? latest,
    // What was asked for comes before what it did in the same second.
    turn: -1,
  }))
  return [...placed, ...asked]
    .toSorted((a, b) => b.place - a.place || b.turn - a.turn)
    .map(({ event }) => event)
}

type Write = {
  price: (value: Decimal) => string
  /** "0.6 ETH", nothing while amounts are hidden. */
  units: (value: Decimal | null | undefined) => string
}

function writerOf(trade: Trade, areAmountsHidden: boolean): Write {
  const places = tickPlacesOf(trade)
  const { base = 'units' } = currenciesOf(trade.pair)
  return {
    price: (value) => formatPrice(value, places),
    units: (value) => (value && !areAmountsHidden ? `${formatAmount(value)} ${base}` : ''),
  }
}

/** "Target 1 reached, 0.6 ETH at 3,200.00". */
function deed(words: string, units: string, price: string | undefined): string {
  const at = price === undefined ? '' : ` at ${price}`
  return units === '' ? words + at : `${words}, ${units}${at}`
}

const happened = (words: string | undefined, at?: Instant | null): TradeEvent[] =>
  words === undefined ? [] : [{ at: at ?? undefined, words }]

/** What the service tells, in the order of a trade's life. */
function lifeOf(trade: Trade, write: Write, orders: OrdersRead | undefined): TradeEvent[] {
  const { data, status, skip_enter_step: isHeld } = trade
  const isOver = isClosed(trade)
  const created = isHeld ? 'Created for a position that was held already' : 'Created'
  return [
    ...happened(created, data.created_at),
    ...entryEvents(trade, write, orders),
    ...stepsOf(trade).flatMap((step, index) => targetEvents(step, index, trade, write)),
    ...happened(breakEvenWords(trade, write)),
    ...fundsEvents(trade, write),
    ...stopEvents(trade, write),
    ...happened(marketCloseWords(trade, write), data.closed_at),
    ...(isOver ? happened(`Ended: ${statusTitle(status) ?? 'no status'}`, data.closed_at) : []),
  ]
}

/** The last change that the service dates, where nothing that is known of explains it. */
function otherChange(
  trade: Trade,
  write: Write,
  { orders }: Known,
  sent: readonly TradeEvent[],
): TradeEvent[] {
  const changed = trade.data.updated_at
  if (isClosed(trade) || changed === undefined) return []
  const isSent = sent.some(({ at = 0 }) => Math.abs(at - changed) <= ANSWER_TIME)
  const isExplained =
    isSent || lifeOf(trade, write, orders).some(({ at = 0 }) => at >= changed - A_SECOND)
  return isExplained ? [] : happened('Last change', changed)
}

/** As long as a service may take to do what it is asked, in milliseconds. */
const ANSWER_TIME = 5_000
const A_SECOND = 1_000

function entryEvents(trade: Trade, write: Write, orders: OrdersRead | undefined): TradeEvent[] {
  const { position, data, skip_enter_step: isHeld } = trade
  if (isHeld) return []
  if (isFilled(trade)) {
    const { units, price } = entryFill(trade)
    const words = deed('Entry filled', write.units(units), price && write.price(price))
    return happened(words, entryFilledAt(trade, orders))
  }
  const entry = entryOf(trade)
  const price = entry && write.price(entry)
  if (isClosed(trade) && !isPartlyFilled(trade)) return []
  const state = position.status.type
  const placed =
    state === 'trailing_activated'
      ? 'Entry set off, it follows the price'
      : state === 'order_placed'
        ? deed('Entry order placed', '', price)
        : undefined
  const part = isPartlyFilled(trade)
    ? deed('Entry filled in part', write.units(data.entered_amount), undefined)
    : undefined
  return [...happened(placed), ...happened(part)]
}

/** The entry without the funds that were added later. */
function entryFill(trade: Trade): { units: Decimal | undefined; price: Decimal | undefined } {
  const { entered_amount: units, entered_total: total } = trade.data
  const added = fundsStepsOf(trade, 'add')
  if (added.length === 0 || !units || !total) return { units, price: entryOf(trade) }
  const left = (whole: Decimal, parts: (Decimal | null | undefined)[]) =>
    parts.reduce<Decimal>((rest, part) => (part ? subtract(rest, part) : rest), whole)
  const entered = left(
    units,
    added.map(({ filled_units: filled }) => filled),
  )
  const paid = left(
    total,
    added.map(({ total: each }) => each?.value),
  )
  return { units: entered, price: isPositive(entered) ? quotient(paid, entered) : undefined }
}

/** By the oldest order of the trade that bought, or sold, what it began with. */
export function entryFilledAt(trade: Trade, orders: OrdersRead | undefined): Instant | undefined {
  const created = trade.data.created_at
  if (!orders) return undefined
  const oldest = orders.rows.findLast(({ closed_at: at }) => at !== undefined)?.closed_at
  // An order added later would pass for the entry where the entry's own is not among those read.
  if (!orders.isWhole && (oldest === undefined || oldest > created)) return undefined
  const first = orders.rows.findLast(
    ({ source, order, status }) =>
      source?.type === 'smart_trade' &&
      source.id === String(trade.id) &&
      order?.side === sideOf(trade) &&
      (order?.role ?? 'entry') === 'entry' &&
      (status.value ?? status.basic_type) === 'finished',
  )
  return first?.closed_at
}

function targetEvents(step: Step, index: number, trade: Trade, write: Write): TradeEvent[] {
  const { closed_at: at, units, price, status } = step
  const name = stepsOf(trade).length === 1 ? 'Target' : `Target ${index + 1}`
  const state = status?.type
  if (state === 'trailing_activated') return happened(`${name} set off, it follows the price`)
  const isOver = state === 'cancelled' || state === 'failed'
  if (isOver || (at == null && state !== 'finished')) return []
  const reached = price.value ? write.price(price.value) : undefined
  return happened(deed(`${name} reached`, write.units(units?.value), reached), at)
}

/** A stop that can no longer lose, once a target was filled, was moved there. */
function breakEvenWords(trade: Trade, write: Write): string | undefined {
  const stop = stopOf(trade)
  const { state } = trade.stop_loss.breakeven_move ?? {}
  if (state !== undefined) {
    return state === 'moved' && stop
      ? `Stop moved to break-even or better, ${write.price(stop)}`
      : undefined
  }
  const entry = entryOf(trade)
  const side = sideOf(trade)
  const isReached = stepsOf(trade).some(({ status }) => status?.type === 'finished')
  if (!trade.stop_loss.breakeven || !isReached || !stop || !entry || !side) return undefined
  const gap = compare(stop, entry)
  const canLose = side === 'buy' ? gap < 0 : gap > 0
  return canLose ? undefined : `Stop moved to break-even or better, ${write.price(stop)}`
}

/** The orders that added funds to the position or reduced it, once they were filled. */
const fundsEvents = (trade: Trade, write: Write): TradeEvent[] =>
  (['add', 'reduce'] as const).flatMap((change) =>
    fundsStepsOf(trade, change).flatMap((step) => {
      if (step.closed_at == null && step.status?.type !== 'finished') return []
      if (step.status?.type === 'cancelled' || step.status?.type === 'failed') return []
      const price = step.price?.value ? write.price(step.price.value) : undefined
      const name = change === 'add' ? 'Funds added' : 'Position reduced'
      return happened(deed(name, write.units(step.units.value), price), step.closed_at)
    }),
  )

function stopEvents(trade: Trade, write: Write): TradeEvent[] {
  const { stop_loss: stop, status } = trade
  const price = stopOf(trade)
  const at = price === undefined ? '' : ` at ${write.price(price)}`
  const isHit = stop.closed_at != null || stop.status?.type === 'finished'
  if (isHit) return happened(`Stop reached${at}`, stop.closed_at)
  const isUnderWay = status.type === 'stop_loss_in_progress' && stop.status?.type === 'order_placed'
  return isUnderWay ? happened(`Stop set off${at}`) : []
}

function marketCloseWords({ market_close: close }: Trade, write: Write): string | undefined {
  if (close.status?.type !== 'finished') return undefined
  const price = close.price?.value_without_commission ?? close.price?.value
  return deed(
    'Closed at the market',
    write.units(close.units?.value),
    price ? write.price(price) : undefined,
  )
}

/** What this browser has sent about the trade, unless it is known to have changed nothing. */
function sentAbout({ id }: Trade, write: Write, intents: readonly Intent[]): TradeEvent[] {
  return intents.flatMap((intent): TradeEvent[] => {
    const { endpoint, outcome, sentAt, serviceSentAt } = intent
    if (intent.isSealed || !endpoint.path.startsWith(ABOUT) || !mayHaveActed(outcome)) return []
    const { params, body } = askedOf(intent)
    const what =
      String(params['id']) === String(id) ? askedWords(endpoint.name, body, write) : undefined
    if (what === undefined) return []
    const isInDoubt = outcome.kind === 'sending' || outcome.kind === 'unknown'
    return [{ at: serviceSentAt ?? sentAt, words: what, intent: intent.id, isInDoubt }]
  })
}

const ABOUT = '/api/v1/smart_trades/:id'

function askedWords(name: string, body: Record<string, unknown>, write: Write): string | undefined {
  switch (name) {
    case setSmartTradeNote.name:
      return typeof body['note'] === 'string' ? `Note: “${body['note']}”` : 'Note'
    case updateSmartTrade.name:
      return changeWords(body, write)
    case cancelSmartTrade.name:
      return 'Cancellation asked for'
    case closeSmartTrade.name:
      return 'Close at the market asked for'
    default:
      return writeNamed(name)?.effect.title
  }
}

function changeWords(
  { take_profit: targets, stop_loss: stop, note }: PartialChange,
  write: Write,
): string {
  const to = stop?.conditional?.price?.value ?? stop?.price?.value
  const parts = [
    targets && (targets.enabled === false ? 'no targets' : 'targets'),
    stop && (stop.enabled === false ? 'no stop' : to ? `stop to ${write.price(to)}` : 'stop'),
    note !== undefined && `note “${note}”`,
  ].filter((part): part is string => typeof part === 'string')
  return `Changed: ${parts.join(', ')}`
}
