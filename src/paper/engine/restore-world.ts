import { add, type Decimal, ZERO } from '#money/decimal.ts'

import { type Balance, heldOf, type Place } from './balances/ledger.ts'
import type { Stored, StoredWorld } from './changes.ts'
import type { LiveExchange, LiveOrigin } from './market/live-exchanges.ts'
import type { Market, MarketOrigin } from './market/market.ts'
import { replayMarket } from './market/replay-market.ts'
import type { Order } from './orders/order.ts'
import { planProtection } from './protection.ts'
import { DamagedRecord, readRecord, type RecordKind, type RecordOf } from './record-shapes.ts'
import { isOver } from './smart-trades/smart-trade-record.ts'
import { createWorld, STORED_FORMAT, type World } from './world.ts'

/** The stored records have the format of another version. */
export class OtherFormat extends Error {
  /** An unknown format that is not older comes from a newer program. */
  readonly isNewer: boolean

  constructor(format: number) {
    super(`stored format ${format}`)
    this.isNewer = format > STORED_FORMAT
  }
}

/** The world has the prices of another market than the service was started with. */
export class OtherMarket extends Error {
  readonly exchange: LiveExchange | undefined

  constructor(exchange: LiveExchange | undefined) {
    super(`prices of ${exchange ?? 'no exchange'}`)
    this.exchange = exchange
  }
}

/** Restores a world, read-only if records contradict. Throws `OtherFormat`, `DamagedRecord`. */
export function restoreWorld(
  { stored, records, fault }: StoredWorld,
  marketOf: (origin: MarketOrigin) => Market,
  live?: LiveOrigin,
): World {
  const kept = <K extends RecordKind>(kind: K): RecordOf<K>[] =>
    stored
      .filter((row) => row.kind === kind)
      .map(
        (row) =>
          (records?.get(row) as RecordOf<K> | undefined) ?? readRecord(kind, row.id, row.json),
      )

  /** A world never changes its market: orders would meet prices of something else. */
  function pricesOf(): Market {
    const exchange = played && 'exchange' in played ? played.exchange : undefined
    if (exchange !== live?.exchange) throw new OtherMarket(exchange)
    if (live) return live.prices
    return played && !('exchange' in played) ? replayMarket(played, meta.firstDay) : marketOf(meta)
  }

  checkFormat(stored)
  const [beginning] = kept('world')
  if (!beginning) throw new DamagedRecord('world', 'meta', 'is missing')
  const { format: _, ...meta } = beginning
  const [played] = kept('market')
  const world = createWorld(meta, pricesOf())
  for (const account of kept('account')) world.accounts.set(account.id, account)
  for (const trade of inOrder(kept('smart_trade'))) {
    world.smartTrades.set(trade.id, trade)
    // An older version kept ended trades with the open ones.
    if (isOver(trade)) world.ended.add(trade)
  }
  for (const bot of inOrder(kept('grid_bot'))) world.gridBots.set(bot.id, bot)
  for (const bot of kept('dca_bot')) world.dcaBots.set(bot.id, bot)
  const uneven = world.ledger.restore(balancesIn(stored))
  resumeOrders(world)
  planProtection(world)
  const contradiction = fault ?? uneven ?? holdsFault(world)
  if (contradiction !== undefined) {
    world.trouble = `Trading has stopped: the ledger contradicts itself (${contradiction}).`
  }
  return world
}

/** Runs before records are checked by the shapes of this program's format. */
function checkFormat(stored: readonly Stored[]): void {
  const json = stored.find(({ kind }) => kind === 'world')?.json ?? ''
  const format = Number(/"format":(\d+)/.exec(json)?.[1])
  if (Number.isInteger(format) && format !== STORED_FORMAT) throw new OtherFormat(format)
}

const inOrder = <T extends { id: number }>(entities: T[]): T[] =>
  entities.toSorted((a, b) => a.id - b.id)

function ordersOf(world: World): Order[] {
  const owners = [
    ...world.smartTrades.values(),
    ...world.gridBots.values(),
    ...world.dcaBots.values(),
  ]
  return owners.flatMap(({ orders }) => orders).toSorted((a, b) => a.id - b.id)
}

/** Puts orders into the book and due times into the agenda. */
function resumeOrders(world: World): void {
  for (const order of ordersOf(world)) {
    world.book.add(order)
    if (order.dueAt !== null)
      world.agenda.push({ at: order.dueAt, kind: 'order', id: String(order.id) })
  }
  for (const { id, dueAt } of world.smartTrades.values()) {
    if (dueAt !== null) world.agenda.push({ at: dueAt, kind: 'smart_trade', id: String(id) })
  }
  for (const { id, dueAt, deals } of world.dcaBots.values()) {
    for (const at of [dueAt, ...deals.map(({ baseUntil }) => baseUntil)]) {
      if (at !== null) world.agenda.push({ at, kind: 'dca_bot', id })
    }
  }
}

const balancesIn = (stored: readonly Stored[]): Balance[] =>
  stored
    .filter(({ kind }) => kind === 'balance')
    .map(({ id, json }) => {
      const [place = '', currency = ''] = id.split(' ')
      return { place: place as Place, currency, amount: readRecord('balance', id, json) }
    })

/** A fault if ledger and open orders hold different amounts. */
function holdsFault(world: World): string | undefined {
  const holds = new Map<string, Decimal>()
  for (const order of ordersOf(world)) {
    for (const { currency, amount } of order.holds) {
      const key = `${order.account} ${currency}`
      holds.set(key, add(holds.get(key) ?? ZERO, amount))
    }
  }
  for (const account of world.accounts.keys()) {
    for (const currency of world.ledger.currencies(heldOf(account))) {
      const held = world.ledger.balance(heldOf(account), currency)
      if (held !== (holds.get(`${account} ${currency}`) ?? ZERO)) {
        return `account ${account} holds other ${currency} than its open orders`
      }
    }
  }
  return undefined
}
