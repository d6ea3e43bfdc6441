import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { listExchanges } from '#contract/exchanges.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { readableRows } from '#contract/read.ts'
import { type TestService, openTestService } from '#testing/open-test-service.ts'
import { askFor, keptAnswers, upToDateFixture } from '#testing/stored-data.ts'

import { openDatabase } from './store/sqlite/database.ts'

const { now } = keptAnswers(2)
const MARK = 'confidential'

let data: string
let paper: TestService | undefined
beforeEach(async () => {
  data = await upToDateFixture(2)
})
afterEach(async () => {
  await paper?.close({ keepData: true })
  rmSync(data, { recursive: true })
})

function served(): TestService {
  if (!paper) throw new Error('The service is not open')
  return paper
}

/** Opens the service over what this has been done to. */
async function openedAfter(sql: string): Promise<TestService> {
  const database = openDatabase(join(data, 'quarterdeck.db'))
  database.exec(sql)
  database.close()
  paper = await openTestService({ data, startsAt: now })
  return paper
}

const theFirst = (kind: string, user: number) =>
  `kind = '${kind}' AND user_id = ${user} AND id = (
    SELECT min(id) FROM things WHERE kind = '${kind}' AND user_id = ${user})`

describe.each([
  ['smart_trade', 1],
  ['market', 2],
] as const)('a damaged record of kind %s', (kind, user) => {
  it.each([
    ['is cut off', `substr(json, 1, length(json) / 2) || '${MARK}'`],
    ['lacks what it should have', `'{"note":"${MARK}"}'`],
  ])('a world that %s is named with its remedy, and other users go on', async (_, text) => {
    const {
      process: running,
      said,
      failures,
      addKey,
      clientFor,
      clock,
    } = await openedAfter(`UPDATE things SET json = ${text} WHERE ${theFirst(kind, user)}`)
    await running.openWorlds()
    const clients = [
      clientFor(await addKey({ user: user === 1 ? 'trader' : 'second' })),
      clientFor(await addKey({ user: user === 1 ? 'second' : 'trader' })),
    ] as const
    const [damaged, other] = clients
    for (let count = 0; count < 3; count += 1) {
      await expect(damaged.call(listExchanges, {})).rejects.toMatchObject({
        failure: { kind: 'refused', status: 503 },
      })
      await expect(damaged.call(listSmartTrades, { query: {} })).rejects.toThrow(
        new RegExp(`stored record ${kind} \\S+ is damaged; put a backup back with .* restore FILE`),
      )
      clock.now += 1_000
      await running.tick()
    }
    expect(
      readableRows(await other.call(listExchanges, {})).every(({ can_trade }) => can_trade),
    ).toBe(true)
    // Said once, and not what stands in it.
    expect(failures).toEqual([])
    expect(said).toEqual([expect.stringContaining(`${kind} `)])
    expect(said.join()).not.toContain(MARK)
  })
})

const CHART = '/api/v1/exchanges/summary/balance_chart_data?date_from=2000-01-01'

it('a time of the worlds that cannot be read is none', async () => {
  const { process: running, failures } = await openedAfter(
    `INSERT OR REPLACE INTO settings VALUES ('world_time', '${MARK}'), ('last_backup', '${MARK}')`,
  )
  await running.openWorlds()
  await running.tick()
  expect(failures).toEqual([])
  expect(await running.health()).toMatchObject({ status: 'ok' })
})

describe.each(['ledger', 'owned'])('a damaged page of the table %s', (table) => {
  it('an unusable world is reported once with its remedy, and never as an error of the service', async () => {
    const file = join(data, 'quarterdeck.db')
    const database = openDatabase(file)
    const { page } = database
      .prepare('SELECT rootpage AS page FROM sqlite_master WHERE name = :table')
      .get({ table }) as { page: number }
    database.close()
    const handle = openSync(file, 'r+')
    writeSync(handle, Buffer.alloc(4_096, MARK), 0, 4_096, (page - 1) * 4_096)
    closeSync(handle)
    paper = await openTestService({ data, startsAt: now })
    const { process: running, said, failures, clock, credentials } = paper
    await running.openWorlds()
    for (let count = 0; count < 3; count += 1) {
      expect(await askFor(served(), credentials, CHART)).toMatchObject({
        status: 503,
        json: { error_description: expect.stringMatching(/data file is damaged.* put a backup/) },
      })
      clock.now += 19 * 60_000
      await running.tick()
      await running.worlds.caughtUp(1)
    }
    expect(failures).toEqual([])
    // Beside it, the check of the whole file may have come to the table by now.
    const byReading = said.filter((sentence) => !/^The table \w+ of the data file/.test(sentence))
    expect(byReading.filter((sentence) => /damaged/.test(sentence))).toHaveLength(1)
    expect((await running.health()).status).toBe('degraded')
  })
})

it('a world that a newer version stored asks for an update, and other users go on', async () => {
  const {
    process: running,
    said,
    addKey,
    clientFor,
    failures,
  } = await openedAfter(
    `UPDATE things SET json = json_set(json, '$.format', 99) WHERE kind = 'world' AND user_id = 2`,
  )
  await running.openWorlds()
  const second = clientFor(await addKey({ user: 'second' }))
  await expect(second.call(listExchanges, {})).rejects.toThrow(
    /newer version .* update Quarterdeck/,
  )
  await running.tick()
  const trader = clientFor(await addKey())
  expect((await trader.call(listExchanges, {})).length).toBeGreaterThan(0)
  expect(failures).toEqual([])
  expect(said).toHaveLength(1)
})
