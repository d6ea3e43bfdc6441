import { rmSync } from 'node:fs'

import { readArguments } from './flags.ts'
import { Problem } from './problem.ts'
import { dataDirectoryOf } from './serve-flags.ts'
import { backUp, copyIn, putInPlace } from './store/sqlite/backup.ts'
import { checkEverything, type Checked } from './store/sqlite/check.ts'
import {
  type DataDirectory,
  existingDataDirectory,
  lockDirectory,
  openDataDirectory,
} from './store/sqlite/data-directory.ts'
import { instantIn } from './store/sqlite/settings.ts'
import { openSqliteStore, withDatabase } from './store/sqlite/sqlite-store.ts'
import { upgradeWorlds } from './store/sqlite/upgrade-worlds.ts'

/** Copies everything into a file, also while the service runs. */
export async function backup(args: string[], root: string): Promise<string> {
  const { data, file } = readWords(args, root, 'backup')
  const directory = existingDataDirectory(data)
  const bytes = backUp(directory, file)
  const store = openSqliteStore(directory)
  try {
    await store.lastBackup.save(Date.now())
  } finally {
    await store.close()
  }
  return `All data was copied to ${file} (${megabytes(bytes)}). It holds the secrets of the keys: keep it as private as ${directory.path}.\n`
}

/** Puts a backup in the place of what is there, which is kept. */
export function restore(args: string[], root: string): string {
  const { data, file } = readWords(args, root, 'restore')
  const directory = openDataDirectory(data)
  const lock = lockDirectory(directory)
  try {
    const copy = copyIn(directory, file)
    let kept: string
    try {
      const { faults } = checkedCopy({ ...directory, database: copy })
      if (faults.length > 0) {
        throw new Problem(
          `The backup ${file} is not whole, and nothing was changed:\n${faults.join('\n')}`,
        )
      }
      kept = putInPlace(directory, copy, Date.now())
    } catch (error) {
      for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true })
      throw error
    }
    return `${file} was restored to ${directory.path}. The replaced data is kept as ${kept}. Keys that were revoked since the backup are valid again: npm run -s paper -- keys list shows them.\n`
  } finally {
    lock.release()
  }
}

/** Checks everything, also while the service runs. Throws `Problem` with what is wrong. */
export function check(args: string[], root: string): string {
  const { values, positionals } = readArguments(args, { data: { type: 'string' } })
  if (positionals[0] !== undefined)
    throw new Problem(`check takes flags alone, not ${positionals[0]}.`)
  const directory = existingDataDirectory(dataDirectoryOf(values.data, root))
  const { records, worlds, faults } = checked(directory)
  if (faults.length > 0) throw new Problem(faults.join('\n'))
  return `${records} records of ${worlds} worlds are intact, and their money adds up.\n`
}

const checked = (directory: DataDirectory): Checked => withDatabase(directory, checkEverything)

/** A copy, which older versions may have written. */
function checkedCopy(directory: DataDirectory): Checked {
  return withDatabase(directory, (database) => {
    const now = Math.max(Date.now(), instantIn(database, 'world_time').read())
    const stopped = upgradeWorlds(database, now, () => undefined)
    const found = checkEverything(database)
    return { ...found, faults: [...stopped, ...found.faults] }
  })
}

function readWords(args: string[], root: string, command: string) {
  const { values, positionals } = readArguments(args, { data: { type: 'string' } })
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) {
    throw new Problem(`Name one file: npm run -s paper -- ${command} FILE.`)
  }
  return { data: dataDirectoryOf(values.data, root), file }
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`
