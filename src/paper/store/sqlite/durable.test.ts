import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { assertDurable, type Database, openDatabase } from './database.ts'
import { lockDirectory, openDataDirectory } from './data-directory.ts'
import { openSqliteStore } from './sqlite-store.ts'

let data: string
let database: Database
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  await openSqliteStore(openDataDirectory(data)).close()
  database = openDatabase(join(data, 'quarterdeck.db'))
})
afterEach(() => {
  database.close()
  rmSync(data, { recursive: true })
})

const pragma = (name: string): unknown =>
  Object.values(database.prepare(`PRAGMA ${name}`).get() as object)[0]
const write = (name: string): void =>
  database.exec(`INSERT INTO users (name, wished_world, created_at) VALUES ('${name}', '', 1)`)
const settings = (): unknown[] => ['journal_mode', 'synchronous', 'foreign_keys'].map(pragma)

it('a commit is synced before it returns, after a write and on a file that is opened again', () => {
  write('ann')
  expect(settings()).toEqual(['wal', 2, 1])
  database.close()
  database = openDatabase(join(data, 'quarterdeck.db'))
  write('bob')
  expect(settings()).toEqual(['wal', 2, 1])
})

it.each(['synchronous = NORMAL', 'synchronous = OFF'])(
  'a database with %s is refused, since its commits may be lost',
  (setting) => {
    database.exec(`PRAGMA ${setting}`)
    expect(() => assertDurable(database)).toThrow(/cannot promise durable commits/)
  },
)

type Table = { name: string; strict: number }
const tables = (): Table[] =>
  (database.prepare('PRAGMA table_list').all() as (Table & { type: string })[]).filter(
    ({ name, type }) => type === 'table' && !name.startsWith('sqlite_'),
  )

it('every table is strict and holds no REAL', () => {
  expect(tables().length).toBeGreaterThan(8)
  for (const { name, strict } of tables()) {
    expect({ name, strict }).toEqual({ name, strict: 1 })
    const columns = database.prepare(`PRAGMA table_info(${name})`).all() as { type: string }[]
    expect(columns.map(({ type }) => type)).not.toContain('REAL')
    expect(columns.map(({ type }) => type)).not.toContain('ANY')
  }
})

it.each([
  [`INSERT INTO users (name, wished_world, created_at) VALUES ('eve', 'moon', 1)`],
  [`INSERT INTO users (name, wished_world, created_at) VALUES ('eve', '', 0.5)`],
  [`INSERT INTO keys VALUES ('k', 99, 'hmac', 'm', '', 1, NULL)`],
  [`INSERT INTO worlds VALUES (1, 'demo', 'seed', 1)`],
  [`INSERT INTO ledger (user_id, at, json) VALUES (99, 1, '{}')`],
])('every table takes nothing that is no row of it: %s', (sql) => {
  expect(() => database.exec(sql)).toThrow(/constraint|cannot store/i)
})

it('a file of another version that is newer is refused with a sentence', () => {
  database.exec('PRAGMA user_version = 99')
  expect(() => openSqliteStore(openDataDirectory(data))).toThrow(
    /written by a newer version of Quarterdeck/,
  )
})

it('a file of another version that is this one keeps what it holds', async () => {
  write('ann')
  const store = openSqliteStore(openDataDirectory(data))
  expect((await store.users.named('ann'))?.name).toBe('ann')
  await store.close()
})

it('a data directory is for its owner alone', async () => {
  const fresh = join(data, 'deep', 'down')
  const directory = openDataDirectory(fresh)
  expect(statSync(fresh).mode & 0o777).toBe(0o700)
  const lock = lockDirectory(directory)
  const store = openSqliteStore(directory)
  for (const file of [directory.database, `${directory.database}-wal`, directory.running]) {
    expect({ file, mode: statSync(file).mode & 0o777 }).toEqual({ file, mode: 0o600 })
  }
  await store.close()
  lock.release()
})

it('a data directory serves one service, and says which', () => {
  const lock = lockDirectory(openDataDirectory(data))
  expect(() => lockDirectory(openDataDirectory(data))).toThrow(`in use by process ${process.pid}`)
  lock.release()
  const next = lockDirectory(openDataDirectory(data))
  expect(next.endedBadly).toBe(false)
  next.release()
})
