import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'

import { afterAll, describe, expect, it } from 'vitest'

import { getBalanceHistory, listExchanges } from '#contract/exchanges.ts'
import { listHistory } from '#contract/history.ts'
import { createSmartTrade, listSmartTrades } from '#contract/smart-trades.ts'
import { readableRows } from '#contract/read.ts'
import { storeBigWorld } from '#testing/big-world.ts'
import { heapInUse } from '#testing/kept-memory.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { proofSize } from '#testing/proof-size.ts'

import { openDataDirectory } from './store/sqlite/data-directory.ts'
import { openSqliteStore } from './store/sqlite/sqlite-store.ts'
import { aDraft } from '#testing/scripted-world.ts'

const NOW = Date.UTC(2026, 10, 22, 12)
const DAY = 86_400_000
const SMALL = proofSize(500, 5_000)
const BIG = proofSize(5_000, 500_000)
const MEGABYTE = 1_000_000
const ROUNDS = 30
/** Only `npm run prove` judges times: a slow machine should not fail `npm test`. */
const isProving = proofSize(0, 1) === 1
const LONGEST_START = proofSize(Infinity, 10_000)

const directories: string[] = []
const services: TestService[] = []
afterAll(async () => {
  for (const paper of services) await paper.close({ keepData: true })
  for (const directory of directories) rmSync(directory, { recursive: true })
})

async function stored(fills: number): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  directories.push(data)
  const store = openSqliteStore(openDataDirectory(data))
  await storeBigWorld(store, fills, NOW)
  await store.close()
  return data
}

async function opened(data: string): Promise<TestService> {
  const paper = await openTestService({ data, startsAt: NOW })
  services.push(paper)
  await paper.client.call(listExchanges, {})
  return paper
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const tick = async (paper: TestService): Promise<void> => {
  paper.clock.now += 1_000
  await paper.process.tick()
}

/** A limit far below the market. */
async function place(paper: TestService): Promise<void> {
  const [exchange] = readableRows(await paper.client.call(listExchanges, {}))
  const account = { id: Number(exchange?.account_id) }
  await paper.client.call(createSmartTrade, {
    body: aDraft(account, { units: '0.01', price: '1000' }),
  })
}

const chart = (paper: TestService) =>
  paper.client.call(getBalanceHistory, {
    params: { id: 'summary' },
    query: { date_from: NOW - 365 * DAY, date_to: NOW },
  })

it(`a world keeps no fills in memory while it goes on`, { timeout: 3_600_000 }, async () => {
  const heap: number[] = []
  const none = {
    users: { ensure: async () => ({ id: 1, name: 'trader', wishedWorld: undefined }) },
    worlds: { commit: async () => void heap.push(heapInUse()), tidy: async () => false },
  }
  await storeBigWorld(none, Math.max(BIG, 20_000), NOW)
  // The first ones bring in code that stays.
  const growth = (heap.at(-1) ?? 0) - (heap[3] ?? 0)
  console.info(`${(growth / MEGABYTE).toFixed(1)} MB more over ${heap.length} commits`)
  expect(heap.length).toBeGreaterThan(8)
  expect(growth).toBeLessThan(2 * MEGABYTE)
})

describe(`a world of ${BIG} fills beside one of ${SMALL}`, { timeout: 3_600_000 }, async () => {
  const [few, many] = [await stored(SMALL), await stored(BIG)]
  // Permanent memory of the first one counts for neither.
  const small = await opened(few)
  await chart(small)
  const before = heapInUse()
  let big: TestService
  const start = await milliseconds(async () => (big = await opened(many)))
  const kept = heapInUse() - before

  it('starts at once and keeps no more in memory', () => {
    console.info(`start ${start.toFixed(0)} ms, ${(kept / MEGABYTE).toFixed(1)} MB kept`)
    expect(start).toBeLessThan(LONGEST_START)
    expect(kept).toBeLessThan(4 * MEGABYTE)
  })

  it('a big world reads the same number of records when it opens', async () => {
    const counts = [small, big].map(async ({ store }) => (await store.worlds.open(1)).stored.length)
    const [ofSmall, ofBig] = await Promise.all(counts)
    expect(ofBig).toBe(ofSmall)
  })

  it('draws a year of balances and lists its newest and oldest rows', async () => {
    const taken = await milliseconds(async () => {
      expect((await chart(big)).length).toBeGreaterThan(360)
    })
    console.info(`first chart ${taken.toFixed(0)} ms`)
    const rows = await big.client.call(listHistory, {
      query: { limit: 5, order_by: 'closed_at', order_direction: 'desc' },
    })
    expect(rows).toHaveLength(5)
    const ended = await big.client.call(listSmartTrades, {
      query: { status: 'finished', order_by: 'profit', per_page: 5 },
    })
    expect(ended).toHaveLength(5)
  })

  it.runIf(isProving).each<[string, (paper: TestService) => Promise<unknown>]>([
    ['tick', tick],
    ['command', place],
    ['list', (paper) => tick(paper).then(() => paper.client.call(listSmartTrades, { query: {} }))],
  ])('takes as long for a %s', async (_what, work) => {
    const [ofSmall, ofBig]: [number[], number[]] = [[], []]
    // In turn, so that what else the machine does slows both.
    for (let round = 0; round < ROUNDS; round++) {
      ofSmall.push(await milliseconds(() => work(small)))
      ofBig.push(await milliseconds(() => work(big)))
    }
    console.info(`${_what}: ${median(ofSmall).toFixed(2)} ms, ${median(ofBig).toFixed(2)} ms`)
    expect(median(ofBig)).toBeLessThan(3 * median(ofSmall) + 5)
  })
})
