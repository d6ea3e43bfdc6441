import { linkSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'

import { openTestService } from '#testing/open-test-service.ts'
import { keptAnswers, storedFixture, storeHash } from '#testing/stored-data.ts'

import { commandOf } from './main.ts'

const disk = vi.hoisted(() => ({ isFullFor: undefined as RegExp | undefined }))

vi.mock('@photostructure/sqlite', async (original) => {
  const real = await original<typeof import('@photostructure/sqlite')>()
  const check = (sql: string): void => {
    if (disk.isFullFor?.test(sql)) {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
    }
  }
  class DatabaseSync extends real.DatabaseSync {
    override exec(sql: string) {
      check(sql)
      super.exec(sql)
    }
    override prepare(sql: string) {
      check(sql)
      return super.prepare(sql)
    }
  }
  return { ...real, DatabaseSync }
})

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  return {
    ...real,
    linkSync: vi.fn<typeof real.linkSync>(real.linkSync),
    renameSync: vi.fn<typeof real.renameSync>(real.renameSync),
  }
})

const data = storedFixture(2)
const elsewhere = mkdtempSync(join(tmpdir(), 'quarterdeck-backup-'))
const file = join(elsewhere, 'quarterdeck.backup')
const run = async (word: string) => commandOf([word, file, '--data', data])?.('/nowhere')

beforeAll(async () => {
  const paper = await openTestService({ data, startsAt: keptAnswers(2).now })
  await paper.process.openWorlds()
  await paper.close({ keepData: true })
  await run('backup')
})
afterEach(() => {
  disk.isFullFor = undefined
})
afterAll(() => {
  rmSync(data, { recursive: true })
  rmSync(elsewhere, { recursive: true })
})

/** The refusal of a restore, and everything that it left changed. */
async function outcome(before: string) {
  const refusal = await run('restore').catch((error: Error) => `${error.name}: ${error.message}`)
  disk.isFullFor = undefined
  const left = readdirSync(data).filter((name) => /restor/.test(name))
  return { refusal, left, isUnchanged: storeHash(data) === before }
}
const REFUSED = {
  refusal: `Problem: The disk is full: ${file} was not restored, and nothing was changed. Make space and try again.`,
  left: [],
  isUnchanged: true,
}

it.each([
  ['the copy of the backup', /^VACUUM INTO/],
  ['the log of the copy', /journal_mode = WAL/],
  ['the end of the copy', /wal_checkpoint/],
])('restore with no space for %s reports the full disk and changes nothing', async (_what, sql) => {
  const before = storeHash(data)
  disk.isFullFor = sql
  expect(await outcome(before)).toEqual(REFUSED)
})

it.each([
  ['link to the replaced data', linkSync],
  ['place of the copy', renameSync],
])(
  'restore with no space for the %s reports the full disk and changes nothing',
  async (_what, step) => {
    const before = storeHash(data)
    vi.mocked(step).mockImplementationOnce(() => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    })
    expect(await outcome(before)).toEqual(REFUSED)
  },
)
