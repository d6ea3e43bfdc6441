import { toText } from '#money/decimal.ts'

import type { Appended, Changes, Stored, StoredWorld } from '../../engine/changes.ts'
import type { EndedTrade } from '../../engine/past.ts'
import type { Origin, WorldKind } from '../store.ts'
import type { Database } from './database.ts'
import { ledgerCheckpointsIn } from './ledger-checkpoints.ts'
import { ownedRowsIn } from './owned-rows.ts'
import { sortableText } from './sortable-text.ts'

/** Things have a table, and what the ledger adds up to one of its own. */
const BALANCE = 'balance'

type OriginRow = { kind: WorldKind; seed: number; made_at: number }

const TABLES_OF_A_WORLD = [
  'things',
  'balances',
  'ledger',
  'journal',
  'history',
  'events',
  'flows',
  'owned',
  'ended_trades',
  'ledger_checkpoints',
] as const

export function worldsIn(database: Database) {
  const origin = database.prepare('SELECT kind, seed, made_at FROM worlds WHERE user_id = :userId')
  const insertOrigin = database.prepare(
    'INSERT INTO worlds (user_id, kind, seed, made_at) VALUES (:userId, :kind, :seed, :madeAt)',
  )
  const things = database.prepare(
    'SELECT kind, id, json FROM things WHERE user_id = :userId ORDER BY kind, id',
  )
  const owner = database.prepare(
    `SELECT user_id FROM things
     WHERE user_id IN (SELECT id FROM users) AND kind = :kind AND id = :id`,
  )
  const balances = database.prepare(
    `SELECT '${BALANCE}' AS kind, place || ' ' || currency AS id, amount AS json
     FROM balances WHERE user_id = :userId`,
  )
  const putThing = database.prepare(
    `INSERT INTO things (user_id, kind, id, json) VALUES (:userId, :kind, :id, :json)
     ON CONFLICT (user_id, kind, id) DO UPDATE SET json = excluded.json`,
  )
  const removeThing = database.prepare(
    'DELETE FROM things WHERE user_id = :userId AND kind = :kind AND id = :id',
  )
  const putBalance = database.prepare(
    `INSERT INTO balances (user_id, place, currency, amount)
     VALUES (:userId, :place, :currency, :amount)
     ON CONFLICT (user_id, place, currency) DO UPDATE SET amount = excluded.amount`,
  )
  const addLedger = database.prepare(
    'INSERT INTO ledger (user_id, at, json) VALUES (:userId, :at, :json)',
  )
  const addHistory = database.prepare(
    `INSERT INTO history (user_id, mode, account, pair, created_at, closed_at, json)
     VALUES (:userId, :mode, :account, :pair, :createdAt, :closedAt, :json)`,
  )
  const addEvent = database.prepare(
    `INSERT INTO events (user_id, bot, number, at, json)
     VALUES (:userId, :bot, :number, :at, :json)`,
  )
  const addFlow = database.prepare(
    `INSERT INTO flows (user_id, account, currency, at, amount)
     VALUES (:userId, :account, :currency, :at, :amount)`,
  )
  const putEnded = database.prepare(
    `INSERT INTO ended_trades (user_id, id, mode, account, pair, base, quote, type, trade_group,
       rank, is_success, created_at, updated_at, closed_at, profit_usd, profit_percent, json)
     VALUES (:userId, :id, :mode, :account, :pair, :base, :quote, :type, :group,
       :rank, :isSuccess, :createdAt, :updatedAt, :closedAt, :profitUsd, :profitPercent, :json)
     ON CONFLICT (user_id, id) DO UPDATE SET
       rank = excluded.rank, trade_group = excluded.trade_group, is_success = excluded.is_success,
       updated_at = excluded.updated_at, closed_at = excluded.closed_at,
       profit_usd = excluded.profit_usd, profit_percent = excluded.profit_percent,
       json = excluded.json`,
  )
  const ledger = ledgerCheckpointsIn(database)
  const owned = ownedRowsIn(database)

  function append(userId: number, row: Appended): void {
    switch (row.journal) {
      case 'ledger':
        addLedger.run({ userId, at: row.at, json: row.json })
        return
      case 'history': {
        const { mode, account, pair, createdAt, closedAt, json } = row
        addHistory.run({ userId, mode, account, pair, createdAt, closedAt, json })
        return
      }
      case 'events': {
        const { bot, number, at, json } = row
        addEvent.run({ userId, bot, number, at, json })
        return
      }
      case 'flows': {
        const { account, currency, at, amount } = row
        addFlow.run({ userId, account, currency, at, amount: toText(amount) })
      }
    }
  }
  const begun = database.prepare(
    `SELECT 1 FROM things WHERE user_id = :userId AND user_id NOT IN (SELECT user_id FROM worlds)
     LIMIT 1`,
  )
  const removals = TABLES_OF_A_WORLD.map((table) =>
    database.prepare(
      `DELETE FROM ${table}
       WHERE user_id = :userId AND user_id NOT IN (SELECT user_id FROM worlds)`,
    ),
  )

  const putTrade = (userId: number, trade: EndedTrade): void =>
    void putEnded.run({
      userId,
      ...trade,
      isSuccess: trade.isSuccess ? 1 : 0,
      profitUsd: trade.profitUsd && sortableText(trade.profitUsd),
      profitPercent: trade.profitPercent && sortableText(trade.profitPercent),
    })

  return {
    originOf(userId: number): Origin | undefined {
      const row = origin.get({ userId }) as OriginRow | undefined
      return row && { kind: row.kind, seed: row.seed, madeAt: row.made_at }
    },
    ownerOf(kind: string, id: string): number | undefined {
      return (owner.get({ kind, id }) as { user_id: number } | undefined)?.user_id
    },
    /** Every commit of a world that is being made stores a thing. */
    isUnfinished: (userId: number): boolean => begun.get({ userId }) !== undefined,
    removeUnfinished(userId: number): void {
      for (const remove of removals) remove.run({ userId })
      ledger.takenBack(userId)
    },
    setOrigin: (userId: number, made: Origin): void => void insertOrigin.run({ userId, ...made }),
    read(userId: number): StoredWorld {
      const stored = [...things.all({ userId }), ...balances.all({ userId })] as Stored[]
      return { stored, fault: ledger.fault(userId) }
    },
    save(userId: number, changes: Changes): void {
      for (const { kind, id, json } of changes.stored) {
        const [place = '', currency = ''] = id.split(' ')
        if (kind === BALANCE) putBalance.run({ userId, place, currency, amount: json })
        else putThing.run({ userId, kind, id, json })
      }
      for (const { kind, id } of changes.removed) removeThing.run({ userId, kind, id })
      for (const trade of changes.ended) putTrade(userId, trade)
      owned.put(userId, changes.owned)
      for (const row of changes.appended) append(userId, row)
      ledger.added(userId, changes.appended.filter(({ journal }) => journal === 'ledger').length)
    },
    isLedgerFarBehind: ledger.isFarBehind,
    moveCheckpoint: ledger.move,
    /** When a commit was taken back. */
    forgetCounts: ledger.takenBack,
    /** One bounded step of tidying up. Whether there may be more to do. */
    tidy: (userId: number): boolean =>
      ledger.move(userId) || ledger.fold(userId) || owned.thin(userId),
  }
}
