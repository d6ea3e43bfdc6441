import type { Instant } from '#contract/primitives.ts'

import type { Effect, EffectName, NamedEffect } from '../store.ts'
import type { Database } from './database.ts'

const KEPT = 48 * 3_600_000

type Row = { request_hash: string; status: number; body: string }

export function rememberedEffectsIn(database: Database) {
  const select = database.prepare(
    `SELECT request_hash, status, body FROM remembered_effects
     WHERE api_key = :apiKey AND method = :method AND path = :path
       AND idempotency_key = :idempotencyKey`,
  )
  const insert = database.prepare(
    `INSERT INTO remembered_effects
       (api_key, method, path, idempotency_key, request_hash, status, body, at)
     VALUES (:apiKey, :method, :path, :idempotencyKey, :requestHash, :status, :body, :at)`,
  )
  const forget = database.prepare('DELETE FROM remembered_effects WHERE at < :before')
  return {
    find(name: EffectName): Effect | undefined {
      const row = select.get(name) as Row | undefined
      return row && { requestHash: row.request_hash, status: row.status, body: row.body }
    },
    remember: ({ name, effect, at }: NamedEffect): void =>
      void insert.run({ ...name, ...effect, at }),
    forgetOld: (now: Instant): void => void forget.run({ before: now - KEPT }),
  }
}
