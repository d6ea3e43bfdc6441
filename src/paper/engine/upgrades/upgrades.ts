import type { DcaBotEventEntity } from '#contract/dca-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Mode } from '#contract/system.ts'
import { add, type Decimal, subtract, ZERO } from '#money/decimal.ts'
import { costOfOpen, NO_FLOW, plus, type PositionFlow } from '#trading/position-cost.ts'

import { changesOf, type Entry, isFlow } from '../balances/ledger.ts'
import type { Appended, Stored } from '../changes.ts'
import { upgradedMarket } from '../market/market.ts'
import { type Owned, OWNED_STEP, type HistoryRecord } from '../past.ts'
import { readRecord } from '../record-shapes.ts'
import type { SmartTradeRecord } from '../smart-trades/smart-trade-record.ts'
import type { WorldMeta } from '../world.ts'
import { from4 } from './from-4.ts'
import { from5, from6 } from './from-5-and-6.ts'
import { type JournalRow, parsed, type Upgrade, type WorldBefore } from './upgrade.ts'

/** `Infinity` for a world that cannot be read, which is reported when it is opened. */
export function formatOf(json: string): number {
  try {
    return Number((JSON.parse(json) as { format?: unknown }).format ?? Infinity)
  } catch {
    return Infinity
  }
}

/**
 * By the format that they begin with. `now` is the moment up to which the world's prices have been
 * shown, which stay as they are.
 */
export const UPGRADES: ReadonlyMap<number, (now: Instant, world: WorldBefore) => Upgrade> = new Map(
  [
    [2, from2],
    [3, from3],
    [4, from4],
    [5, from5],
    [6, from6],
  ],
)

type OldMeta = Omit<WorldMeta, 'market'> & { format: number; market?: WorldMeta['market'] }

/**
 * To format 3: a world knows the versions of its market, history and events have columns of their own,
 * and what accounts owned over time and what came in from outside is kept beside the ledger.
 */
function from2(now: Instant): Upgrade {
  const modes = new Map<number, Mode>()
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
    record(stored: Stored): Stored {
      if (stored.kind === 'account') {
        const { id, mode } = readRecord('account', stored.id, stored.json)
        modes.set(id, mode)
      }
      const next = nextOf(stored, now)
      return next === undefined ? stored : { ...stored, json: JSON.stringify(next) }
    },
    // Entries, history and events have the shapes that they had in format 2.
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

type OldBot = { deals: object[] }

/** The upgraded record; `undefined` for one that stays as it is. */
function nextOf(stored: Stored, now: Instant): unknown {
  switch (stored.kind) {
    case 'world': {
      const { format: _, ...meta } = parsed(stored) as OldMeta
      const market = upgradedMarket(meta, Math.max(meta.now, now))
      return { ...meta, market, format: 3 }
    }
    // Nothing that was borrowed has cost anything so far.
    case 'smart_trade':
      return { ...(parsed(stored) as object), interest: { owed: '0', paid: '0' } }
    case 'grid_bot':
      return { ...(parsed(stored) as object), interest: '0' }
    case 'dca_bot': {
      const bot = parsed(stored) as OldBot
      return { ...bot, deals: bot.deals.map((deal) => ({ ...deal, interest: '0' })) }
    }
    default:
      return undefined
  }
}

type OldTrade = Pick<SmartTradeRecord, 'entered' | 'closed' | 'orders'> & {
  basis?: PositionFlow
  costs?: Record<string, PositionFlow>
}

/**
 * To format 4: a SmartTrade always has the cost of its open units, the cost of what its exits have
 * filled, and a revision.
 */
function from3(): Upgrade {
  return {
    record(stored: Stored): Stored {
      if (stored.kind === 'world') {
        return { ...stored, json: JSON.stringify({ ...(parsed(stored) as object), format: 4 }) }
      }
      if (stored.kind !== 'smart_trade') return stored
      const trade = parsed(stored) as OldTrade
      const { units, total, fee } = trade.entered
      const basis = trade.basis ?? { units, total, fee }
      const costs = Object.fromEntries(
        trade.orders.flatMap(({ id, owner, done }) => {
          if (!done || owner.role === 'entry' || owner.role === 'add') return []
          // Filled since the last addition; what was filled before has its own cost.
          const { [id]: before = NO_FLOW } = trade.costs ?? {}
          const since = subtract(done.units, before.units)
          const ofBasis = costOfOpen({ basis, open: since })
          return [[id, plus(before, ofBasis)]]
        }),
      )
      return { ...stored, json: JSON.stringify({ ...trade, basis, costs, revision: 1 }) }
    },
  }
}
