import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { smartTradeDraft } from '#contract/smart-trade-draft.ts'
import { createSmartTrade } from '#contract/smart-trades.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { sendSigned, type Trader, traderAt } from '#testing/trader-at-work.ts'

import { openSqliteStore } from './store/sqlite/sqlite-store.ts'
import { StorageFailure } from './store/store-errors.ts'
import type { Commit } from './store/store.ts'

const target = '/api/v1/smart_trades'

/** Commits that were handed over while commits are held back. */
type Held = { commit: Commit; store: () => Promise<void>; fail: (error: Error) => void }

let paper: TestService
let port: number
let trader: Trader
let isHolding: boolean
let held: Held[]
let tidied: number
beforeEach(async () => {
  isHolding = false
  held = []
  tidied = 0
  paper = await openTestService({
    openStore(...args) {
      const store = openSqliteStore(...args)
      const commit = (userId: number, changes: Commit): Promise<void> => {
        if (!isHolding) return store.worlds.commit(userId, changes)
        return new Promise((resolve, reject) => {
          held.push({
            commit: changes,
            fail: reject,
            store: () => store.worlds.commit(userId, changes).then(resolve, reject),
          })
        })
      }
      const tidy = (userId: number): Promise<boolean> => {
        tidied += 1
        return tidied < 3 ? Promise.resolve(true) : store.worlds.tidy(userId)
      }
      return { ...store, worlds: { ...store.worlds, commit, tidy } }
    },
  })
  port = await paper.serve()
  trader = await traderAt(port, paper.credentials)
})
afterEach(() => paper.close())

const place = (note: string, headers: Record<string, string> = {}) =>
  trader.post(target, trader.trade({ note, 'position.units.value': '0.0002' }), headers)
const listed = async (): Promise<string[]> =>
  (await trader.read<{ note: string }[]>(target)).map(({ note }) => note)

/** When so many commits were handed over. */
async function handedOver(count: number): Promise<void> {
  await expect.poll(() => held.length).toBe(count)
}

/** Checks after some turns whether a request was answered. */
async function isAnswered(answer: Promise<unknown>): Promise<boolean> {
  let answered = false
  void answer.finally(() => (answered = true))
  // Another request goes all the way there and back.
  for (let count = 0; count < 3; count += 1) {
    await sendSigned(port, paper.credentials, { target: '/api/v1/time' })
  }
  return answered
}

it('no request, not even a read, is answered before the previous command is stored', async () => {
  isHolding = true
  const placed = place('mine')
  await handedOver(1)
  const read = listed()
  expect(await isAnswered(Promise.race([placed, read]))).toBe(false)
  await held[0]?.store()
  expect((await placed).status).toBe(201)
  expect(await read).toEqual(['mine'])
})

it('the next command of a user begins while the one before is being stored', async () => {
  isHolding = true
  const both = [place('first'), place('second')]
  await handedOver(2)
  expect(await isAnswered(Promise.race(both))).toBe(false)
  for (const { store } of held) await store()
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([201, 201])
  expect((await listed()).toSorted()).toEqual(['first', 'second'])
})

it('a command that could not be stored takes with it what was built on it', async () => {
  await place('before')
  isHolding = true
  const first = place('first')
  await handedOver(1)
  const second = place('second')
  await handedOver(2)
  isHolding = false
  for (const { fail } of held) fail(new Error('a store that fails'))
  expect((await first).status).toBe(500)
  expect((await second).status).toBe(500)
  expect(await listed()).toEqual(['before'])
  expect((await place('after')).status).toBe(201)
  expect((await listed()).toSorted()).toEqual(['after', 'before'])
})

it('the same request that comes while it runs waits, and is answered the same', async () => {
  isHolding = true
  const named = { 'Idempotency-Key': 'once' }
  const first = place('mine', named)
  await handedOver(1)
  const again = place('mine', named)
  expect(await isAnswered(Promise.race([first, again]))).toBe(false)
  expect(held).toHaveLength(1)
  isHolding = false
  await held[0]?.store()
  expect((await again).text).toBe((await first).text)
  expect((await again).headers['idempotent-replayed']).toBe('true')
  expect(await listed()).toEqual(['mine'])
})

it('a read that waits for a commit that the full disk refuses answers from what is stored', async () => {
  await place('before')
  isHolding = true
  const placed = place('mine')
  await handedOver(1)
  const read = listed()
  expect(await isAnswered(read)).toBe(false)
  isHolding = false
  held[0]?.fail(new StorageFailure('full'))
  expect((await placed).status).toBe(422)
  expect(await read).toEqual(['before'])
})

it('commands that arrive together share a sync to the disk', async () => {
  const count = 40
  const before = commits()
  const placed = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const note = `number ${index}`
      const json = trader.trade({ note, 'position.units.value': '0.0002' })
      const body = z.decode(smartTradeDraft, json as z.input<typeof smartTradeDraft>)
      return paper.client.call(createSmartTrade, { body })
    }),
  )
  expect(placed.map(({ note }) => note)).toHaveLength(count)
  const shared = commits() - before
  console.log(`${count} commands at once: ${shared} commits`)
  expect(shared).toBeLessThan(count / 2)
})

it('old records of worlds are tidied up once an hour, until nothing is left to do', async () => {
  await paper.process.tick()
  expect(tidied).toBe(0)
  paper.clock.now += 3_600_000
  await paper.process.tick()
  await expect.poll(() => tidied).toBe(3)
  paper.clock.now += 1_000
  await paper.process.tick()
  expect(tidied).toBe(3)
})

it('a clock that was set back by a year does not keep worlds from being tidied up for as long', async () => {
  paper.clock.now -= 365 * 86_400_000
  await paper.process.tick()
  paper.clock.now += 3_600_000
  await paper.process.tick()
  await expect.poll(() => tidied).toBeGreaterThan(0)
})

/** Counts commits: frames of the log that carry the size of the file. */
function commits(): number {
  const log = readFileSync(join(paper.data, 'quarterdeck.db-wal'))
  const [header, frame] = [32, 24 + 4_096]
  let count = 0
  for (let at = header; at + frame <= log.length; at += frame) {
    if (log.readUInt32BE(at + 4) > 0) count += 1
  }
  return count
}
