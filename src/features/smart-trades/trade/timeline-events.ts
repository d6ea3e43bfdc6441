import type { Instant } from '#contract/primitives.ts'
import { updateSmartTrade, type PartialChange } from '#contract/smart-trade-change.ts'
import { fundsStepsOf } from '#contract/smart-trade-funds.ts'
import { cancelSmartTrade, closeSmartTrade, setSmartTradeNote } from '#contract/smart-trades.ts'
import { writeNamed } from '#contract/writes.ts'
import { askedOf } from '#intents/asked.ts'
import type { Intent } from '#intents/intent.ts'
import { mayHaveActed } from '#intents/outcome.ts'
import type { OrdersRead } from '#market/fills.tsx'
import { currenciesOf } from '#market/pair-text.tsx'
import { compare, type Decimal, isPositive, quotient, subtract } from '#money/decimal.ts'
import { formatAmount, formatPrice, joined } from '#money/format.ts'
import { thenBy } from '#money/numbers.ts'

import {
  entryOf,
  isClosed,
  isFilled,
  isPartlyFilled,
  sideOf,
  statusLabel,
  type Step,
  stepsOf,
  stopOf,
  targetName,
  tickPlacesOf,
  type Trade,
} from '../trade-facts.ts'

export type TradeEvent = {
  /** `undefined` if unknown. */
  at: Instant | undefined
  words: string
  /** Id of the intent; absent for events from the service. */
  intent?: string
  /** The event may not have happened. */
  isInDoubt?: boolean
}

type Known = {
  intents?: readonly Intent[]
  orders?: OrdersRead | undefined
  areAmountsHidden?: boolean
}

/**
 * Events known from the trade and from this browser's requests, newest first. An event without a
 * time follows the last one that must precede it.
 */
export function timelineOf(trade: Trade, known: Known = {}): TradeEvent[] {
  const { intents = [], orders, areAmountsHidden = false } = known
  const write = writerOf(trade, areAmountsHidden)
  let latest = Number.NEGATIVE_INFINITY
  const sent = sentAbout(trade, write, intents)
  const life = lifeOf(trade, write, orders)
  const placed = [...life, ...otherChange(trade, [...life, ...sent])].map((event, turn) => {
    const { at: place = latest } = event
    latest = Math.max(latest, place)
    return { event, place, turn }
  })
  // A request precedes its effect in the same second.
  const asked = sent.map((event) => ({ event, place: event.at ?? latest, turn: -1 }))
  return [...placed, ...asked]
    .toSorted((a, b) => thenBy(b.place - a.place, b.turn - a.turn))
    .map(({ event }) => event)
}

type Write = {
  price: (value: Decimal) => string
  at: (value: Decimal | null | undefined) => string
  /** ", 0.6 ETH"; empty while amounts are hidden. */
  units: (value: Decimal | null | undefined) => string
}

function writerOf(trade: Trade, areAmountsHidden: boolean): Write {
  const places = tickPlacesOf(trade)
  const { base = 'units' } = currenciesOf(trade.pair)
  const price = (value: Decimal) => formatPrice(value, places)
  return {
    price,
    at: (value) => (value ? ` at ${price(value)}` : ''),
    units: (value) => (value && !areAmountsHidden ? `, ${formatAmount(value)} ${base}` : ''),
  }
}

const happened = (words: string, at?: Instant | null): TradeEvent[] => [
  { at: at ?? undefined, words },
]

/** Events from the service, in the order of a trade's life. */
function lifeOf(trade: Trade, write: Write, orders: OrdersRead | undefined): TradeEvent[] {
  const { data, status, skip_enter_step: isHeld } = trade
  const isOver = isClosed(trade)
  const created = isHeld ? 'Created for a position that was held already' : 'Created'
  return [
    ...happened(created, data.created_at),
    ...entryEvents(trade, write, orders),
    ...stepsOf(trade).flatMap((step, index) => targetEvents(step, index, trade, write)),
    ...breakEvenEvents(trade, write),
    ...fundsEvents(trade, write),
    ...stopEvents(trade, write),
    ...marketCloseEvents(trade, write),
    ...(isOver ? happened(`Ended: ${statusLabel(status) ?? 'no status'}`, data.closed_at) : []),
  ]
}

/** Last change with a time, if no known event explains it. */
function otherChange(trade: Trade, known: readonly TradeEvent[]): TradeEvent[] {
  const changed = trade.data.updated_at
  if (isClosed(trade) || changed === undefined) return []
  const isExplained = known.some(({ at = 0, intent }) =>
    intent === undefined ? at >= changed - A_SECOND : Math.abs(at - changed) <= ANSWER_TIME,
  )
  return isExplained ? [] : happened('Last change', changed)
}

/** In milliseconds. Maximum time of a service to carry out a request. */
const ANSWER_TIME = 5_000
const A_SECOND = 1_000

