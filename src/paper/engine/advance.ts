import type { Instant } from '#contract/primitives.ts'
import { compare, type Decimal } from '#money/decimal.ts'
import { INTEREST_EVERY } from '#trading/borrowing.ts'

import type { Due } from './agenda.ts'
import type { DcaBotRecord } from './dca-bots/dca-bot-record.ts'
import { onDealExecuted, onDealReached } from './dca-bots/dca-deals.ts'
import { onBotDue } from './dca-bots/dca-bots.ts'
import { accrueDeals } from './dca-bots/dca-deal-close.ts'
import type { GridBotRecord } from './grid-bots/grid-bot-record.ts'
import { onGridExecuted, onGridReached } from './grid-bots/grid-bots.ts'
import { accrueGrid } from './grid-bots/grid-liquidation.ts'
import { isMarketable, moveThreshold } from './orders/place-orders.ts'
import { execute, putOff } from './orders/fill-orders.ts'
import type { Order } from './orders/order.ts'
import { protectAll } from './protection.ts'
import { accrueTrade } from './smart-trades/smart-trade-loan.ts'
import {
  onTradeDue,
  onTradeExecuted,
  onTradeReached,
} from './smart-trades/smart-trade-transitions.ts'
import type { SmartTradeRecord } from './smart-trades/smart-trade-record.ts'
import { haltOf, lastPriceOf, nextInterest, ownerOf, type World } from './world.ts'

const MINUTE = 60_000

/**
 * Moves a world forward, event by event, to `to` or until `enough`; true once it is there. The
 * result does not depend on the cuts: events happen at whole seconds, and a call ends between
 * seconds or, with `cutsSeconds`, between two events.
 */
export function advance(
  world: World,
  to: Instant,
  enough = (): boolean => false,
  cutsSeconds = false,
): boolean {
  const end = Math.floor(to / 1000) * 1000
  const started = world.meta.now
  while (world.trouble === undefined) {
    world.second ??= nextEvents(world, end)
    if (!world.second) break
    let isCut = false
    while (!isCut && !world.second.next().done) isCut = cutsSeconds && enough()
    if (!isCut) world.second = undefined
    if (isCut || enough()) {
      world.behind = { from: world.behind?.from ?? started, to }
      return false
    }
  }
  world.meta.now = Math.max(to, world.meta.now)
  world.behind = undefined
  return true
}

/** Runs the events of the next moment, one after another. */
function nextEvents(world: World, end: Instant): Generator<void, void> | undefined {
  const due = world.agenda.peek()
  const hit = world.book.next(world.meta.now, end)
  const at = Math.min(due?.at ?? Infinity, hit?.at ?? Infinity)
  if (at > end) return undefined
  world.meta.now = Math.max(at, world.meta.now)
  return eventsOf(world, at, hit?.at === at ? hit.prices : [])
}

function* eventsOf(world: World, at: Instant, prices: readonly string[]): Generator<void, void> {
  for (let due = world.agenda.peek(); due && due.at <= at; due = world.agenda.peek()) {
    world.agenda.pop()
    act(world, due)
    yield
  }
  for (const price of prices) yield* reach(world, price)
}

/** Progress of catching up, from 0 to 1. */
export function shareCaughtUp({ behind, meta }: World): number | undefined {
  return behind && (meta.now - behind.from) / Math.max(1, behind.to - behind.from)
}

function act(world: World, { at, kind, id }: Due): void {
  if (kind === 'interest') chargeAll(world, at)
  else if (kind === 'protection') protectAll(world)
  else if (kind === 'order') {
    const order = world.book.get(Number(id))
    if (order && !isTakenBack(world, order)) fillIfTraded(world, order)
  } else if (kind === 'smart_trade') {
    const trade = world.smartTrades.get(Number(id))
    if (trade) onTradeDue(world, trade)
  } else {
    const bot = world.dcaBots.get(id)
    if (bot) onBotDue(world, bot)
  }
}

