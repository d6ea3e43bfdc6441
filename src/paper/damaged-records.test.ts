import {
  closeSync,
  openSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { eventually } from '#testing/eventually.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { askFor, keptAnswers, storeHash, upToDateFixture } from '#testing/stored-data.ts'

import { commandOf } from './main.ts'
import { openDatabase } from './store/sqlite/database.ts'

const { now } = keptAnswers(2)
const MARK = 'confidential'
const ALERT = '1f2a1b4c-0d5e-4f60-8a7b-9c8d7e6f5a4b'
const HISTORY = '/api/v1/terminal/history?limit=1000'
const KEY = `INSERT INTO keys VALUES ('paper_00112233445566', 1, 'hmac'`

type Damage = {
  sql: string
  /** Sentences of `check`. */
  check: string
  /** Message of the service, unprompted or after a read of `page`. */
  said: string
  page?: string
}

/** One damage of each table; more of those whose records have several shapes. */
const DAMAGES: [table: string, damage: Damage][] = [
  [
    'settings',
    {
      sql: `UPDATE settings SET value = 'ab' WHERE name = 'token_secret'`,
      check: 'the service: token_secret token_secret has another shape',
      said: 'stored record token_secret is damaged: another one was made',
    },
  ],
  [
    'settings',
    {
      sql: `INSERT OR REPLACE INTO settings VALUES ('world_time', '${MARK}')`,
      check: 'the service: world_time world_time has another shape',
      said: 'stored record world_time is damaged',
    },
  ],
  [
    'settings',
    {
      sql: `INSERT INTO settings VALUES ('live_listing', '[{"${MARK}')`,
      check: 'the service: live_listing live_listing is not whole JSON',
      said: 'stored record live_listing is damaged: pairs and last prices are read',
    },
  ],
  [
    'live_prices',
    {
      sql: `INSERT INTO live_prices VALUES ('USDT_BTC', ${now}, '${MARK}')`,
      check: `the service: live_price USDT_BTC ${now} has another shape than it should`,
      said: `stored record live_price USDT_BTC ${now} is damaged: the value`,
    },
  ],
  [
    'users',
    {
      sql: `UPDATE users SET wished_world = '${MARK}'`,
      check: 'CHECK constraint failed in users',
      said: 'table users',
    },
  ],
  [
    'keys',
    {
      sql: `${KEY}, '${MARK}', 'BOTS_READ', 1, NULL)`,
      check: 'user trader: key paper_00112233 has no proper material',
      said: 'stored record key paper_00112233 is damaged: it opens nothing',
    },
  ],
  [
    'keys',
    {
      sql: `${KEY}, '${'0'.repeat(64)}', '{', 1, NULL)`,
      check: 'user trader: key paper_00112233 has no proper permissions',
      said: 'stored record key paper_00112233 is damaged',
    },
  ],
  [
    'pairing_codes',
    {
      sql: `INSERT INTO pairing_codes VALUES ('${MARK}', 77, ${now})`,
      check: 'a row of pairing_codes belongs to no row of users',
      said: 'row of the table pairing_codes belongs to no row of users',
    },
  ],
  [
    'worlds',
    {
      sql: `UPDATE worlds SET kind = '${MARK}'`,
      check: 'CHECK constraint failed in worlds',
      said: 'table worlds',
    },
  ],
  [
    'things',
    {
      sql: `UPDATE things SET json = '{"${MARK}' WHERE kind = 'grid_bot'`,
      check: 'user trader: grid_bot',
      said: 'stored record grid_bot',
    },
  ],
  [
    'balances',
    {
      sql: `UPDATE balances SET amount = '"${MARK}"'`,
      check: 'user trader: balance',
      said: 'stored record balance',
    },
  ],
  [
    'ledger',
    {
      sql: `DROP TRIGGER ledger_rows_never_change;
            UPDATE ledger SET json = '{"${MARK}' WHERE number = (SELECT max(number) FROM ledger)`,
      check: 'user trader: ledger',
      said: 'User number 1: The stored record ledger',
    },
  ],
  [
    'journal',
    {
      sql: `INSERT INTO journal (user_id, journal, at, json) VALUES (1, 'x', 1, '${MARK}')`,
      check: 'user trader: journal 1 is of a kind that this version of Quarterdeck does not know',
      said: 'User number 1: The stored record journal 1 is damaged; put a backup back',
    },
  ],
  [
    'history',
    {
      sql: `UPDATE history SET json = '{"${MARK}'`,
      check: 'history',
      said: 'The stored record history',
      page: HISTORY,
    },
  ],
  [
    'events',
    {
      sql: `UPDATE events SET json = '{"${MARK}'`,
      check: 'user trader: event',
      said: 'User number 1: The stored record event',
    },
  ],
  [
    'flows',
    {
      sql: `UPDATE flows SET amount = '${MARK}'`,
      check: 'user trader: flow',
      said: 'User number 1: The stored record flow',
    },
  ],
  [
    'owned',
    {
      sql: `UPDATE owned SET amount = '${MARK}'`,
      check: 'user trader: owned',
      said: 'User number 1: The stored record owned',
    },
  ],
  [
    'ended_trades',
    {
      sql: `UPDATE ended_trades SET json = '{"${MARK}'`,
      check: 'user trader: smart_trade',
      said: 'stored record smart_trade',
      page: '/api/v1/smart_trades?status=all&per_page=100',
    },
  ],
  [
    'ledger_checkpoints',
    {
      sql: `UPDATE ledger_checkpoints SET sums = '{"${MARK}'`,
      check: 'user trader: ledger_checkpoint 1',
      said: 'stored record ledger_checkpoint 1',
    },
  ],
  [
    'id_blocks',
    {
      sql: `INSERT INTO id_blocks VALUES (7, 1)`,
      check: 'CHECK constraint failed in id_blocks',
      said: 'table id_blocks',
    },
  ],
  [
    'remembered_effects',
    {
      sql: `INSERT INTO remembered_effects
            VALUES ('${MARK}', 'POST', '/api/v1/smart_trades', 'i', 'h', 201, '{"${MARK}', ${now})`,
      check: 'the service: remembered_effect POST /api/v1/smart_trades has no proper body',
      said: 'stored record remembered_effect POST /api/v1/smart_trades is damaged',
    },
  ],
  [
    'alerts',
    {
      sql: `INSERT INTO alerts VALUES (1, '${ALERT}', '{"${MARK}')`,
      check: `user trader: alert ${ALERT} is not whole JSON`,
      said: `stored record alert ${ALERT} is damaged: it cannot fire`,
    },
  ],
  [
    'alerts',
    {
      sql: `INSERT INTO alerts VALUES (1, '${ALERT}', '{"mode":"paper","entity":{"name":"${MARK}"}}')`,
      check: `user trader: alert ${ALERT} has no proper entity.id`,
      said: `stored record alert ${ALERT} is damaged: it cannot fire`,
    },
  ],
  [
    'trade_events',
    {
      sql: `INSERT INTO trade_events VALUES (7, 1, '{"${MARK}')`,
      check: 'user trader: trade_event 7 is not whole JSON',
      said: 'stored record trade_event 7 is damaged: alerts do not report it',
    },
  ],
]

let data: string
beforeEach(async () => {
  data = await upToDateFixture(2)
})
afterEach(() => rmSync(data, { recursive: true }))

function change(sql: string): void {
  const database = openDatabase(join(data, 'quarterdeck.db'))
  database.exec(`PRAGMA foreign_keys = 0; PRAGMA ignore_check_constraints = 1; ${sql}`)
  database.close()
}

/** The sentence with which a command is refused. */
async function refusalOf(...words: string[]): Promise<string> {
  const command = commandOf([...words, '--data', data])
  try {
    return `done: ${await command?.('/nowhere')}`
  } catch (error) {
    return String(error)
  }
}

async function afterAMinute({ clock, process }: TestService): Promise<void> {
  clock.steady += 60_000
  await process.tick()
}

it('every table of the data file is damaged by one of these tests', () => {
  const database = openDatabase(join(data, 'quarterdeck.db'))
  const tables = database
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .all()
  database.close()
  const names = (tables as { name: string }[]).map(({ name }) => name).toSorted()
  expect([...new Set(DAMAGES.map(([table]) => table))].toSorted()).toEqual(names)
})

it.each(DAMAGES)(
  'a damaged record of %s: the service starts and names it, and check reports it',
  async (_table, { sql, check, said, page }) => {
    change(sql)
    expect(await refusalOf('check')).toContain(check)
    const paper = await openTestService({ data, startsAt: now })
    try {
      await paper.process.openWorlds()
      const credentials = await paper.addKey()
      const read = page === undefined ? [] : [await askFor(paper, credentials, page)]
      expect(read.map(({ status }) => status)).toEqual(read.map(() => 503))
      await afterAMinute(paper)
      await eventually(() => expect(paper.said.join('\n')).toContain(said))
      expect((await paper.process.health()).status).toBe('degraded')
      expect(new Set(paper.said).size).toBe(paper.said.length)
      await paper.process.tick()
      expect(paper.failures).toEqual([])
      expect(paper.said.join('\n')).not.toContain(MARK)
    } finally {
      await paper.close({ keepData: true })
    }
  },
)

/** Overwrites the first page of a table in a file. */
function tear(file: string, table: string): void {
  const database = openDatabase(file)
  const [row] = database.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = '${table}'`).all()
  const { rootpage } = row as { rootpage: number }
  database.close()
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.alloc(64, MARK), 0, 64, (rootpage - 1) * 4_096)
  closeSync(handle)
}

/** Overwrites the heads of rows, so that a copy of the file holds the same damage. */
function tearRow(file: string): void {
  const bytes = readFileSync(file)
  const begin = 'account1633'
  for (let at = bytes.indexOf(begin); at >= 0; at = bytes.indexOf(begin, at + 64)) {
    bytes.fill('x', at - 20, at + 44)
  }
  writeFileSync(file, bytes)
}

it('a torn page is found and named after a clean stop, before anybody reads it', async () => {
  tear(join(data, 'quarterdeck.db'), 'history')
  const paper = await openTestService({ data, startsAt: now })
  try {
    await paper.process.openWorlds()
    // The search for damage leaves the first minute to the pages.
    await paper.process.tick()
    expect(paper.said).toEqual([])
    await afterAMinute(paper)
    await eventually(() =>
      expect(paper.said.join('\n')).toContain('table history of the data file'),
    )
    const { status, details } = await paper.process.health()
    expect({ status, details }).toMatchObject({
      status: 'degraded',
      details: { damage: [expect.stringContaining('put a backup back')] },
    })
    expect(paper.failures).toEqual([])
  } finally {
    await paper.close({ keepData: true })
  }
})

it.each(['a row', 'history', 'sqlite_schema'])(
  'restore of a backup that is torn at %s blames the backup and changes nothing',
  async (table) => {
    const copy = join(data, 'copy.db')
    await commandOf(['backup', copy, '--data', data])?.('/nowhere')
    if (table === 'sqlite_schema') truncateSync(copy, 5_000)
    else if (table === 'a row') tearRow(copy)
    else tear(copy, table)
    const before = storeHash(data)
    const refusal = await refusalOf('restore', copy)
    expect(refusal).toContain(copy)
    expect(refusal).toContain('nothing was changed')
    expect(refusal).not.toContain('quarterdeck.db')
    expect(refusal).not.toContain('restoring.db')
    expect(storeHash(data)).toBe(before)
  },
)

it('a token secret that is damaged is replaced once, and signs no longer', async () => {
  change(`UPDATE settings SET value = '' WHERE name = 'token_secret'`)
  const secrets: string[] = []
  for (let starts = 0; starts < 2; starts += 1) {
    const paper = await openTestService({ data, startsAt: now })
    secrets.push(Buffer.from(paper.store.tokenSecret).toString('hex'))
    await paper.close({ keepData: true })
  }
  expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/)
  expect(secrets[1]).toBe(secrets[0])
})

it('a request is refused and not done again when the stored answer to it is damaged', async () => {
  const paper = await openTestService({ data, startsAt: now })
  try {
    const { id } = (await paper.store.users.named('trader')) ?? { id: 0 }
    expect(id).toBe(1)
    const credentials = await paper.addKey()
    const send = () =>
      askFor(paper, credentials, '/api/v1/user/mode?mode=real', {
        method: 'POST',
        headers: { 'Idempotency-Key': 'once' },
      })
    expect((await send()).status).toBe(201)
    change(`UPDATE remembered_effects SET body = '{"${MARK}'`)
    const { status, json } = await send()
    expect({ status, json }).toMatchObject({ status: 503, json: { error: 'world_unavailable' } })
    expect(JSON.stringify(json)).not.toContain(MARK)
  } finally {
    await paper.close({ keepData: true })
  }
})
