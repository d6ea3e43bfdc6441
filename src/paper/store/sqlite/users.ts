import type { Instant } from '#contract/primitives.ts'

import type { NamedUser, User, WorldKind } from '../store.ts'
import type { Database } from './database.ts'

type Row = { id: number; name: string; wished_world: '' | WorldKind }

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
    const { id, name, wished_world: wished } = row as Row
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
