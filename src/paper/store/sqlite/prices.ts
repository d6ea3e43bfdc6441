import type { KeptStep, ThinnedSpan } from '../store.ts'
import type { Database } from './database.ts'

/** Prices of a live market that its worlds acted on, and one of each five minutes. */
export const pricesTable = `
  CREATE TABLE IF NOT EXISTS live_prices (
    pair TEXT NOT NULL,
    at INTEGER NOT NULL,
    price TEXT NOT NULL,
    PRIMARY KEY (pair, at)
  ) STRICT, WITHOUT ROWID;
`

/** The exchange whose prices the stored worlds have, or `demo`; `undefined` without worlds. */
export function marketIn(database: Database): string | undefined {
  const row = database
    .prepare(
      `SELECT coalesce((SELECT json_extract(json, '$.exchange') FROM things
         WHERE kind = 'market' AND id = 'live'), 'demo') AS market FROM worlds`,
    )
    .get() as { market: string } | undefined
  return row?.market
}

const LISTING = 'live_listing'

export function pricesIn(database: Database) {
  const select = database.prepare('SELECT pair, at, price FROM live_prices ORDER BY pair, at')
  const listing = database.prepare('SELECT value FROM settings WHERE name = :name')
  const putListing = database.prepare(
    'INSERT OR REPLACE INTO settings (name, value) VALUES (:name, :value)',
  )
  const put = database.prepare(
    'INSERT OR REPLACE INTO live_prices (pair, at, price) VALUES (:pair, :at, :price)',
  )
  const drop = database.prepare(
    `DELETE FROM live_prices WHERE pair = :pair AND at > :from AND at <= :to AND EXISTS (
       SELECT 1 FROM live_prices AS later
       WHERE later.pair = live_prices.pair AND later.at > live_prices.at
         AND later.at <= (live_prices.at + :every - 1) / :every * :every)`,
  )
  return {
    read: () => ({
      listing: (listing.get({ name: LISTING }) as { value: string } | undefined)?.value ?? '',
      steps: select.all() as KeptStep[],
    }),
    thin(pairs: readonly string[], spans: readonly ThinnedSpan[]): void {
      for (const pair of pairs) for (const span of spans) drop.run({ pair, ...span })
    },
    save(value: string, steps: readonly KeptStep[]): void {
      putListing.run({ name: LISTING, value })
      for (const step of steps) put.run({ ...step })
    },
  }
}
