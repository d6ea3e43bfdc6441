import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { listExchanges } from '#contract/exchanges.ts'
import { createSmartTrade } from '#contract/smart-trades.ts'
import { readableRows } from '#contract/read.ts'
import { decimal } from '#money/decimal.ts'
import { firstIdOf } from '#paper/engine/identifiers.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'

import { openDatabase } from './database.ts'

const MILLION = 1_000_000

let data: string
let paper: TestService
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  paper = await openTestService({ data })
})
afterEach(async () => {
  await paper.close({ keepData: true })
  rmSync(data, { recursive: true })
})

const edit = (sql: string): void => {
  const database = openDatabase(join(data, 'quarterdeck.db'))
  database.exec(sql)
  database.close()
}
const blockOf = (id: unknown): number => Math.floor(Number(id) / MILLION)

async function accountOf(user: string) {
  const client = paper.clientFor(await paper.addKey({ user }))
  const [account] = readableRows(await client.call(listExchanges, {}))
  return { client, id: account?.account_id ?? '' }
}

async function newTrade(user: string): Promise<number> {
  const { client, id } = await accountOf(user)
  const { id: trade } = await client.call(createSmartTrade, {
    body: {
      account_id: id,
      pair: 'USDT_BTC',
      instant: true,
      position: { type: 'buy', order_type: 'market', units: { value: decimal('0.001') } },
    },
  })
  return Number(trade)
}

async function reopen(): Promise<void> {
  const { clock } = paper
  await paper.close({ keepData: true })
  paper = await openTestService({ data, startsAt: clock.now })
}

it('a block that another user has already is never given out again', async () => {
  const { id } = await paper.store.users.ensure({ name: 'first' }, 0)
  // All but its own wish, so that the next free one is far away.
  await paper.store.worlds.takeIds(id, firstIdOf(856, 'second'))
  const account = await accountOf('second')
  expect(blockOf(account.id)).toBe(blockOf(firstIdOf(856, 'second')) + 1)
})

it('ids stay below 2^31 even if the last block is wished for and taken', async () => {
  const { id } = await paper.store.users.ensure({ name: 'first' }, 0)
  const { id: other } = await paper.store.users.ensure({ name: 'second' }, 0)
  expect(await paper.store.worlds.takeIds(id, 2_146_000_000)).toBe(2_146_000_000)
  expect(await paper.store.worlds.takeIds(other, 2_146_000_000)).toBe(147_000_000)
})

it('a world whose block is nearly used up goes on in another', async () => {
  const before = await newTrade('trader')
  edit(`UPDATE things SET json = json_set(json, '$.nextId', ${blockOf(before) * MILLION + 600_000})
        WHERE kind = 'world'`)
  await reopen()
  const after = await newTrade('trader')
  expect(blockOf(after)).toBe(blockOf(before) + 1)
  await reopen()
  expect(blockOf(await newTrade('trader'))).toBe(blockOf(after))
})

it('a world that would give out ids of another block stores nothing of it, and goes on in its own', async () => {
  const before = await newTrade('trader')
  const { id } = await paper.store.users.ensure({ name: 'trader' }, 0)
  const json = JSON.stringify({ nextId: (blockOf(before) + 3) * MILLION + 9 })
  const stored = [{ kind: 'world', id: 'meta', json }]
  const changes = { stored, removed: [], ended: [], owned: [], appended: [] }
  await expect(paper.store.worlds.commit(id, { changes })).rejects.toThrow('used up')
  expect(await newTrade('trader')).toBe(before + 1)
})

it('two worlds from before that had begun the same block go on in blocks of their own', async () => {
  const trader = await newTrade('trader')
  await newTrade('second')
  const next = blockOf(trader) * MILLION + 50
  const { clock } = paper
  await paper.close({ keepData: true })
  edit(`UPDATE things SET json = json_set(json, '$.nextId', ${next}) WHERE kind = 'world';
        DROP TABLE id_blocks; PRAGMA user_version = 4`)
  paper = await openTestService({ data, startsAt: clock.now })
  const [first, second] = [await newTrade('trader'), await newTrade('second')]
  expect(blockOf(first)).toBe(blockOf(trader))
  expect(blockOf(second)).not.toBe(blockOf(first))
})
