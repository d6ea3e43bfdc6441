import { afterEach, describe, expect, it } from 'vitest'

import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { type Trader, traderAt } from '#testing/trader-at-work.ts'

import { type Database, openDatabase } from './store/sqlite/database.ts'
import { migrate } from './store/sqlite/migrate.ts'
import { openSqliteStore, storeOver } from './store/sqlite/sqlite-store.ts'
import { StorageFailure } from './store/store-errors.ts'
import type { Commit, Store } from './store/store.ts'

const target = '/api/v1/smart_trades'
type Trade = { id: number; note: string }

let paper: TestService
let trader: Trader
afterEach(() => paper.close())

async function open(openStore: typeof openSqliteStore, data?: string): Promise<void> {
  paper = await openTestService({ openStore, ...(data !== undefined && { data }) })
  trader = await traderAt(await paper.serve(), paper.credentials)
}

const place = (note: string, headers = {}) => trader.post(target, trader.trade({ note }), headers)
const listed = async (): Promise<string[]> =>
  (await trader.read<Trade[]>(`${target}?per_page=100&order_by=created_at`)).map(({ note }) => note)
async function second(): Promise<void> {
  paper.clock.now += 1_000
  await paper.process.tick()
}

describe('a disk that is full', () => {
  let database: Database
  const opened: typeof openSqliteStore = (directory) => {
    database = openDatabase(directory.database)
    migrate(database)
    return storeOver(database)
  }
  const fill = (): void => {
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() as {
      page_count: number
    }
    database.exec(`PRAGMA max_page_count = ${pages}`)
  }
  const makeSpace = (): void => database.exec('PRAGMA max_page_count = 1000000')

  it('a disk that is full refuses what is written with a sentence, goes on reading, and recovers by itself', async () => {
    await open(opened)
    const kept: string[] = []
    const keep = async (note: string): Promise<number> => {
      const { status } = await place(note)
      if (status === 201) kept.unshift(note)
      return status
    }
    expect(await keep('before')).toBe(201)
    fill()
    let count = 0
    while ((await keep(`number ${count}`)) === 201) count += 1
    const refused = await place('refused')
    expect(refused).toMatchObject({
      status: 422,
      json: {
        error: 'unprocessable_entity',
        error_description:
          'The disk is full: nothing can be stored until there is space. Reading goes on.',
      },
    })
    for (let seconds = 0; seconds < 3; seconds += 1) {
      await second()
      expect(await listed()).toEqual(kept)
      expect((await place('refused')).status).toBe(422)
    }
    expect(paper.failures).toEqual([])
    expect(paper.said).toEqual([expect.stringContaining('The disk is full')])
    expect((await trader.send({ target: '/health' })).json).toMatchObject({ status: 'degraded' })

    makeSpace()
    await second()
    expect(paper.said.at(-1)).toBe('The data file can be written again.')
    expect(await keep('after')).toBe(201)
    expect(await listed()).toEqual(kept)
    const { data } = paper
    await paper.close({ keepData: true })
    await open(openSqliteStore, data)
    expect(await listed()).toEqual(kept)
  })

  it('a disk that is full goes on reading a world whose block of ids is nearly used up', async () => {
    await open(opened)
    expect((await place('before')).status).toBe(201)
    database.exec(`UPDATE things SET json = json_set(json, '$.nextId',
      json_extract(json, '$.nextId') / 1000000 * 1000000 + 999000) WHERE kind = 'world'`)
    database.exec('PRAGMA query_only = ON')
    expect((await place('refused')).status).toBe(503)
    expect(await listed()).toEqual(['before'])
    database.exec('PRAGMA query_only = OFF')
    await second()
    expect((await place('after')).status).toBe(201)
  })

  it('a disk that is full keeps the code of a pairing whose key could not be stored', async () => {
    await open(opened)
    const { pairing } = paper.store
    const code = await paper.process.pairingCode()
    // A key that takes more than what is left of a page.
    const publicKey = 'A'.repeat(100_000)
    const key = { algorithm: 'rsa' as const, publicKey, permissions: [], expiresAt: undefined }
    fill()
    await expect(pairing.redeem(code, key, paper.clock.now)).rejects.toThrow('The disk is full')
    makeSpace()
    expect(await pairing.redeem(code, key, paper.clock.now)).toMatchObject({ userName: 'trader' })
    expect(await pairing.redeem(code, key, paper.clock.now)).toBeUndefined()
  })
})

/** A store whose commits fail from one on, as many of them as given. */
function failing(failure: Error) {
  const state = { commits: 0, failFrom: Infinity, failures: 0 }
  const opened: typeof openSqliteStore = (...args) => {
    const store = openSqliteStore(...args)
    const isFailing = (): boolean =>
      state.commits >= state.failFrom && state.commits < state.failFrom + state.failures
    const commit = (userId: number, changes: Commit): Promise<void> => {
      state.commits += 1
      return isFailing() ? Promise.reject(failure) : store.worlds.commit(userId, changes)
    }
    const tryWriting = (): Promise<void> => {
      state.commits += 1
      return isFailing() ? Promise.reject(failure) : store.tryWriting()
    }
    return { ...store, tryWriting, worlds: { ...store.worlds, commit } } satisfies Store
  }
  return { state, opened }
}

describe.each([
  ['a full disk', new StorageFailure('full'), 422, [1, 2, 3, 4]],
  ['an error of the disk', new StorageFailure('broken'), 503, [2]],
  ['another error of the store', new Error('a store that fails'), 500, [3]],
])('%s', (_name, failure, status, commits) => {
  it.each(commits)(
    'at commit %i leaves what was acknowledged, and nothing else',
    async (commit) => {
      const { state, opened } = failing(failure)
      await open(opened)
      const acknowledged: Trade[] = []
      state.failFrom = state.commits + commit
      // A second one goes wrong for a disk: the trial of the next tick.
      state.failures = failure instanceof StorageFailure ? 2 : 1
      const answers: number[] = []
      const send = async (note: string): Promise<void> => {
        const answer = await place(note)
        answers.push(answer.status)
        if (answer.status === 201) acknowledged.push(answer.json as Trade)
      }
      for (let round = 0; round < 2; round += 1) {
        await send(`alone ${round}`)
        await Promise.all([send(`together ${round} a`), send(`together ${round} b`)])
        await second()
        const notes = acknowledged.map(({ note }) => note)
        expect((await listed()).toSorted()).toEqual(notes.toSorted())
      }
      // A write that was never tried is certainly refused.
      const isKnown = (each: number): boolean => [201, 422, status].includes(each)
      expect(answers.filter((each) => !isKnown(each))).toEqual([])
      expect(state.commits).toBeGreaterThanOrEqual(state.failFrom)
      // The service recovers without a restart.
      await second()
      await second()
      await send('at last')
      expect(answers.at(-1)).toBe(201)
      const { data } = paper
      await paper.close({ keepData: true })
      await open(openSqliteStore, data)
      const notes = acknowledged.map(({ note }) => note)
      expect((await listed()).toSorted()).toEqual(notes.toSorted())
    },
  )

  it('answers the same request that is sent again with its first outcome', async () => {
    const { state, opened } = failing(failure)
    await open(opened)
    const named = { 'Idempotency-Key': 'once' }
    state.failFrom = state.commits + 1
    state.failures = 1
    expect((await place('mine', named)).status).toBe(status)
    expect(await listed()).toEqual([])
    await second()
    expect((await place('mine', named)).status).toBe(201)
    expect((await place('mine', named)).headers['idempotent-replayed']).toBe('true')
    expect(await listed()).toEqual(['mine'])
  })
})
