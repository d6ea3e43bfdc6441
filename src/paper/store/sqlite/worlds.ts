import type { Instant } from '#contract/primitives.ts'
import { toText } from '#money/decimal.ts'

import type { Appended, Changes, Stored, StoredWorld } from '../../engine/changes.ts'
import type { EndedTrade, Owned } from '../../engine/past.ts'
import { checkIds, needsBlock, takeBlock } from '../id-blocks.ts'
import { KEPT_TRADE_EVENTS, type Origin } from '../store.ts'
import type { Database } from './database.ts'
import { ledgerCheckpointsIn } from './ledger-checkpoints.ts'
import { sortableText } from './sortable-text.ts'

const BALANCE = 'balance'
const TRADE_EVENTS_BETWEEN_REMOVALS = 1_000

const TABLES_OF_A_WORLD = [
  'things',
  'balances',
  'ledger',
  'journal',
  'history',
  'events',
  'trade_events',
  'flows',
  'owned',
  'ended_trades',
  'ledger_checkpoints',
] as const

export function worldsIn(database: Database) {
  const origin = database.prepare(
    'SELECT kind, seed, made_at AS madeAt FROM worlds WHERE user_id = :userId',
  )
  const insertOrigin = database.prepare(
    'INSERT INTO worlds (user_id, kind, seed, made_at) VALUES (:userId, :kind, :seed, :madeAt)',
  )
  const rows = database.prepare(
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
  const putRecord = database.prepare(
    `INSERT INTO things (user_id, kind, id, json) VALUES (:userId, :kind, :id, :json)
     ON CONFLICT (user_id, kind, id) DO UPDATE SET json = excluded.json`,
  )
  const removeRecord = database.prepare(
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
  const addTradeEvent = database.prepare(
    'INSERT INTO trade_events (user_id, json) VALUES (:userId, :json)',
  )
  const removeOldTradeEvents = database.prepare(
    `DELETE FROM trade_events WHERE user_id = :userId AND number <= (SELECT number FROM
     trade_events WHERE user_id = :userId ORDER BY number DESC LIMIT 1 OFFSET ${KEPT_TRADE_EVENTS})`,
  )
  /** Trade events of each user since the last removal: finding the oldest to keep is slow. */
  const added = new Map<number, number>()
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
  const owned = ownedRowsIn(database, ledger.yearOf)

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
      case 'trade_events':
        addTradeEvent.run({ userId, json: row.json })
        added.set(userId, ((added.get(userId) ?? -1) + 1) % TRADE_EVENTS_BETWEEN_REMOVALS)
        if (added.get(userId) === 0) removeOldTradeEvents.run({ userId })
        return
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
      const row = origin.get({ userId }) as Origin | undefined
      return row && { ...row }
    },
    ownerOf(kind: string, id: string): number | undefined {
      return (owner.get({ kind, id }) as { user_id: number } | undefined)?.user_id
    },
    /** Every commit of an unfinished world stores an entity. */
    isUnfinished: (userId: number): boolean => begun.get({ userId }) !== undefined,
    removeUnfinished(userId: number): void {
      for (const remove of removals) remove.run({ userId })
      ledger.takenBack(userId)
    },
    setOrigin: (userId: number, made: Origin): void => void insertOrigin.run({ userId, ...made }),
    read(userId: number): StoredWorld {
      const stored = [...rows.all({ userId }), ...balances.all({ userId })] as Stored[]
      return { stored, fault: ledger.fault(userId, stored) }
    },
    save(userId: number, changes: Changes): void {
      for (const { kind, id, json } of changes.stored) {
        const [place = '', currency = ''] = id.split(' ')
        if (kind === BALANCE) putBalance.run({ userId, place, currency, amount: json })
        else putRecord.run({ userId, kind, id, json })
      }
      for (const { kind, id } of changes.removed) removeRecord.run({ userId, kind, id })
      for (const trade of changes.ended) putTrade(userId, trade)
      owned.put(userId, changes.owned)
      for (const row of changes.appended) append(userId, row)
      ledger.added(userId, changes.appended.filter(({ journal }) => journal === 'ledger').length)
    },
    isLedgerFarBehind: ledger.isFarBehind,
    moveCheckpoint: ledger.move,
    forgetCounts: ledger.takenBack,
    tidy: (userId: number): boolean =>
      ledger.move(userId) || ledger.fold(userId) || owned.thin(userId),
  }
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Rows deleted and days read per step. */
const STEP = { rows: 1_000, days: 30 }

/** Holdings over time: every step for a year, one row per hour before. */
function ownedRowsIn(database: Database, yearOf: (userId: number) => Instant) {
  const put = database.prepare(
    `INSERT INTO owned (user_id, account, currency, at, amount)
     VALUES (:userId, :account, :currency, :at, :amount)
     ON CONFLICT (user_id, account, currency, at) DO UPDATE SET amount = excluded.amount`,
  )
  // Jumps between accounts and currencies, without reading every row.
  const next = database.prepare(
    `SELECT account, currency, at FROM owned
     WHERE user_id = :userId AND (account, currency) > (:account, :currency)
     ORDER BY account, currency, at LIMIT 1`,
  )
  const thinnedTo = database.prepare(
    'SELECT thinned_to FROM ledger_checkpoints WHERE user_id = :userId',
  )
  const putThinned = database.prepare(
    'UPDATE ledger_checkpoints SET thinned_to = :to WHERE user_id = :userId',
  )
  // An hour's last row is the holding at its end.
  const thin = database.prepare(
    `DELETE FROM owned
     WHERE user_id = :userId AND account = :account AND currency = :currency
       AND at > :from AND at <= :to
       AND EXISTS (
         SELECT 1 FROM owned AS later
         WHERE later.user_id = owned.user_id AND later.account = owned.account
           AND later.currency = owned.currency AND later.at > owned.at
           AND later.at <= (owned.at + ${HOUR - 1}) / ${HOUR} * ${HOUR}
       )`,
  )

  type Kind = Pick<Owned, 'account' | 'currency' | 'at'>

  function kindsOf(userId: number): Kind[] {
    const kinds: Kind[] = []
    let last = { account: -1, currency: '' }
    for (;;) {
      const { account, currency } = last
      const found = next.get({ userId, account, currency }) as Kind | undefined
      if (!found) return kinds
      kinds.push(found)
      last = found
    }
  }

  return {
    put: (userId: number, rows: readonly Owned[]): void => {
      for (const { account, currency, at, amount } of rows) {
        put.run({ userId, account, currency, at, amount: toText(amount) })
      }
    },
    /** Thins one step of rows older than a year; true if there may be more. */
    thin(userId: number): boolean {
      const row = thinnedTo.get({ userId }) as { thinned_to: number } | undefined
      if (!row) return false
      const end = yearOf(userId)
      const kinds = kindsOf(userId)
      const first = Math.min(...kinds.map(({ at }) => at))
      let from = Math.max(row.thinned_to, Math.floor((first - 1) / DAY) * DAY)
      let deleted = 0
      for (let days = 0; days < STEP.days && deleted < STEP.rows && from < end; days += 1) {
        for (const { account, currency } of kinds) {
          const values = { userId, account, currency, from, to: from + DAY }
          deleted += thin.run(values).changes
        }
        from += DAY
      }
      if (from > row.thinned_to && Number.isFinite(from)) putThinned.run({ userId, to: from })
      return from < end
    },
  }
}

export function idBlocksIn(database: Database) {
  const owner = database.prepare('SELECT user_id FROM id_blocks WHERE first = :first')
  const firstOf = database.prepare(
    'SELECT first FROM id_blocks WHERE user_id = :userId ORDER BY rowid LIMIT 1',
  )
  const insert = database.prepare('INSERT INTO id_blocks (first, user_id) VALUES (:first, :userId)')
  const meta = database.prepare(
    `SELECT json_extract(json, '$.nextId') AS nextId FROM things
     WHERE user_id = :userId AND kind = 'world' AND json_valid(json)`,
  )
  const moveOn = database.prepare(
    `UPDATE things SET json = json_set(json, '$.nextId', :first)
     WHERE user_id = :userId AND kind = 'world'`,
  )
  const blocks = {
    ownerOf: (first: number) => (owner.get({ first }) as { user_id: number } | undefined)?.user_id,
    give: (first: number, userId: number): void => void insert.run({ first, userId }),
  }
  const nextIdOf = (userId: number): unknown =>
    (meta.get({ userId }) as { nextId: unknown } | undefined)?.nextId

  return {
    /** For a new world; an interrupted one gets its block again. */
    begin: (userId: number, wished: number): number =>
      (firstOf.get({ userId }) as { first: number } | undefined)?.first ??
      takeBlock(blocks, userId, wished),
    isUsedUp: (userId: number): boolean => needsBlock(blocks, userId, nextIdOf(userId)),
    renew(userId: number): void {
      const first = takeBlock(blocks, userId, Number(nextIdOf(userId)))
      moveOn.run({ userId, first })
    },
    check: (userId: number, stored: readonly Stored[]): void => checkIds(blocks, userId, stored),
  }
}
