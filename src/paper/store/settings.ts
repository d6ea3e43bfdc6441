import { randomBytes } from 'node:crypto'

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
