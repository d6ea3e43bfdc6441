import { createHash, randomBytes } from 'node:crypto'

import type { Permission } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'

import {
  type ApiKey,
  type NamedUser,
  newKey,
  type NewKey,
  type User,
  type WorldKind,
  PAIRING_CODE_LIFE,
} from '../store.ts'
import type { Database } from './database.ts'

type Row = Omit<ApiKey, 'permissions' | 'expiresAt'> & {
  permissions: string
  expiresAt: number | null
}

export function keysIn(database: Database) {
  const selected = `SELECT api_key AS apiKey, user_id AS userId, users.name AS userName, algorithm,
      material, permissions, keys.created_at AS createdAt, expires_at AS expiresAt
    FROM keys JOIN users ON users.id = user_id`
  const byKey = database.prepare(`${selected} WHERE api_key = :apiKey`)
  const all = database.prepare(`${selected} ORDER BY keys.created_at, api_key`)
  const remove = database.prepare('DELETE FROM keys WHERE api_key = :apiKey')
  const insert = database.prepare(
    `INSERT INTO keys (api_key, user_id, algorithm, material, permissions, created_at, expires_at)
     VALUES (:apiKey, :userId, :algorithm, :material, :permissions, :createdAt, :expiresAt)`,
  )

  return {
    find(apiKey: string): ApiKey | undefined {
      const row = byKey.get({ apiKey }) as Row | undefined
      return row && readRow(row)
    },
    list: (): ApiKey[] => (all.all() as Row[]).map(readRow),
    add(user: User, key: NewKey, now: Instant): ApiKey {
      const added = newKey(user, key, now)
      const { userName: _, permissions, expiresAt = null, ...rest } = added
      insert.run({ ...rest, permissions: permissions.join(','), expiresAt })
      return added
    },
    revoke: (apiKey: string): boolean => remove.run({ apiKey }).changes === 1,
  }
}

const readRow = ({ permissions, expiresAt, ...row }: Row): ApiKey => ({
  ...row,
  permissions: permissions.split(',').filter(Boolean) as Permission[],
  expiresAt: expiresAt ?? undefined,
})

type UserRow = { id: number; name: string; wished_world: '' | WorldKind }

export function usersIn(database: Database) {
  const byName = database.prepare('SELECT * FROM users WHERE name = :name')
  const byId = database.prepare('SELECT * FROM users WHERE id = :id')
  const all = database.prepare('SELECT * FROM users ORDER BY id')
  const insert = database.prepare(
    `INSERT INTO users (name, wished_world, created_at) VALUES (:name, :wishedWorld, :now)
     ON CONFLICT (name) DO UPDATE SET wished_world = excluded.wished_world
     WHERE excluded.wished_world <> '' AND id NOT IN (SELECT user_id FROM worlds)`,
  )
  const read = (row: unknown): User | undefined => {
    if (row === undefined) return undefined
    const { id, name, wished_world: wished } = row as UserRow
    return { id, name, wishedWorld: wished === '' ? undefined : wished }
  }

  const named = (name: string): User | undefined => read(byName.get({ name }))

  return {
    named,
    withId: (id: number): User | undefined => read(byId.get({ id })),
    all: (): User[] => all.all().flatMap((row) => read(row) ?? []),
    ensure({ name, wishedWorld }: NamedUser, now: Instant): User {
      insert.run({ name, wishedWorld: wishedWorld ?? '', now })
      const user = named(name)
      if (!user) throw new Error('A user that was just written is not there')
      return user
    },
  }
}

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
      insert.run({ hash: hashOf(code), userId, expiresAt: now + PAIRING_CODE_LIFE })
      return code
    },
    /** The code's user; the code is used up. */
    take(code: string, now: Instant): number | undefined {
      const row = take.get({ hash: hashOf(code), now }) as { user_id: number } | undefined
      return row?.user_id
    },
  }
}

const hashOf = (code: string): string => createHash('sha256').update(code).digest('hex')