function entryEvents(trade: Trade, write: Write, orders: OrdersRead | undefined): TradeEvent[] {
  const { position, data, skip_enter_step: isHeld } = trade
  if (isHeld) return []
  if (isFilled(trade)) {
    const { units, price } = entryFill(trade)
    const words = `Entry filled${write.units(units)}${write.at(price)}`
    return happened(words, entryFilledAt(trade, orders))
  }
  const isPart = isPartlyFilled(trade)
  if (isClosed(trade) && !isPart) return []
  const { type: state } = position.status
  return [
    ...(state === 'trailing_activated' ? happened('Entry set off, it follows the price') : []),
    ...(state === 'order_placed' ? happened(`Entry order placed${write.at(entryOf(trade))}`) : []),
    ...(isPart ? happened(`Entry filled in part${write.units(data.entered_amount)}`) : []),
  ]
}

/** Entry without funds added later. */
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

/** Time of the trade's oldest order on the entry side. */
export function entryFilledAt(trade: Trade, orders: OrdersRead | undefined): Instant | undefined {
  const created = trade.data.created_at
  if (!orders) return undefined
  const oldest = orders.rows.findLast(({ closed_at: at }) => at !== undefined)?.closed_at
  // An order added later could be mistaken for the entry if that was not read.
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
  const name = targetName(trade, index)
  const state = status?.type
  if (state === 'trailing_activated') return happened(`${name} set off, it follows the price`)
  const isOver = state === 'cancelled' || state === 'failed'
  if (isOver || (at == null && state !== 'finished')) return []
  return happened(`${name} reached${write.units(units?.value)}${write.at(price.value)}`, at)
}

/** A stop beyond break-even was moved there after a filled target. */
function breakEvenEvents(trade: Trade, write: Write): TradeEvent[] {
  const stop = stopOf(trade)
  const isMoved = trade.stop_loss.breakeven_move
    ? trade.stop_loss.breakeven_move.state === 'moved'
    : stop && cannotLose(trade, stop)
  return stop && isMoved ? happened(`Stop moved to break-even or better, ${write.price(stop)}`) : []
}

function cannotLose(trade: Trade, stop: Decimal): boolean {
  const entry = entryOf(trade)
  const side = sideOf(trade)
  const isReached = stepsOf(trade).some(({ status }) => status?.type === 'finished')
  if (!trade.stop_loss.breakeven || !isReached || !entry || !side) return false
  const gap = compare(stop, entry)
  return side === 'buy' ? gap >= 0 : gap <= 0
}

/** Filled orders that added or reduced funds. */
const fundsEvents = (trade: Trade, write: Write): TradeEvent[] =>
  (['add', 'reduce'] as const).flatMap((change) =>
    fundsStepsOf(trade, change).flatMap((step) => {
      if (step.closed_at == null && step.status?.type !== 'finished') return []
      if (step.status?.type === 'cancelled' || step.status?.type === 'failed') return []
      const name = change === 'add' ? 'Funds added' : 'Position reduced'
      const words = `${name}${write.units(step.units.value)}${write.at(step.price?.value)}`
      return happened(words, step.closed_at)
    }),
  )

function stopEvents(trade: Trade, write: Write): TradeEvent[] {
  const { stop_loss: stop, status } = trade
  const at = write.at(stopOf(trade))
  const isHit = stop.closed_at != null || stop.status?.type === 'finished'
  if (isHit) return happened(`Stop reached${at}`, stop.closed_at)
  const isUnderWay = status.type === 'stop_loss_in_progress' && stop.status?.type === 'order_placed'
  return isUnderWay ? happened(`Stop set off${at}`) : []
}

function marketCloseEvents({ market_close: close, data }: Trade, write: Write): TradeEvent[] {
  if (close.status?.type !== 'finished') return []
  const at = write.at(close.price?.value_without_commission ?? close.price?.value)
  return happened(`Closed at the market${write.units(close.units?.value)}${at}`, data.closed_at)
}

/** Requests of this browser on the trade, except those known to have changed nothing. */
function sentAbout({ id }: Trade, write: Write, intents: readonly Intent[]): TradeEvent[] {
  return intents.flatMap((intent): TradeEvent[] => {
    const { endpoint, outcome, sentAt, serviceSentAt } = intent
    if (intent.isSealed || !endpoint.path.startsWith(ABOUT) || !mayHaveActed(outcome)) return []
    const { params, body } = askedOf(intent)
    const words = askedWords(endpoint.name, body, write)
    if (String(params['id']) !== String(id) || words === undefined) return []
    const isInDoubt = outcome.kind === 'sending' || outcome.kind === 'unknown'
    return [{ at: serviceSentAt ?? sentAt, words, intent: intent.id, isInDoubt }]
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
  ]
  return `Changed: ${joined(parts)}`
}
