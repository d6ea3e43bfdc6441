import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { type Database, openDatabase } from './database.ts'
import { type GroupCommit, groupCommit } from './group-commit.ts'

let data: string
let database: Database
let inGroup: GroupCommit['add']

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  database = openDatabase(join(data, 'group.db'))
  database.exec(
    `CREATE TABLE parents (name TEXT PRIMARY KEY) STRICT;
     CREATE TABLE names (
       name TEXT PRIMARY KEY,
       parent TEXT REFERENCES parents (name) DEFERRABLE INITIALLY DEFERRED
     ) STRICT;`,
  )
  inGroup = groupCommit(database).add
})
afterEach(() => {
  database.close()
  rmSync(data, { recursive: true })
})

const add = (name: string, parent: string | null = null, chain?: number): Promise<string> =>
  inGroup(() => {
    database.prepare('INSERT INTO names VALUES (?, ?)').run(name, parent)
    if (name.startsWith('bad')) throw new Error(`${name} is refused`)
    return `${name} is in`
  }, chain)

const outcomes = async (work: Promise<string>[]): Promise<string[]> =>
  (await Promise.allSettled(work)).map((each) =>
    each.status === 'fulfilled' ? each.value : (each.reason as Error).message,
  )

/** Committed rows, read by another connection. */
function stored(): string[] {
  const other = openDatabase(join(data, 'group.db'))
  const rows = other.prepare('SELECT name FROM names ORDER BY name').all() as { name: string }[]
  other.close()
  return rows.map(({ name }) => name)
}

/** Counts commits: frames of the log that carry the size of the file. */
function commits(): number {
  const log = readFileSync(join(data, 'group.db-wal'))
  const [header, frame] = [32, 24 + 4_096]
  let count = 0
  for (let at = header; at + frame <= log.length; at += frame) {
    if (log.readUInt32BE(at + 4) > 0) count += 1
  }
  return count
}

it('writes that arrive together are one commit, and answered when all are stored', async () => {
  const before = commits()
  const seen: string[][] = []
  const answers = ['a', 'b', 'c'].map((name) => add(name).finally(() => void seen.push(stored())))
  expect(stored()).toEqual([])
  expect(await outcomes(answers)).toEqual(['a is in', 'b is in', 'c is in'])
  expect(seen).toEqual([
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
    ['a', 'b', 'c'],
  ])
  expect(commits() - before).toBe(1)
})

it('writes that arrive together are each done whole or not at all', async () => {
  const answers = await outcomes([add('a'), add('bad'), add('a'), add('b')])
  expect(answers).toEqual([
    'a is in',
    'bad is refused',
    expect.stringContaining('UNIQUE'),
    'b is in',
  ])
  expect(stored()).toEqual(['a', 'b'])
})

it('fail with the one of their chain that they build on, and with no other', async () => {
  const added = [
    add('a', null, 1),
    add('bad', null, 1),
    add('b', null, 1),
    add('c', null, 2),
    add('d'),
  ]
  expect(await outcomes(added)).toEqual([
    'a is in',
    'bad is refused',
    'bad is refused',
    'c is in',
    'd is in',
  ])
  expect(stored()).toEqual(['a', 'c', 'd'])
  expect(await outcomes([add('e', null, 1)])).toEqual(['e is in'])
})

it('writes that arrive together are all refused when the commit fails', async () => {
  const answers = await outcomes([add('a'), add('b', 'nobody'), add('c')])
  expect(new Set(answers).size).toBe(1)
  expect(answers[0]).toMatch(/FOREIGN KEY/)
  expect(stored()).toEqual([])
  expect(await outcomes([add('d')])).toEqual(['d is in'])
})

it('writes that arrive together fail together when the database rolls the transaction back', async () => {
  const giveUp = inGroup((): string => {
    database.exec('ROLLBACK')
    throw new Error('The disk is full')
  })
  const answers = await outcomes([add('a'), giveUp, add('b')])
  expect(answers).toEqual(['The disk is full', 'The disk is full', 'The disk is full'])
  expect(stored()).toEqual([])
})
