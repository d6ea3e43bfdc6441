import type { Instant } from '#contract/primitives.ts'

import type { Changes, Stored, StoredWorld } from '../engine/engine.ts'
import type { Database } from './database.ts'
import type { WorldKind } from './users.ts'

/** The journal of money has a table of its own. */
const LEDGER = 'ledger'

/** What a world was made from; the rest of it is what happened since. */
export type Origin = { kind: WorldKind; seed: number; madeAt: Instant }

type OriginRow = { kind: WorldKind; seed: number; made_at: number }

export type Worlds = ReturnType<typeof worldsIn>

export function worldsIn(database: Database) {
  const origin = database.prepare('SELECT kind, seed, made_at FROM worlds WHERE user_id = :userId')
  const insertOrigin = database.prepare(
    'INSERT INTO worlds (user_id, kind, seed, made_at) VALUES (:userId, :kind, :seed, :madeAt)',
  )
  const things = database.prepare(
    'SELECT kind, id, json FROM things WHERE user_id = :userId ORDER BY kind, id',
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
  const addLedger = database.prepare(
    'INSERT INTO ledger (user_id, at, json) VALUES (:userId, :at, :json)',
  )
  const addJournal = database.prepare(
    'INSERT INTO journal (user_id, journal, at, json) VALUES (:userId, :journal, :at, :json)',
  )

  return {
    originOf(userId: number): Origin | undefined {
      const row = origin.get({ userId }) as OriginRow | undefined
      return row && { kind: row.kind, seed: row.seed, madeAt: row.made_at }
    },
    setOrigin: (userId: number, made: Origin): void => void insertOrigin.run({ userId, ...made }),
    read(userId: number): StoredWorld {
      return {
        stored: things.all({ userId }) as Stored[],
        appended: [
          ...ledger.all({ userId }),
          ...journal.all({ userId }),
        ] as StoredWorld['appended'],
      }
    },
    /** Belongs in the transaction of the command or tick that made the changes. */
    save(userId: number, { stored, appended }: Changes): void {
      for (const { kind, id, json } of stored) putThing.run({ userId, kind, id, json })
      for (const { journal, at, json } of appended) {
        if (journal === LEDGER) addLedger.run({ userId, at, json })
        else addJournal.run({ userId, journal, at, json })
      }
    },
  }
}
