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

/** The last events of trades and bots of all users, for alerts; `number` never repeats. */
export const tradeEventsTable = `
  CREATE TABLE IF NOT EXISTS trade_events (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    user_id INTEGER NOT NULL REFERENCES users (id),
    json TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS trade_events_of_user ON trade_events (user_id, number);
`

export function alertsIn(database: Database) {
  const select = database.prepare('SELECT user_id AS userId, id, json FROM alerts ORDER BY rowid')
  const insert = database.prepare(
    `INSERT INTO alerts (user_id, id, json) VALUES (:userId, :id, :json)
     ON CONFLICT (user_id, id) DO UPDATE SET json = excluded.json`,
  )
  const remove = database.prepare('DELETE FROM alerts WHERE user_id = :userId AND id = :id')
  const eventsAfter = database.prepare(
    `SELECT number, json FROM trade_events
     WHERE user_id = :userId AND number > :after ORDER BY number`,
  )
  const lastEvent = database.prepare(
    'SELECT coalesce(max(number), 0) AS number FROM trade_events WHERE user_id = :userId',
  )
  return {
    eventsAfter: (userId: number, after: number) =>
      eventsAfter.all({ userId, after }) as { number: number; json: string }[],
    lastEvent: (userId: number) => (lastEvent.get({ userId }) as { number: number }).number,
    all: () => select.all() as { userId: number; id: string; json: string }[],
    save: (userId: number, id: string, json: string): void => void insert.run({ userId, id, json }),
    remove: (userId: number, id: string): void => void remove.run({ userId, id }),
  }
}
