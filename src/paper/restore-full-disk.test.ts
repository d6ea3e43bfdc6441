import { linkSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { openTestService } from '#testing/open-test-service.ts'
import { keptAnswers, storedFixture, storeHash } from '#testing/stored-data.ts'

import { commandOf } from './main.ts'
import { closeDatabase, copyDatabase, openDatabase } from './store/sqlite/database.ts'

const SQLITE_FULL = 13

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>()
  return {
    ...real,
    linkSync: vi.fn<typeof real.linkSync>(real.linkSync),
    renameSync: vi.fn<typeof real.renameSync>(real.renameSync),
  }
})

vi.mock('./store/sqlite/database.ts', async (original) => {
  const real = await original<typeof import('./store/sqlite/database.ts')>()
  return {
    ...real,
    copyDatabase: vi.fn<typeof real.copyDatabase>(real.copyDatabase),
    openDatabase: vi.fn<typeof real.openDatabase>(real.openDatabase),
    closeDatabase: vi.fn<typeof real.closeDatabase>(real.closeDatabase),
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
afterAll(() => {
  rmSync(data, { recursive: true })
  rmSync(elsewhere, { recursive: true })
})

/** The refusal of a restore, and everything that it left changed. */
async function outcome(before: string) {
  const refusal = await run('restore').catch((error: Error) => `${error.name}: ${error.message}`)
  const left = readdirSync(data).filter((name) => /restor/.test(name))
  return { refusal, left, isUnchanged: storeHash(data) === before }
}
const REFUSED = {
  refusal: `Problem: The disk is full: ${file} was not restored, and nothing was changed. Make space and try again.`,
  left: [],
  isUnchanged: true,
}

it.each([
  ['copy of the backup', copyDatabase],
  ['log of the copy', openDatabase],
  ['end of the copy', closeDatabase],
  ['link to the replaced data', linkSync],
  ['place of the copy', renameSync],
])(
  'restore with no space for the %s reports the full disk and changes nothing',
  async (_what, step) => {
    const before = storeHash(data)
    vi.mocked(step).mockImplementationOnce(() => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC', errcode: SQLITE_FULL })
    })
    expect(await outcome(before)).toEqual(REFUSED)
  },
)
