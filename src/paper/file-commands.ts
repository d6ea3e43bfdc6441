import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import type { MarketChoice } from '#contract/system.ts'
import { plural } from '#money/format.ts'

import { commandLine } from './command-line.ts'
import { readFlags, readOneWord } from './flags.ts'
import { importWorld, readWorldFile } from './in-page/world-file.ts'
import { Problem } from './problem.ts'
import { marketChoice, wordFor } from './market-choice.ts'
import { DATA_FLAGS, dataDirectoryOf, marketDirectoryOf } from './serve-flags.ts'
import { backUp, copyIn, putInPlace, removeCopy } from './store/sqlite/backup.ts'
import { checkEverything, type Checked } from './store/sqlite/check.ts'
import { isDamaged, isDiskFull } from './store/sqlite/database.ts'
import {
  type DataDirectory,
  existingDataDirectory,
  lockDirectory,
  openDataDirectory,
} from './store/sqlite/data-directory.ts'
import { marketIn } from './store/sqlite/prices.ts'
import { instantIn } from './store/sqlite/settings.ts'
import { openSqliteStore, withDatabase } from './store/sqlite/sqlite-store.ts'
import { upgradeWorlds } from './store/sqlite/upgrade-worlds.ts'

/** Copies everything into a file; the service may be running. */
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

/** Replaces the data by a backup or a downloaded world; keeps the old data. */
export async function restore(args: string[], root: string): Promise<string> {
  const { data, market, file } = readWords(args, root, 'restore')
  const directory = openDataDirectory(data)
  const lock = lockDirectory(directory)
  const copy = join(directory.path, 'restoring.db')
  try {
    const isWorld = isWorldFile(file)
    let kept: string
    try {
      removeCopy(copy)
      if (isWorld) await importInto(copy, file)
      else copyIn(file, copy)
      const { faults, ...found } = checkedCopy({ ...directory, database: copy }, file)
      if (found.market !== undefined && found.market !== market) {
        throw new Problem(
          `${file} has the prices of --market ${wordFor(found.market as MarketChoice)}, not of ${wordFor(market)}; nothing was changed.`,
        )
      }
      if (faults.length > 0) {
        throw new Problem(
          `The backup ${file} is not whole, and nothing was changed:\n${faults.join('\n')}`,
        )
      }
      kept = putInPlace(directory, copy, Date.now())
    } catch (error) {
      removeCopy(copy)
      if (!isDiskFull(error)) throw error
      throw new Problem(
        `The disk is full: ${file} was not restored, and nothing was changed. Make space and try again.`,
        { cause: error },
      )
    }
    const keys = isWorld
      ? `It holds no keys: the link that ${commandLine()} prints pairs a browser, and starting a bot shows the new secret of its webhook.`
      : `Keys that were revoked since the backup are valid again: ${commandLine('keys list')} shows them.`
    return `${file} was restored to ${directory.path}. The replaced data is kept as ${kept}. ${keys}\n`
  } finally {
    lock.release()
  }
}

const ZIPPED = Buffer.from([0x1f, 0x8b])
const MAX_UNPACKED_BYTES = 2 ** 30

/** Checks the first bytes; SQLite's files begin with its name. */
function isWorldFile(file: string): boolean {
  const first = Buffer.alloc(2)
  try {
    const handle = openSync(file, 'r')
    readSync(handle, first)
    closeSync(handle)
  } catch {
    // The caller reports an unreadable file.
    return false
  }
  return first.equals(ZIPPED) || first.toString().trimStart().startsWith('{')
}

/** Makes a data file that holds only this world. Throws `Problem`. */
async function importInto(copy: string, file: string): Promise<void> {
  const world = readWorldFile(textOf(file))
  const store = openSqliteStore({ database: copy })
  try {
    await importWorld(store, world, Date.now())
  } catch (error) {
    throw new Problem(`The world in ${file} cannot be stored; nothing was changed.`, {
      cause: error,
    })
  } finally {
    await store.close()
  }
}

function textOf(file: string): string {
  const bytes = readFileSync(file)
  if (!bytes.subarray(0, 2).equals(ZIPPED)) return bytes.toString()
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_UNPACKED_BYTES }).toString()
  } catch (error) {
    throw new Problem(`The file ${file} is damaged; nothing was changed.`, { cause: error })
  }
}

/** Checks everything; the service may be running. Throws `Problem` with each fault. */
export function check(args: string[], root: string): string {
  const values = readFlags(args, DATA_FLAGS, 'check')
  const directory = existingDataDirectory(marketDirectoryOf(values, root))
  const { records, worlds, faults } = checked(directory)
  if (faults.length > 0) throw new Problem(faults.join('\n'))
  return `${plural(records, 'record')} of ${plural(worlds, 'world')} are intact, and their money adds up.\n`
}

const checked = (directory: DataDirectory): Checked => withDatabase(directory, checkEverything)

/** Upgrades and checks a copy of a backup. Throws `Problem` about the backup, not about its copy. */
function checkedCopy(copy: DataDirectory, file: string): Checked & { market: string | undefined } {
  try {
    return withDatabase(copy, (database) => {
      const now = Math.max(Date.now(), instantIn(database, 'world_time').read())
      const stopped = upgradeWorlds(database, now, () => undefined)
      const found = checkEverything(database)
      const market = marketIn(database)
      return { ...found, market, faults: [...stopped, ...found.faults] }
    })
  } catch (error) {
    const isTorn = error instanceof Problem && isDamaged(error.cause)
    const reason = error instanceof Problem ? error.message : 'it cannot be read.'
    throw new Problem(
      isTorn
        ? `The backup ${file} is damaged, and nothing was changed.`
        : `The backup ${file} was not restored, and nothing was changed: ${reason}`,
      { cause: error },
    )
  }
}

function readWords(args: string[], root: string, command: string) {
  const needed = { named: 'file', command: `${command} FILE` }
  const { values, word: file } = readOneWord(args, DATA_FLAGS, needed)
  const market = marketChoice(values.market, dataDirectoryOf(values.data, root))
  return { data: marketDirectoryOf(values, root), market, file }
}

const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`
