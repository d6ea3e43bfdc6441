import type { DcaBotEventEntity } from '#contract/dca-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import { add, type Decimal, subtract, ZERO } from '#money/decimal.ts'
import { costOfOpen, NO_FLOW, plus, type PositionFlow } from '#trading/position-cost.ts'

import { changesOf, type Entry, isFlow } from '../balances/ledger.ts'
import type { Appended, Stored } from '../changes.ts'
import { upgradedMarket } from '../market/market.ts'
import { type Owned, OWNED_STEP, type HistoryRecord } from '../past.ts'
import { DamagedRecord, readRecord, recordFault } from '../record-shapes.ts'
import type { SmartTradeRecord } from '../smart-trades/smart-trade-record.ts'
import { STORED_FORMAT, type WorldMeta } from '../world.ts'
import { from4 } from './from-4.ts'
import { from5, from6 } from './from-5-and-6.ts'
import { asDamage, type JournalRow, parsed, type Upgrade, type WorldBefore } from './upgrade.ts'

/** `Infinity` for an unreadable world, which is reported when opened. */
export function formatOf(json: string): number {
  try {
    return Number((JSON.parse(json) as { format?: unknown }).format ?? Infinity)
  } catch {
    return Infinity
  }
}

export const formatIn = (stored: readonly Stored[]): number =>
  formatOf(stored.find(({ kind }) => kind === 'world')?.json ?? '')

/** By the format that they start from. `now`: prices shown up to this moment stay. */
export const UPGRADES: ReadonlyMap<number, (now: Instant, world: WorldBefore) => Upgrade> = new Map(
  [
    [2, from2],
    [3, from3],
    [4, from4],
    [5, from5],
    [6, from6],
  ],
)

type Step = Pick<Upgrade, 'row'> & {
  /** A record in the next format; checked if that is the current one. Throws `DamagedRecord`. */
  next: (row: Stored) => Stored
}

/** The upgrade of a world to its next format; `undefined` if this program knows none. */
export function nextStep(world: WorldBefore, now: Instant): Step | undefined {
  const format = formatIn(world.stored) + 1
  const upgrade = UPGRADES.get(format - 1)?.(now, world)
  if (!upgrade) return undefined
  const { records, row } = upgrade
  const changed = (stored: Stored): Stored => {
    const { kind, id } = stored
    const change: ((record: never) => object) | undefined = records[kind]
    if (!change && kind !== 'world') return stored
    const record = parsed(stored) as never
    const next = change ? asDamage(kind, id, () => change(record)) : (record as object)
    return { kind, id, json: JSON.stringify(kind === 'world' ? { ...next, format } : next) }
  }
  return {
    ...(row && { row }),
    next(stored) {
      const next = changed(stored)
      const fault = format === STORED_FORMAT ? recordFault(next.kind, next.json) : undefined
      if (fault !== undefined) throw new DamagedRecord(next.kind, next.id, fault)
      return next
    },
  }
}

type OldMeta = Omit<WorldMeta, 'market'> & { format: number; market?: WorldMeta['market'] }

/** To format 3: versions of markets, columns for history and events, holdings over time, flows. */
function from2(now: Instant, { stored }: WorldBefore): Upgrade {
  const modes = new Map(
    stored
      .filter(({ kind }) => kind === 'account')
      .map((row) => readRecord('account', row.id, row.json))
      .map(({ id, mode }) => [id, mode]),
  )
  const totals = new Map<string, Decimal>()

  function ofLedger(at: Instant, entry: Entry) {
    const appended: Appended[] = []
    const owned: Owned[] = []
    const end = Math.ceil(at / OWNED_STEP) * OWNED_STEP
    for (const { account, currency, amount: change } of changesOf(entry)) {
      const key = `${account} ${currency}`
      const amount = add(totals.get(key) ?? ZERO, change)
      totals.set(key, amount)
      owned.push({ account, currency, at: end, amount })
      if (isFlow(entry)) appended.push({ journal: 'flows', at, account, currency, amount: change })
    }
    return { appended, owned }
  }

  function ofHistory(at: Instant, json: string, row: HistoryRecord): Appended {
    const account = Number(row.account_id)
    const times = { createdAt: row.created_at, closedAt: row.closed_at }
    const mode = modes.get(account) ?? 'paper'
    return { journal: 'history', at, json, mode, account, pair: row.pair, ...times }
  }

  return {
    records: {
      world(before: OldMeta) {
        const { format: _, ...meta } = before
        return { ...meta, market: upgradedMarket(meta, Math.max(meta.now, now)) }
      },
      // Loans were free before.
      smart_trade: (trade: object) => ({ ...trade, interest: { owed: '0', paid: '0' } }),
      grid_bot: (bot: object) => ({ ...bot, interest: '0' }),
      dca_bot: (bot: { deals: object[] }) => ({
        ...bot,
        deals: bot.deals.map((deal) => ({ ...deal, interest: '0' })),
      }),
    },
    // Entries, history and events have the shapes of format 2.
    row({ journal, number, at, json }: JournalRow) {
      const id = String(number)
      if (journal === 'ledger') return ofLedger(at, readRecord('ledger', id, json))
      if (journal === 'history') {
        const row = readRecord('history', id, json)
        return { appended: [ofHistory(at, json, row)], owned: [] }
      }
      const { bot, event } = parsed({ kind: journal, id, json }) as {
        bot: string
        event: DcaBotEventEntity
      }
      const text = JSON.stringify(event)
      readRecord('event', id, text)
      const added: Appended = { journal: 'events', at, json: text, bot, number: Number(event.id) }
      return { appended: [added], owned: [] }
    },
  }
}

type OldTrade = Pick<SmartTradeRecord, 'entered' | 'closed' | 'orders'> & {
  basis?: PositionFlow
  costs?: Record<string, PositionFlow>
}

/** To format 4: SmartTrades have a revision, and the cost of their open units and exits. */
function from3(): Upgrade {
  return {
    records: {
      smart_trade(trade: OldTrade) {
        const { units, total, fee } = trade.entered
        const basis = trade.basis ?? { units, total, fee }
        const costs = Object.fromEntries(
          trade.orders.flatMap(({ id, owner, done }) => {
            if (!done || owner.role === 'entry' || owner.role === 'add') return []
            // Filled since the last addition; earlier fills have their own cost.
            const { [id]: before = NO_FLOW } = trade.costs ?? {}
            const since = subtract(done.units, before.units)
            return [[id, plus(before, costOfOpen({ basis, open: since }))]]
          }),
        )
        return { ...trade, basis, costs, revision: 1 }
      },
    },
  }
}
