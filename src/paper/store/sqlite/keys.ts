import { randomBytes } from 'node:crypto'

import type { Permission } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'

import type { ApiKey, NewKey } from '../store.ts'
import type { Database } from './database.ts'

type Row = {
  api_key: string
  user_id: number
  user_name: string
  algorithm: 'hmac' | 'rsa'
  material: string
  permissions: string
  created_at: number
  expires_at: number | null
}

export function keysIn(database: Database) {
  const selected =
    'SELECT keys.*, users.name AS user_name FROM keys JOIN users ON users.id = user_id'
  const byKey = database.prepare(`${selected} WHERE api_key = :apiKey`)
  const all = database.prepare(`${selected} ORDER BY keys.created_at, api_key`)
  const remove = database.prepare('DELETE FROM keys WHERE api_key = :apiKey')
  const insert = database.prepare(
    `INSERT INTO keys (api_key, user_id, algorithm, material, permissions, created_at, expires_at)
     VALUES (:apiKey, :userId, :algorithm, :material, :permissions, :now, :expiresAt)`,
  )

  const find = (apiKey: string): ApiKey | undefined => {
    const row = byKey.get({ apiKey }) as Row | undefined
    return row && readRow(row)
  }

  return {
    find,
    list: (): ApiKey[] => (all.all() as Row[]).map(readRow),
    add(userId: number, key: NewKey, now: Instant): ApiKey {
      const apiKey = `paper_${randomBytes(16).toString('hex')}`
      insert.run({
        apiKey,
        userId,
        algorithm: key.algorithm,
        material: key.algorithm === 'rsa' ? key.publicKey : randomBytes(32).toString('hex'),
        permissions: key.permissions.join(','),
        now,
        expiresAt: key.expiresAt ?? null,
      })
      const added = find(apiKey)
      if (!added) throw new Error('A key that was just written is not there')
      return added
    },
    revoke: (apiKey: string): boolean => remove.run({ apiKey }).changes === 1,
  }
}

function readRow(row: Row): ApiKey {
  return {
    apiKey: row.api_key,
    userId: row.user_id,
    userName: row.user_name,
    algorithm: row.algorithm,
    material: row.material,
    permissions: row.permissions.split(',').filter(Boolean) as Permission[],
    createdAt: row.created_at,
    expiresAt: row.expires_at ?? undefined,
  }
}
