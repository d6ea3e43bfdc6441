import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import type { Instant } from '#contract/primitives.ts'

import { commandLine } from '../../command-line.ts'
import { Problem } from '../../problem.ts'
import { closeDatabase, copyDatabase, isDamaged, openDatabase } from './database.ts'
import { type DataDirectory, makePrivateFile } from './data-directory.ts'

const COMPANION_SUFFIXES = ['-wal', '-shm'] as const

/** Copies everything as of one moment into a private file. Returns bytes. Throws `Problem`. */
export function backUp(directory: DataDirectory, to: string): number {
  const file = resolve(to)
  if (existsSync(file)) {
    throw new Problem(`There is a file ${file} already, and a backup replaces none; name another.`)
  }
  const unfinished = `${file}.unfinished`
  try {
    rmSync(unfinished, { force: true })
    makePrivateFile(unfinished)
    copyDatabase(directory.database, unfinished)
    flush(unfinished)
    renameSync(unfinished, file)
    flush(dirname(file))
  } catch (error) {
    rmSync(unfinished, { force: true })
    if (isDamaged(error)) {
      throw new Problem(
        `The data file ${directory.database} is damaged and was not copied; ${commandLine('check')} says more.`,
        { cause: error },
      )
    }
    throw new Problem(`The backup ${file} could not be written; is there room, and may it be?`, {
      cause: error,
    })
  }
  return statSync(file).size
}

/** A SQLite file without Quarterdeck's data. */
class Foreign extends Error {}

export function removeCopy(copy: string): void {
  for (const end of ['', ...COMPANION_SUFFIXES]) rmSync(copy + end, { force: true })
}

/** Copies a backup, to check it before it replaces the data. */
export function copyIn(from: string, copy: string): void {
  makePrivateFile(copy)
  try {
    if (!existsSync(from)) throw new Error('no such file')
    copyDatabase(from, copy)
    if (!isOurs(copy)) throw new Foreign('another program made it')
  } catch (error) {
    throw new Problem(
      isDamaged(error) || error instanceof Foreign
        ? `The file ${resolve(from)} is damaged, or no backup of Quarterdeck; nothing was changed.`
        : `The file ${resolve(from)} cannot be read; nothing was changed.`,
      { cause: error },
    )
  }
}

/** Replaces the data file by a copy, atomically. Returns the new name of the old file. */
export function putInPlace(directory: DataDirectory, copy: string, now: Instant): string {
  const { database } = directory
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-')
  const kept = join(directory.path, `before-restore-${stamp}.db`)
  settle(copy)
  try {
    settle(database)
  } catch (error) {
    if (!isDamaged(error)) throw error
  }
  linkSync(database, kept)
  try {
    // SQLite would apply the files beside a damaged data file to the copy.
    moveBeside(database, kept)
    renameSync(copy, database)
    flush(directory.path)
  } catch (error) {
    renameSync(kept, database)
    // Two links to one file are not renamed.
    rmSync(kept, { force: true })
    moveBeside(kept, database)
    throw error
  }
  removeCopy(copy)
  return kept
}

function moveBeside(from: string, to: string): void {
  for (const end of COMPANION_SUFFIXES) if (existsSync(from + end)) renameSync(from + end, to + end)
}

function isOurs(file: string): boolean {
  const database = openDatabase(file)
  try {
    const names = database.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all()
    const tables = new Set((names as { name: string }[]).map(({ name }) => name))
    return ['users', 'keys', 'worlds', 'things', 'ledger'].every((name) => tables.has(name))
  } finally {
    closeDatabase(database)
  }
}

/** Merges the log into the file: nothing stays beside it. */
function settle(file: string): void {
  closeDatabase(openDatabase(file))
  const [log] = COMPANION_SUFFIXES.map((end) => file + end)
  // SQLite would apply the log to the new file in this place.
  if (log !== undefined && existsSync(log) && statSync(log).size > 0) {
    throw new Problem(`Another program is reading ${file}; end it and begin again.`)
  }
  flush(file)
}

function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
