import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, it } from 'vitest'

import { leaveWorld } from '#testing/absence.ts'

import { openSqliteStore } from './sqlite-store.ts'

let data: string
afterEach(() => rmSync(data, { recursive: true }))

/** Counts turns of the event loop while `work` runs. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const turn = (): void => {
    turns += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isOver = true
  return turns
}

it('a large world is read in several turns of the event loop, each record as it was stored', async () => {
  data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  await leaveWorld(data, 8, 150)
  const store = openSqliteStore({ database: join(data, 'quarterdeck.db') })
  const { stored, records } = await store.worlds.open(1)
  const size = stored.reduce((sum, { json }) => sum + json.length, 0)
  expect(size).toBeGreaterThan(256 * 1_024)
  expect(records?.size).toBe(stored.length)
  for (const row of stored) expect(records?.get(row)).toEqual(JSON.parse(row.json))
  const turns = await turnsDuring(() => store.worlds.open(1))
  expect(turns).toBeGreaterThanOrEqual(Math.floor(size / (64 * 1_024)))
  await store.close()
})
