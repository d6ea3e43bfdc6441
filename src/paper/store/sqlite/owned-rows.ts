import type { Instant } from '#contract/primitives.ts'
import { toText } from '#money/decimal.ts'

import type { Owned } from '../../engine/past.ts'
import type { Database } from './database.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const YEAR = 365 * DAY
/** Rows that one step deletes, give or take a day of them, and days that it looks at. */
const STEP = { rows: 1_000, days: 30 }

/** What accounts owned over time: every step of a year, and one row an hour before that. */
export function ownedRowsIn(database: Database) {
  const put = database.prepare(
    `INSERT INTO owned (user_id, account, currency, at, amount)
     VALUES (:userId, :account, :currency, :at, :amount)
     ON CONFLICT (user_id, account, currency, at) DO UPDATE SET amount = excluded.amount`,
  )
  // From one account and currency to the next, without a look at every row.
  const next = database.prepare(
    `SELECT account, currency, at FROM owned
     WHERE user_id = :userId AND (account, currency) > (:account, :currency)
     ORDER BY account, currency, at LIMIT 1`,
  )
  const latest = database.prepare(
    'SELECT at FROM ledger WHERE user_id = :userId ORDER BY number DESC LIMIT 1',
  )
  const thinnedTo = database.prepare(
    'SELECT thinned_to FROM ledger_checkpoints WHERE user_id = :userId',
  )
  const putThinned = database.prepare(
    'UPDATE ledger_checkpoints SET thinned_to = :to WHERE user_id = :userId',
  )
  // The last row of an hour tells what was owned at its end.
  const thin = database.prepare(
    `DELETE FROM owned
     WHERE user_id = :userId AND account = :account AND currency = :currency
       AND at > :from AND at <= :to
       AND EXISTS (
         SELECT 1 FROM owned AS later
         WHERE later.user_id = owned.user_id AND later.account = owned.account
           AND later.currency = owned.currency AND later.at > owned.at
           AND later.at <= (owned.at + ${HOUR - 1}) / ${HOUR} * ${HOUR}
       )`,
  )

  type Kind = Pick<Owned, 'account' | 'currency' | 'at'>

  function kindsOf(userId: number): Kind[] {
    const kinds: Kind[] = []
    let last = { account: -1, currency: '' }
    for (;;) {
      const { account, currency } = last
      const found = next.get({ userId, account, currency }) as Kind | undefined
      if (!found) return kinds
      kinds.push(found)
      last = found
    }
  }

  return {
    put: (userId: number, rows: readonly Owned[]): void => {
      for (const { account, currency, at, amount } of rows) {
        put.run({ userId, account, currency, at, amount: toText(amount) })
      }
    },
    /** Thins out one step of what is older than a year. Whether there may be more. */
    thin(userId: number): boolean {
      const row = thinnedTo.get({ userId }) as { thinned_to: number } | undefined
      if (!row) return false
      const { at: newest } = (latest.get({ userId }) ?? { at: 0 }) as { at: Instant }
      const end = Math.floor((newest - YEAR) / DAY) * DAY
      const kinds = kindsOf(userId)
      const first = Math.min(...kinds.map(({ at }) => at))
      let from = Math.max(row.thinned_to, Math.floor((first - 1) / DAY) * DAY)
      let deleted = 0
      for (let days = 0; days < STEP.days && deleted < STEP.rows && from < end; days += 1) {
        for (const { account, currency } of kinds) {
          const values = { userId, account, currency, from, to: from + DAY }
          deleted += thin.run(values).changes
        }
        from += DAY
      }
      if (from > row.thinned_to && Number.isFinite(from)) putThinned.run({ userId, to: from })
      return from < end
    },
  }
}