/** On a halted pair a market order waits for trades, a minute at a time. */
function fillIfTraded(world: World, order: Order): void {
  const isHalted = haltOf(world, { accountId: order.account, pair: order.pair }) !== undefined
  if (isHalted) putOff(world, order, (Math.floor(world.meta.now / MINUTE) + 1) * MINUTE)
  else fill(world, order, null)
}

/** A cancellation requested in time comes before the order. */
function isTakenBack(world: World, { owner }: Order): boolean {
  return (
    owner.type === 'smart_trade' &&
    world.smartTrades.get(Number(owner.id))?.state === 'cancellation_pending'
  )
}

/** A price has reached orders: each acts, the nearest first. */
function* reach(world: World, price: string): Generator<void, void> {
  for (const order of world.book.reached(price, world.meta.now)) {
    const { now } = world.meta
    // Orders placed in this second wait for the next one.
    if (order.createdAt >= now - reactionOf(world)) continue
    if (!world.book.isReached(order, now)) continue
    meet(world, order)
    yield
  }
}

/** In milliseconds: a live second holds trades from its beginning on, which came before the order. */
const reactionOf = ({ market }: World): number => (market.grows ? 999 : 0)

function meet(world: World, order: Order): void {
  if (order.trigger) onTriggered(world, order)
  else if (order.trail) onFollowed(world, order, order.trail)
  else if (order.price) fill(world, order, order.takes ? null : order.price)
}

function onTriggered(world: World, order: Order): void {
  if (order.trail) {
    moveThreshold(world, order, {
      trigger: null,
      trail: { ...order.trail, extreme: lastPrice(world, order) },
    })
  } else if (order.tells || order.kind === 'market') {
    send(world, order)
  } else {
    moveThreshold(world, order, { trigger: null, takes: isMarketable(world, order) })
  }
}

/** The price moved on and the trail follows, or it has turned. */
function onFollowed(world: World, order: Order, trail: NonNullable<Order['trail']>): void {
  const last = lastPrice(world, order)
  const extreme = trail.extreme ?? last
  const isBetter = compare(last, extreme) === (trail.follows === 'up' ? 1 : -1)
  if (isBetter) moveThreshold(world, order, { trail: { ...trail, extreme: last } })
  else send(world, order)
}

const lastPrice = (world: World, { account, pair }: Order): Decimal =>
  lastPriceOf(world, account, pair)

function send(world: World, order: Order): void {
  if (!order.tells) {
    fill(world, order, null)
    return
  }
  const owner = ownerOf(world, order.owner)
  if (order.owner.type === 'smart_trade') onTradeReached(world, owner as SmartTradeRecord, order)
  else if (order.owner.type === 'dca_bot') onDealReached(world, owner as DcaBotRecord, order)
  else onGridReached(world, owner as GridBotRecord, order)
}

/** A resting limit fills at its own price; one that met the market when sent, at the market's. */
function fill(world: World, order: Order, limit: Decimal | null): void {
  const owner = ownerOf(world, order.owner)
  const execution = execute(world, order, limit)
  if (order.owner.type === 'smart_trade') {
    onTradeExecuted(world, owner as SmartTradeRecord, order, execution)
  } else if (order.owner.type === 'dca_bot') {
    onDealExecuted(world, owner as DcaBotRecord, order, execution)
  } else {
    onGridExecuted(world, owner as GridBotRecord, order, execution)
  }
}

/** Charges all open positions: interest for four hours, or funding when it is due. */
function chargeAll(world: World, at: Instant): void {
  // Most trades borrow nothing, and sorting thousands is slow.
  for (const trade of byId(world.smartTrades, ({ leverage }) => leverage !== null)) {
    accrueTrade(world, trade)
  }
  for (const bot of byId(world.gridBots)) accrueGrid(world, bot)
  for (const bot of byId(world.dcaBots)) accrueDeals(world, bot)
  world.agenda.push(nextInterest(at + INTEREST_EVERY - 1))
}

function byId<T>(
  entities: ReadonlyMap<number | string, T>,
  isMeant: (entity: T) => boolean = () => true,
): T[] {
  const meant: [number | string, T][] = []
  for (const [id, entity] of entities) if (isMeant(entity)) meant.push([id, entity])
  return meant.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, entity]) => entity)
}
