import { randomBytes } from 'node:crypto'

import type { Instant } from '#contract/primitives.ts'

import { recordFault } from '../../engine/record-shapes.ts'
import type { Database } from './database.ts'

/** The secret for tokens. A damaged one is replaced: a shorter secret could be guessed. */
export function tokenSecretIn(database: Database): { secret: Uint8Array; isReplaced: boolean } {
  const name = 'token_secret'
  const select = database.prepare('SELECT value FROM settings WHERE name = :name')
  const read = () => (select.get({ name }) as { value: string } | undefined)?.value
  const before = read()
  const isWhole = recordFault(name, JSON.stringify(before ?? null)) === undefined
  if (!isWhole) {
    // Another process may do this too: the first one counts.
    database
      .prepare(
        `INSERT INTO settings (name, value) VALUES (:name, :value)
         ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE value = :before`,
      )
      .run({ name, value: randomBytes(32).toString('hex'), before: before ?? null })
  }
  return {
    secret: Buffer.from(read() ?? '', 'hex'),
    isReplaced: before !== undefined && !isWhole,
  }
}

/** A moment stored under a name; 0 if missing or unreadable. */
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

/** Tests the free space by storing something. */
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
