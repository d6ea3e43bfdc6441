import { Problem } from '../problem.ts'
import {
  assertWhole,
  closeDatabase,
  type Database,
  isDamaged,
  openDatabase,
  transaction,
} from './database.ts'
import { type DataDirectory, makePrivateFile } from './data-directory.ts'
import { groupCommit } from './group-commit.ts'
import { keysIn } from './keys.ts'
import { migrate } from './migrate.ts'
import { pairingCodesIn } from './pairing-codes.ts'
import { rememberedEffectsIn } from './remembered-effects.ts'
import { tokenSecretIn, worldTimeIn } from './settings.ts'
import { usersIn } from './users.ts'
import { worldsIn } from './worlds.ts'

/** Everything that is kept, in one file. */
export type Store = ReturnType<typeof tablesOf>

/**
 * Opens and, where needed, makes the data file. With `check`, after an end that was not a clean one,
 * the whole file is looked through. Throws `Problem` when it is damaged.
 */
export function openStore({ database: file }: DataDirectory, { check = false } = {}): Store {
  makePrivateFile(file)
  let database: Database | undefined
  try {
    database = openDatabase(file)
    if (check) assertWhole(database)
    migrate(database)
    return tablesOf(database)
  } catch (error) {
    database?.close()
    if (!isDamaged(error)) throw error
    throw new Problem(
      `The data file ${file} is damaged; move it away, or put a copy of it back, and start again.`,
      { cause: error },
    )
  }
}

function tablesOf(database: Database) {
  return {
    users: usersIn(database),
    keys: keysIn(database),
    pairingCodes: pairingCodesIn(database),
    worlds: worldsIn(database),
    effects: rememberedEffectsIn(database),
    tokenSecret: tokenSecretIn(database),
    worldTime: worldTimeIn(database),
    transaction: <T>(work: () => T extends Promise<unknown> ? never : T): T =>
      transaction(database, work),
    inGroup: groupCommit(database),
    close: () => closeDatabase(database),
  }
}
