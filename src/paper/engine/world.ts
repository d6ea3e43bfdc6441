import * as z from 'zod/mini'

import type { Id, Instant } from '#contract/primitives.ts'
import { type Mode, mode } from '#contract/system.ts'
import type { Decimal } from '#money/decimal.ts'
import { INTEREST_EVERY } from '#trading/borrowing.ts'

import { type Agenda, createAgenda, type Due } from './agenda.ts'
import type { Account } from './balances/accounts.ts'
import {
  changesOf,
  createLedger,
  type Entry,
  isFlow,
  type Ledger,
  ownedTotals,
} from './balances/ledger.ts'
import { type ChangeLog, createChangeLog } from './changes.ts'
import type { DcaBotRecord } from './dca-bots/dca-bot-record.ts'
import type { GridBotRecord } from './grid-bots/grid-bot-record.ts'
import type { Instrument } from './market/instruments.ts'
import { type Market, marketVersion } from './market/market.ts'
import { priceOf } from './market/quotes.ts'
import { createSignals, type Signals } from './market/signals.ts'
import { type Book, createBook } from './orders/order-book.ts'
import type { Owner } from './orders/order.ts'
import { text, whole } from './record-parts.ts'
import type { SmartTradeRecord } from './smart-trades/smart-trade-record.ts'

export const worldShape = z.object({
  seed: z.number(),
  user: text,
  firstDay: whole,
  /** Price algorithms, each with the moment it starts to apply. */
  market: z.readonly(z.array(marketVersion)),
  /** Pairs per exchange; the usual list if omitted. */
  listings: z.optional(z.enum(['untidy'])),
  now: whole,
  mode,
  nextId: whole,
  nextOrder: whole,
})
export type WorldMeta = z.infer<typeof worldShape>

/** One user's world; only for the folders of the engine. */
export type World = {
  readonly meta: WorldMeta
  readonly market: Market
  readonly ledger: Ledger
  readonly changes: ChangeLog
  readonly agenda: Agenda
  readonly book: Book
  readonly signals: Signals
  readonly accounts: Map<number, Account>
  readonly smartTrades: Map<Id, SmartTradeRecord>
  readonly gridBots: Map<Id, GridBotRecord>
  readonly dcaBots: Map<string, DcaBotRecord>
  /** Ended trades, until their changes are taken. */
  readonly ended: Set<SmartTradeRecord>
  readonly ownedAfter: ReturnType<typeof ownedTotals>
  /** Reason that trading has stopped: contradicting records. */
  trouble: string | undefined
  /** Missed time that is being caught up. */
  behind: { from: Instant; to: Instant } | undefined
  /** The rest of a second that was interrupted between two events. */
  second: Generator<void, void> | undefined
}

export function createWorld(meta: WorldMeta, market: Market): World {
  const changes = createChangeLog()
  const ledger = createLedger((entry) => recordEntry(world, entry))
  const world: World = {
    meta,
    market,
    changes,
    ledger,
    ownedAfter: ownedTotals(ledger),
    agenda: createAgenda(),
    book: createBook((account) => marketOf(world, account)),
    signals: createSignals(),
    accounts: new Map(),
    smartTrades: new Map(),
    gridBots: new Map(),
    dcaBots: new Map(),
    ended: new Set(),
    trouble: undefined,
    behind: undefined,
    second: undefined,
  }
  world.agenda.push(nextInterest(meta.now))
  return world
}

/** Records a row and the balances after it; opening the world checks that they agree. */
function recordEntry(world: World, entry: Entry): void {
  const { changes, ledger } = world
  changes.append({ journal: 'ledger', at: entry.at, json: JSON.stringify(entry) })
  for (const { place, currency } of entry.postings) {
    changes.touch('balance', `${place} ${currency}`, () => ledger.balance(place, currency))
  }
  const moved = changesOf(entry)
  for (const row of world.ownedAfter(entry.at, moved)) changes.own(row)
  for (const flow of isFlow(entry) ? moved : []) {
    changes.append({ journal: 'flows', at: entry.at, ...flow })
  }
}

/** The next moment at which interest is charged. */
export const nextInterest = (after: Instant): Due => ({
  at: (Math.floor(after / INTEREST_EVERY) + 1) * INTEREST_EVERY,
  kind: 'interest',
  id: '',
})

export function instrumentOf(world: World, pair: string): Instrument {
  const instrument = world.market.instrument(pair)
  if (!instrument) throw new RangeError(`no such pair: ${pair}`)
  return instrument
}

/** The market of an exchange: prices differ between exchanges. */
export const marketOn = ({ market }: World, exchange: string): Market =>
  market.elsewhere?.get(exchange) ?? market

export const marketOf = (world: World, account: number): Market =>
  marketOn(world, accountOf(world, account).exchange)

export function tradedOn(world: World, exchange: string, pair: string): Instrument | undefined {
  const instrument = marketOn(world, exchange).instrument(pair)
  return instrument?.ended && instrument.ended.at <= world.meta.now ? undefined : instrument
}

/** Reason that no market order can be sent: the pair is halted. */
export function haltOf(world: World, { accountId, pair }: OnAccount): string | undefined {
  const { exchange, exchangeName } = accountOf(world, accountId)
  return tradedOn(world, exchange, pair) ? undefined : `${exchangeName} does not trade ${pair} now.`
}

type OnAccount = { accountId: number; pair: string }

export const lastPriceOf = (world: World, account: number, pair: string): Decimal =>
  priceOf(instrumentOf(world, pair), marketOf(world, account).last(pair, world.meta.now))

export function accountOf(world: World, id: number): Account {
  const account = world.accounts.get(id)
  if (!account) throw new RangeError(`no account ${id}`)
  return account
}

/** Accounts of the user's current mode; the others are hidden. */
export const accountsInMode = ({ accounts, meta }: World): Account[] =>
  [...accounts.values()].filter(({ mode }) => mode === meta.mode)

export const isInMode = (
  { accounts, meta }: World,
  { accountId }: { accountId: number },
): boolean => accounts.get(accountId)?.mode === meta.mode

export function ownerOf(
  world: World,
  { type, id }: Owner,
): SmartTradeRecord | GridBotRecord | DcaBotRecord {
  const found =
    type === 'smart_trade'
      ? world.smartTrades.get(Number(id))
      : type === 'grid_bot'
        ? world.gridBots.get(Number(id))
        : world.dcaBots.get(id)
  if (!found) throw new RangeError(`no ${type} ${id}`)
  return found
}

export function touchOwner(world: World, owner: Owner): void {
  world.changes.touch(owner.type, owner.id, () => ownerOf(world, owner))
}

export function takeId(world: World): number {
  const id = world.meta.nextId++
  touchMeta(world)
  return id
}

/** Raise it when a record changes its shape, and add a step to `upgrades/`. */
export const STORED_FORMAT = 7

export const touchMeta = (world: World): void =>
  world.changes.touch('world', 'meta', () => ({ ...world.meta, format: STORED_FORMAT }))

/** The next whole second, at which a new order is executed. */
export const nextSecond = (world: World): Instant => (Math.floor(world.meta.now / 1000) + 1) * 1000

export function setMode(world: World, mode: Mode): void {
  if (mode === world.meta.mode) return
  world.meta.mode = mode
  touchMeta(world)
}
