import fc from 'fast-check'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { openWorld } from '#paper/engine/open-world.ts'
import { Problem } from '#paper/problem.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { proofSize } from '#testing/proof-size.ts'
import { storeHash } from '#testing/stored-data.ts'
import { traderAt } from '#testing/trader-at-work.ts'

import type { Store } from '../store.ts'
import { openDataDirectory } from './data-directory.ts'
import { openSqliteStore } from './sqlite-store.ts'

const FILE = 'quarterdeck.db'
const PAGE = 4_096
const LOG = `${FILE}-wal`
const runs = proofSize(20, 1_000)
const seed = proofSize(20_263, Date.now() % 2 ** 31)

/** A data directory as a power cut leaves it, and every state it has ever been in. */
let crashed: string
let log: Buffer
const states: string[] = []
let user: { id: number; name: string }

beforeAll(async () => {
  const first = await openTestService()
  await first.process.openWorlds()
  await first.close({ keepData: true })
  const paper: TestService = await openTestService({ data: first.data })
  user = (await paper.store.users.named('trader')) ?? { id: 0, name: '' }
  const trader = await traderAt(await paper.serve(), paper.credentials)
  states.push(storeHash(paper.data))
  for (let count = 0; count < 12; count += 1) {
    await trader.post('/api/v1/smart_trades', trader.trade({ note: `number ${count}` }))
    states.push(storeHash(paper.data))
  }
  crashed = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  for (const name of [FILE, LOG]) copyFileSync(join(paper.data, name), join(crashed, name))
  log = readFileSync(join(crashed, LOG))
  // Before the key was made, which is the first thing in the log.
  states.unshift(await stateAfter(Buffer.alloc(0)))
  await paper.close()
})
afterAll(() => rmSync(crashed, { recursive: true }))

/** Stored rows if the log holds these bytes; the sentence if it is refused. */
async function stateAfter(bytes: Buffer): Promise<string> {
  const data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  try {
    copyFileSync(join(crashed, FILE), join(data, FILE))
    writeFileSync(join(data, LOG), bytes)
    const store = openSqliteStore(openDataDirectory(data), { check: true })
    const origin = await store.worlds.originOf(user.id)
    if (!origin) throw new Error('The world is gone')
    openWorld(
      { ...origin, user: user.name },
      await store.worlds.open(user.id),
      store.worlds.past(user.id),
    )
    await store.close()
    return storeHash(data)
  } catch (error) {
    if (error instanceof Problem) return error.message
    throw error
  } finally {
    rmSync(data, { recursive: true })
  }
}

const damaged = fc
  .tuple(
    fc.constantFrom('cut', 'turn', 'both', 'blank'),
    fc.nat(),
    fc.nat(),
    fc.integer({ min: 1, max: 255 }),
  )
  .map(([how, place, other, bits]) => {
    const bytes = Buffer.from(log)
    const at = place % bytes.length
    if (how === 'turn' || how === 'both') bytes.writeUInt8(bytes.readUInt8(at) ^ bits, at)
    if (how === 'blank') bytes.fill(0, at, Math.min(at + 4_096, bytes.length))
    return how === 'cut' || how === 'both' ? bytes.subarray(0, other % bytes.length) : bytes
  })

it('a log that is whole leads to the last state', async () => {
  expect(await stateAfter(log)).toBe(states.at(-1))
  expect(new Set(states).size).toBe(states.length)
})

it(
  `${runs} damaged logs lead to a state there has been, or to a sentence`,
  async () => {
    const seen = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(damaged, async (bytes) => {
        const state = await stateAfter(bytes)
        const place = states.indexOf(state)
        seen.set(place, (seen.get(place) ?? 0) + 1)
        expect(place >= 0 || /is damaged; put a backup back .* or move it away/.test(state)).toBe(
          true,
        )
      }),
      { numRuns: runs, seed },
    )
    console.log(`Damaged logs: openings by state ${JSON.stringify([...seen])}, seed ${seed}`)
    expect(seen.size).toBeGreaterThan(3)
  },
  proofSize(60_000, 900_000),
)

it('a data file that is cut short is refused with a sentence', () => {
  const whole = readFileSync(join(crashed, FILE))
  const data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  writeFileSync(join(data, FILE), whole.subarray(0, whole.length / 2))
  expect(() => openSqliteStore(openDataDirectory(data), { check: true })).toThrow(
    /is damaged; put a backup back .* or move it away/,
  )
  writeFileSync(join(data, FILE), 'no database at all, but a letter of some length'.repeat(40))
  expect(() => openSqliteStore(openDataDirectory(data))).toThrow(
    /is damaged; put a backup back .* or move it away/,
  )
  rmSync(data, { recursive: true })
})

it('a blank page of the data file is found at the start after a crash', async () => {
  const whole = readFileSync(join(crashed, FILE))
  const data = mkdtempSync(join(tmpdir(), 'quarterdeck-'))
  const directory = openDataDirectory(data)
  const opened = { checked: 0, unchecked: 0 }
  const pages = whole.length / PAGE
  // The first page is the header that every opening reads.
  for (let page = 1; page < pages; page += 1) {
    const bytes = Buffer.from(whole)
    bytes.fill(0, page * PAGE, (page + 1) * PAGE)
    writeFileSync(join(data, FILE), bytes)
    opened.checked += await opens(() => openSqliteStore(directory, { check: true }))
    opened.unchecked += await opens(() => openSqliteStore(directory))
  }
  rmSync(data, { recursive: true })
  expect(opened.checked).toBe(0)
  expect(opened.unchecked).toBeGreaterThan(0)
})

/** 1 when it opens, 0 when it is refused in words. */
async function opens(open: () => Store): Promise<0 | 1> {
  try {
    await open().close()
    return 1
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return 0
  }
}
