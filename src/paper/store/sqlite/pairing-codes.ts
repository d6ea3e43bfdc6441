import { createHash, randomBytes } from 'node:crypto'

import type { Instant } from '#contract/primitives.ts'

import type { Database } from './database.ts'

const LIFE = 10 * 60_000

export function pairingCodesIn(database: Database) {
  const insert = database.prepare(
    'INSERT INTO pairing_codes (code_hash, user_id, expires_at) VALUES (:hash, :userId, :expiresAt)',
  )
  const expire = database.prepare('DELETE FROM pairing_codes WHERE expires_at <= :now')
  const take = database.prepare(
    'DELETE FROM pairing_codes WHERE code_hash = :hash AND expires_at > :now RETURNING user_id',
  )
  return {
    make(userId: number, now: Instant): string {
      const code = randomBytes(16).toString('base64url')
      expire.run({ now })
      insert.run({ hash: hashOf(code), userId, expiresAt: now + LIFE })
      return code
    },
    /** Whose code it is; from then on it is nobody's. */
    take(code: string, now: Instant): number | undefined {
      const row = take.get({ hash: hashOf(code), now }) as { user_id: number } | undefined
      return row?.user_id
    },
  }
}

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')
