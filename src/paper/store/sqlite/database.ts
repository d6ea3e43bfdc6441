import { createRequire } from 'node:module'

import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite'

import { nodeRemedies } from '../../command-line.ts'
import { Problem } from '../../problem.ts'
import { DamagedFile, StorageFailure } from '../store-errors.ts'

export type Database = DatabaseSyncInstance
export type Statement = StatementSyncInstance
type Sqlite = typeof import('@photostructure/sqlite')

let sqlite: Sqlite | undefined

function open(
  file: string,
  options: ConstructorParameters<Sqlite['DatabaseSync']>[1] = {},
): Database {
  sqlite ??= nodeSqlite() ?? packagedSqlite()
  return new sqlite.DatabaseSync(file, options)
}

/** `undefined` before Node 22.16, which lacks the module or its `isTransaction`. */
function nodeSqlite(): Sqlite | undefined {
  const warn = process.emitWarning.bind(process)
  // Hides Node's warning about an experimental module, which nobody can act on.
  process.emitWarning = () => undefined
  try {
    const name = 'node:sqlite' as string
    const found = process.getBuiltinModule(name) as Sqlite | undefined
    // Databases have this member, their class has not.
    return found && 'isTransaction' in new found.DatabaseSync(':memory:') ? found : undefined
  } finally {
    process.emitWarning = warn
  }
}

function packagedSqlite(): Sqlite {
  try {
    return createRequire(import.meta.url)('@photostructure/sqlite') as Sqlite
  } catch (error) {
    throw new Problem(
      `Node ${process.versions.node} has no SQLite: use Node 22.16 or newer, or run npm install in the folder of Quarterdeck.`,
      { cause: error },
    )
  }
}

/** SQLite's result codes. */
const BUSY = 5
const READ_ONLY = 8
const IO_ERROR = 10
const CORRUPT = 11
const FULL = 13
const CANNOT_OPEN = 14
const NOT_A_DATABASE = 26

/** In bytes: a longer write-ahead log is cut at a checkpoint. */
const LOG = 4_194_304

/** In milliseconds: a command's wait for another program's lock. */
const LOCK_WAIT = 5_000
/** In milliseconds per try of the service, which cannot answer meanwhile. */
const LOCK_WAIT_WHILE_SERVING = 10

/**
 * Opens the data file so that commits survive a power cut. A reopened file would default to
 * `synchronous=NORMAL`, so both settings are made each time.
 */
export function openDatabase(file: string): Database {
  const database = open(file, { enableForeignKeyConstraints: true, timeout: LOCK_WAIT })
  try {
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = ${LOG}`,
    )
    assertDurable(database)
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/** Shortens the wait for other programs' locks from here on. */
export const waitBriefly = (database: Database): void =>
  database.exec(`PRAGMA busy_timeout = ${LOCK_WAIT_WHILE_SERVING}`)

/** A second, read-only connection. SQLite checks no constraints on it. */
export const openBeside = (file: string): Database => open(file)

/** Throws unless every commit is synced to disk before it returns. */
export function assertDurable(database: Database): void {
  const { synchronous } = database.prepare('PRAGMA synchronous').get() as { synchronous: number }
  const { journal_mode } = database.prepare('PRAGMA journal_mode').get() as { journal_mode: string }
  if (synchronous !== 2 || journal_mode !== 'wal') {
    throw new Error('The database cannot promise durable commits')
  }
}

/** Runs all of `work` or none, inside the current transaction if any. `work` is synchronous. */
export function transaction<T>(
  database: Database,
  work: () => T extends Promise<unknown> ? never : T,
): T {
  const [begin, commit, rollBack] = database.isTransaction ? PART : WHOLE
  database.exec(begin)
  try {
    const result = work()
    if (result instanceof Promise) throw new TypeError('A transaction cannot wait')
    database.exec(commit)
    return result
  } catch (error) {
    if (database.isTransaction) database.exec(rollBack)
    throw error
  }
}

const WHOLE = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'] as const
const PART = ['SAVEPOINT part', 'RELEASE part', 'ROLLBACK TO part; RELEASE part'] as const

/** Copies a file into an empty one as of one moment, while others write. */
export function copyDatabase(from: string, to: string): void {
  const database = open(from, { timeout: LOCK_WAIT })
  try {
    database.prepare('VACUUM INTO :to').run({ to })
  } finally {
    database.close()
  }
}

/** Reads the whole file; throws SQLite's error if it is damaged. */
export function assertWhole(database: Database): void {
  const rows = database.prepare('PRAGMA quick_check').all() as { quick_check: string }[]
  if (rows[0]?.quick_check !== 'ok') {
    throw Object.assign(new Error('The database is damaged'), { errcode: CORRUPT })
  }
}

/** Locks a file for the process's lifetime; `undefined` if it is locked already. */
export function lockFile(file: string): Database | undefined {
  const database = open(file, { timeout: 0 })
  try {
    // Writes nothing, so it works on a full disk.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return database
  } catch (error) {
    database.close()
    if (sqliteCode(error) === BUSY) return undefined
    throw error
  }
}

export function closeDatabase(database: Database): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    database.close()
  }
}

/** The binding omits the code of errors while rows are read; the message has it then. */
export function isDamaged(error: unknown): boolean {
  const code = sqliteCode(error)
  if (code === CORRUPT || code === NOT_A_DATABASE) return true
  return error instanceof Error && error.message === 'database disk image is malformed'
}

/** No space left, as reported by SQLite or Node, also as a cause. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  const isFull = sqliteCode(error) === FULL || code === 'ENOSPC' || code === 'EDQUOT'
  return isFull || isDiskFull(error.cause)
}

export const damagedFile = (cause: unknown): DamagedFile =>
  new DamagedFile(`The data file is damaged; end the service and ${nodeRemedies().restore}.`, {
    cause,
  })

/** A disk error as `StorageFailure`; others unchanged. */
export function storageError(error: unknown): unknown {
  if (isDamaged(error)) return damagedFile(error)
  const code = sqliteCode(error)
  if (code === BUSY) return new StorageFailure('locked', { cause: error })
  if (code === FULL) return new StorageFailure('full', { cause: error })
  const isOfDisk = code === IO_ERROR || code === READ_ONLY || code === CANNOT_OPEN
  return isOfDisk ? new StorageFailure('broken', { cause: error }) : error
}

/** SQLite's primary result code: the low byte of an extended one. */
function sqliteCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errcode' in error)) return undefined
  return typeof error.errcode === 'number' ? error.errcode & 0xff : undefined
}
