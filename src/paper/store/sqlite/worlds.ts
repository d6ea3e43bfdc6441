import type { Changes, Stored, StoredWorld } from '../../engine/engine.ts'
import type { Past } from '../../engine/past.ts'
import { type MemoryStore, memoryStore } from '../../worlds/memory-store.ts'
import type { Origin, WorldKind } from '../store.ts'
import type { Database } from './database.ts'
import { pastOf, type Row, rowOf } from './past-in-memory.ts'

/** The journal of money has a table of its own, and so has what it adds up to. */
const LEDGER = 'ledger'
const BALANCE = 'balance'

type OriginRow = { kind: WorldKind; seed: number; made_at: number }

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
  const ledger = database.prepare(
    `SELECT '${LEDGER}' AS journal, at, json FROM ledger WHERE user_id = :userId ORDER BY number`,
  )
  const journal = database.prepare(
    'SELECT journal, at, json FROM journal WHERE user_id = :userId ORDER BY number',
  )
  const putThing = database.prepare(
    `INSERT INTO things (user_id, kind, id, json) VALUES (:userId, :kind, :id, :json)
     ON CONFLICT (user_id, kind, id) DO UPDATE SET json = excluded.json`,
  )
  const putBalance = database.prepare(
    `INSERT INTO balances (user_id, place, currency, amount)
     VALUES (:userId, :place, :currency, :amount)
     ON CONFLICT (user_id, place, currency) DO UPDATE SET amount = excluded.amount`,
  )
  const addLedger = database.prepare(
    'INSERT INTO ledger (user_id, at, json) VALUES (:userId, :at, :json)',
  )
  const addJournal = database.prepare(
    'INSERT INTO journal (user_id, journal, at, json) VALUES (:userId, :journal, :at, :json)',
  )

  const memories = new Map<number, MemoryStore>()
  const memoryOf = (userId: number): MemoryStore => {
    const memory = memories.get(userId) ?? memoryStore()
    memories.set(userId, memory)
    return memory
  }

  return {
    originOf(userId: number): Origin | undefined {
      const row = origin.get({ userId }) as OriginRow | undefined
      return row && { kind: row.kind, seed: row.seed, madeAt: row.made_at }
    },
    ownerOf(kind: string, id: string): number | undefined {
      return (owner.get({ kind, id }) as { user_id: number } | undefined)?.user_id
    },
    setOrigin: (userId: number, made: Origin): void => void insertOrigin.run({ userId, ...made }),
    read(userId: number): StoredWorld {
      const stored = [...things.all({ userId }), ...balances.all({ userId })] as Stored[]
      const rows = [...ledger.all({ userId }), ...journal.all({ userId })] as Row[]
      const { changes, fault } = pastOf(stored, rows)
      const memory = memoryStore()
      memory.keep(changes)
      memories.set(userId, memory)
      return { stored, fault }
    },
    save(userId: number, { stored, ended, appended }: Changes): void {
      for (const { kind, id, json } of stored) {
        const [place = '', currency = ''] = id.split(' ')
        if (kind === BALANCE) putBalance.run({ userId, place, currency, amount: json })
        else putThing.run({ userId, kind, id, json })
      }
      for (const { id, json } of ended) {
        putThing.run({ userId, kind: 'smart_trade', id: String(id), json })
      }
      for (const one of appended) {
        const row = rowOf(one)
        if (row?.journal === LEDGER) addLedger.run({ userId, at: row.at, json: row.json })
        else if (row) addJournal.run({ userId, ...row })
      }
    },
    saved: (userId: number, changes: Changes): void => memoryOf(userId).keep(changes),
    past: (userId: number): Past => memoryOf(userId).past,
  }
}
