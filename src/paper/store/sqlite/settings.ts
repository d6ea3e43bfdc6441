import { randomBytes } from 'node:crypto'

import type { Instant } from '#contract/primitives.ts'

import type { Database } from './database.ts'

/** The secret that signs the tokens of this data directory, made once. */
export function tokenSecretIn(database: Database): Uint8Array {
  const name = 'token_secret'
  database
    .prepare('INSERT INTO settings (name, value) VALUES (:name, :value) ON CONFLICT DO NOTHING')
    .run({ name, value: randomBytes(32).toString('hex') })
  const row = database.prepare('SELECT value FROM settings WHERE name = :name').get({ name })
  return Buffer.from((row as { value: string }).value, 'hex')
}

/** A moment that is kept under a name; 0 before it is, and where it cannot be read. */
export function instantIn(database: Database, name: 'world_time' | 'last_backup') {
  const select = database.prepare('SELECT value FROM settings WHERE name = :name')
  const put = database.prepare(
    `INSERT INTO settings (name, value) VALUES (:name, :value)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  )
  return {
    read(): Instant {
      const row = select.get({ name }) as { value: string } | undefined
      const at = Number(row?.value)
      return Number.isSafeInteger(at) ? at : 0
    },
    save: (now: Instant): void => void put.run({ name, value: String(now) }),
  }
}

/** Larger than most commits. */
const TRIAL_BYTES = 256 * 1024

/** Something to store, to find out whether there is space. */
export function trialIn(database: Database) {
  const name = 'trial'
  const put = database.prepare(
    'INSERT OR REPLACE INTO settings (name, value) VALUES (:name, :value)',
  )
  const remove = database.prepare('DELETE FROM settings WHERE name = :name')
  return {
    write: (): void => void put.run({ name, value: randomBytes(TRIAL_BYTES / 2).toString('hex') }),
    remove: (): void => void remove.run({ name }),
  }
}
