import { createHash } from 'node:crypto'
import { join } from 'node:path'

import { openDatabase } from '#paper/store/sqlite/database.ts'

/** A digest of every row of every table in a data directory, or of what is one user's. */
export function storeHash(data: string, userId?: number): string {
  const database = openDatabase(join(data, 'quarterdeck.db'))
  try {
    const hash = createHash('sha256')
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
      .all() as { name: string }[]
    for (const { name } of tables) {
      hash.update(name)
      for (const row of database.prepare(`SELECT * FROM ${name}`).iterate()) {
        const isMeant = userId === undefined || (row as { user_id?: number }).user_id === userId
        if (isMeant) hash.update(JSON.stringify(row))
      }
    }
    return hash.digest('hex')
  } finally {
    database.close()
  }
}
