import { Problem } from '../../problem.ts'
import { alertsTable, tradeEventsTable } from './alerts.ts'
import { type Database, transaction } from './database.ts'
import { firstTables } from './migrations/0001-first-tables.ts'
import { balances } from './migrations/0002-balances.ts'
import { thePast } from './migrations/0003-the-past.ts'
import { unfinishedWorlds } from './migrations/0004-unfinished-worlds.ts'
import { blocksOfIds } from './migrations/0005-blocks-of-ids.ts'
import { untidyWorlds } from './migrations/0007-untidy-worlds.ts'
import { pricesTable } from './prices.ts'

type Migration = string | ((database: Database) => void)

/** In order; a file's version is the number of steps applied. */
const MIGRATIONS: readonly Migration[] = [
  firstTables,
  balances,
  thePast,
  unfinishedWorlds,
  blocksOfIds,
  alertsTable,
  untidyWorlds,
  pricesTable,
  tradeEventsTable,
]

export function migrate(database: Database): void {
  const version = versionOf(database)
  if (version > MIGRATIONS.length) {
    throw new Problem(
      'The data was written by a newer version of Quarterdeck; update it or choose another --data directory.',
    )
  }
  // Every command runs this, so it takes no lock without need.
  if (version === MIGRATIONS.length) return
  transaction(database, () => {
    // Another process may have migrated while this one waited for the lock.
    for (const [index, step] of MIGRATIONS.entries()) {
      if (index < versionOf(database)) continue
      if (typeof step === 'string') database.exec(step)
      else step(database)
      database.exec(`PRAGMA user_version = ${index + 1}`)
    }
  })
}

function versionOf(database: Database): number {
  const row = database.prepare('PRAGMA user_version').get() as { user_version: number }
  return row.user_version
}
