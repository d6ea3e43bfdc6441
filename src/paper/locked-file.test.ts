import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { proofSize } from '#testing/proof-size.ts'
import { type Trader, traderAt } from '#testing/trader-at-work.ts'

import { openDatabase } from './store/sqlite/database.ts'

const target = '/api/v1/smart_trades'
const SENTENCE =
  'Another program has locked the data file: nothing can be stored until it lets go. Reading goes on.'

let paper: TestService
let trader: Trader
beforeEach(async () => {
  paper = await openTestService()
  trader = await traderAt(await paper.serve(), paper.credentials)
})
afterEach(() => paper.close())

const place = (note: string) => trader.post(target, trader.trade({ note }))
const listed = async (): Promise<string[]> =>
  (await trader.read<{ note: string }[]>(`${target}?order_by=created_at`)).map(({ note }) => note)
async function second(): Promise<void> {
  paper.clock.now += 1_000
  await paper.process.tick()
}
async function took(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

function lock() {
  const other = openDatabase(join(paper.data, 'quarterdeck.db'))
  other.exec('BEGIN IMMEDIATE')
  return other
}

it('a brief write lock of another program holds a write up, and refuses nothing', async () => {
  const other = lock()
  const placed = place('held up')
  // Fires only if the process is free while the write waits.
  const released = setTimeout(200).then(() => other.exec('ROLLBACK'))
  expect((await placed).status).toBe(201)
  await released
  other.close()
  expect(paper.said).toEqual([])
})

it('a write lock of another program refuses writes by its name, and reading goes on', async () => {
  expect((await place('before')).status).toBe(201)
  const other = lock()
  const refused = async () =>
    expect(await place('refused')).toMatchObject({
      status: 503,
      json: { error: 'world_unavailable', error_description: SENTENCE },
    })
  expect(await took(refused)).toBeLessThan(proofSize(Infinity, 4_000))
  for (let seconds = 0; seconds < 3; seconds += 1) {
    expect(await took(second)).toBeLessThan(proofSize(Infinity, 4_000))
    expect(await took(listed)).toBeLessThan(proofSize(Infinity, 1_000))
    expect(await listed()).toEqual(['before'])
    await refused()
  }
  expect(await paper.process.health()).toMatchObject({
    status: 'degraded',
    details: { disk: SENTENCE },
  })
  expect(paper.said).toEqual([SENTENCE])

  other.exec('ROLLBACK')
  other.close()
  await second()
  expect(paper.said.at(-1)).toBe('The data file can be written again.')
  expect((await place('after')).status).toBe(201)
  expect(await listed()).toEqual(['after', 'before'])
  expect(paper.failures).toEqual([])
})
