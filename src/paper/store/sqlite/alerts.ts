import type { Database } from './database.ts'

/** Alerts as JSON; a webhook's secrets in it are encrypted. */
export const alertsTable = `
  CREATE TABLE IF NOT EXISTS alerts (
    user_id INTEGER NOT NULL REFERENCES users (id),
    id TEXT NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (user_id, id)
  ) STRICT;
`

export function alertsIn(database: Database) {
  const select = database.prepare('SELECT user_id AS userId, id, json FROM alerts ORDER BY rowid')
  const insert = database.prepare(
    `INSERT INTO alerts (user_id, id, json) VALUES (:userId, :id, :json)
     ON CONFLICT (user_id, id) DO UPDATE SET json = excluded.json`,
  )
  const remove = database.prepare('DELETE FROM alerts WHERE user_id = :userId AND id = :id')
  return {
    all: () => select.all() as { userId: number; id: string; json: string }[],
    save: (userId: number, id: string, json: string): void => void insert.run({ userId, id, json }),
    remove: (userId: number, id: string): void => void remove.run({ userId, id }),
  }
}
