import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'

import { listExchanges } from '#contract/exchanges.ts'
import { readableRows } from '#contract/read.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { keptAnswers, storedFixture, storeHash, upToDateFixture } from '#testing/stored-data.ts'

import { openWorld } from './engine/open-world.ts'
import { pastInMemory } from './in-page/past-in-memory.ts'
import { worldFileOf } from './in-page/world-file.ts'
import { commandOf } from './main.ts'
import { openDatabase } from './store/sqlite/database.ts'

const { now } = keptAnswers(2)
const older = storedFixture(2)
afterAll(() => rmSync(older, { recursive: true }))

let data: string
let elsewhere: string
let paper: TestService | undefined
beforeEach(async () => {
  data = await upToDateFixture(2)
  elsewhere = mkdtempSync(join(tmpdir(), 'quarterdeck-backup-'))
})
afterEach(async () => {
  await stop()
  rmSync(data, { recursive: true, force: true })
  rmSync(elsewhere, { recursive: true })
})

async function start(): Promise<TestService> {
  paper = await openTestService({ data, startsAt: now })
  await paper.process.openWorlds()
  return paper
}
async function stop(): Promise<void> {
  await paper?.close({ keepData: true })
  paper = undefined
}

/** Runs a command as the terminal would. */
const run = async (...words: string[]): Promise<string> => {
  const command = commandOf([...words, '--data', data])
  if (!command) throw new Error('This is no command')
  return command('/nowhere')
}
const change = (sql: string): void => {
  const database = openDatabase(join(data, 'quarterdeck.db'))
  database.exec(sql)
  database.close()
}
const file = (): string => join(elsewhere, 'quarterdeck.backup')

it('backup writes everything into a private file while the service runs and is written to', async () => {
  const { store, clock } = await start()
  const writing = Array.from({ length: 20 }, (_, n) =>
    store.users.ensure({ name: `user-${n}` }, clock.now),
  )
  expect(await run('backup', file())).toMatch(/keep it as private as/)
  await Promise.all(writing)
  expect(statSync(file()).mode & 0o777).toBe(0o600)
  expect(readdirSync(elsewhere)).toEqual(['quarterdeck.backup'])
  const health = await paper?.process.health()
  expect(health?.details).toMatchObject({ last_backup: expect.stringMatching(/^\d{4}-/) })
})

it('backup never replaces a file', async () => {
  writeFileSync(file(), 'mine')
  await expect(run('backup', file())).rejects.toThrow(/already, and a backup replaces none/)
  expect(readFileSync(file(), 'utf8')).toBe('mine')
})

it('backup of a directory that cannot be written says so and leaves nothing behind', async () => {
  await expect(run('backup', join(elsewhere, 'no', 'such', 'folder'))).rejects.toThrow(
    /could not be written/,
  )
  expect(readdirSync(elsewhere)).toEqual([])
})

it('restore brings everything back and keeps what was there', async () => {
  await run('backup', file())
  const before = storeHash(data, 1)
  await start()
  await paper?.client.call(listExchanges, {})
  await stop()
  change(`DELETE FROM things WHERE user_id = 1 AND kind = 'grid_bot'`)
  const after = storeHash(data, 1)
  expect(after).not.toBe(before)

  const said = await run('restore', file())
  expect(storeHash(data, 1)).toBe(before)
  expect(readdirSync(data).filter((name) => /restoring/.test(name))).toEqual([])
  const kept = /kept as (\S+\.db)\./.exec(said)?.[1] ?? ''
  expect(existsSync(kept)).toBe(true)
  expect(statSync(join(data, 'quarterdeck.db')).mode & 0o777).toBe(0o600)
  const { client } = await start()
  expect(
    readableRows(await client.call(listExchanges, {})).every(({ can_trade }) => can_trade),
  ).toBe(true)
  await stop()
  // The replaced data can be restored the same way.
  await expect(run('restore', kept)).rejects.toThrow(/is not whole/)
})

it('restore refuses a backup of a world with the prices of another market', async () => {
  await run('backup', file())
  await expect(run('restore', file(), '--market', 'live:kraken')).rejects.toThrow(
    /quarterdeck\.backup has the prices of --market demo, not of live:kraken; nothing was changed\.$/,
  )
  const before = storeHash(data)
  const backup = openDatabase(file())
  backup.exec(`INSERT INTO things (user_id, kind, id, json)
    SELECT user_id, 'market', 'live', '{"exchange":"binance"}' FROM worlds LIMIT 1`)
  backup.close()
  await expect(run('restore', file())).rejects.toThrow(/of --market live:binance, not of demo/)
  expect(storeHash(data)).toEqual(before)
})

it('restore works where the data file is damaged or gone', async () => {
  await run('backup', file())
  const before = storeHash(data, 1)
  truncateSync(join(data, 'quarterdeck.db'), 5_000)
  await expect(openTestService({ data })).rejects.toThrow(/put a backup back/)
  await run('restore', file())
  expect(storeHash(data, 1)).toBe(before)
  rmSync(data, { recursive: true })
  await run('restore', file())
  expect(storeHash(data, 1)).toBe(before)
})

it('restore puts nothing in the place of a file that another program is reading', async () => {
  await run('backup', file())
  const reader = openDatabase(join(data, 'quarterdeck.db'))
  reader.exec('BEGIN; SELECT count(*) FROM users')
  reader.prepare('SELECT count(*) FROM users').get()
  change(`INSERT INTO settings VALUES ('later', '1')`)
  const before = storeHash(data)
  await expect(run('restore', file())).rejects.toThrow(/Another program is reading/)
  reader.close()
  expect(storeHash(data)).toBe(before)
  expect(readdirSync(data).filter((name) => /restor/.test(name))).toEqual([])
}, 30_000)

it('restore waits for the service to be ended', async () => {
  await run('backup', file())
  await start()
  await expect(run('restore', file())).rejects.toThrow(/in use by process/)
})

it.each([
  ['is cut off', () => truncateSync(file(), 40_000), /damaged, or no backup/],
  [
    'is of another program',
    () => {
      rmSync(file())
      const database = openDatabase(file())
      database.exec('CREATE TABLE songs (title TEXT); PRAGMA user_version = 3')
      database.close()
    },
    /damaged, or no backup/,
  ],
  [
    'is of format 2 and holds a damaged row',
    () => {
      cpSync(join(older, 'quarterdeck.db'), file())
      const database = openDatabase(file())
      database.exec(
        `UPDATE journal SET json = '{}' WHERE number = (SELECT max(number) FROM journal WHERE user_id = 1)`,
      )
      database.close()
    },
    /not whole, and nothing was changed:\nStopped at the world of user trader: the stored record \w+ \d+ is damaged/,
  ],
  ['is not there', () => rmSync(file()), /cannot be read/],
  [
    'is of a newer version',
    () => {
      const database = openDatabase(file())
      database.exec('PRAGMA user_version = 1000')
      database.close()
    },
    /^The backup \S+quarterdeck\.backup was not restored, and nothing was changed: .*newer/,
  ],
  [
    'has no table of what it remembers',
    () => {
      const database = openDatabase(file())
      database.exec('DROP TABLE remembered_effects')
      database.close()
    },
    /^The backup \S+quarterdeck\.backup was not restored, and nothing was changed: it cannot be read/,
  ],
  [
    'holds a damaged record',
    () => {
      const database = openDatabase(file())
      database.exec(`UPDATE things SET json = '{' WHERE kind = 'dca_bot'`)
      database.close()
    },
    /not whole, and nothing was changed:\nuser trader: dca_bot/,
  ],
  [
    'holds a trigger of somebody else',
    () => {
      const database = openDatabase(file())
      database.exec('CREATE TRIGGER mine AFTER INSERT ON ledger BEGIN DELETE FROM keys; END')
      database.close()
    },
    /not whole, and nothing was changed:\nthe file: mine is none of Quarterdeck's$/,
  ],
])('restore of a file that %s changes nothing', async (_, spoil, sentence) => {
  await run('backup', file())
  const before = storeHash(data)
  spoil()
  await expect(run('restore', file())).rejects.toThrow(sentence)
  expect(storeHash(data)).toBe(before)
  expect(readdirSync(data).filter((name) => /restor/.test(name))).toEqual([])
})

it('restore blames the backup, and never the data file, whichever of its pages is blank', async () => {
  await run('backup', file())
  const whole = readFileSync(file())
  const page = whole.readUInt16BE(16)
  const pages = whole.length / page
  const before = storeHash(data)
  for (let number = 1; number < pages; number += Math.ceil(pages / 12)) {
    writeFileSync(file(), Buffer.from(whole).fill(0, number * page, (number + 1) * page))
    const refusal = await run('restore', file()).then(
      () => `Page ${number} was restored.`,
      (error: Error) => error.message,
    )
    expect(refusal).toContain(file())
    expect(refusal).toMatch(/damaged|not whole/)
    expect(refusal).not.toMatch(/data file|restoring\.db/)
  }
  expect(storeHash(data)).toBe(before)
})

describe('restore of a world that a page has downloaded', () => {
  const origin = { kind: 'empty', seed: 3, madeAt: now } as const
  const world = () =>
    worldFileOf(origin, [
      openWorld({ ...origin, user: 'trader' }, undefined, pastInMemory().past).takeChanges(),
    ])

  it.each([
    ['zipped', gzipSync],
    ['as text', (text: string) => text],
  ])(
    'restore of a world that a page has downloaded opens it, without any key: %s',
    async (_how, written) => {
      writeFileSync(file(), written(JSON.stringify(world())))
      expect(await run('restore', file())).toMatch(/It holds no keys/)
      expect(await run('check')).toMatch(/records of 1 world are intact/)
      expect(await run('keys', 'list')).not.toMatch(/paper_/)
      const { client } = await start()
      expect(readableRows(await client.call(listExchanges, {})).length).toBeGreaterThan(0)
    },
  )

  it.each([
    ['is cut off', () => gzipSync(JSON.stringify(world())).subarray(0, 300), /is damaged/],
    ['is something else', () => '{"name":"quarterdeck"}', /no world of Quarterdeck/],
    [
      'does not add up',
      () => {
        const { changes, ...rest } = world()
        const appended = changes.appended.filter(({ journal }) => journal !== 'ledger')
        return JSON.stringify({ ...rest, changes: { ...changes, appended } })
      },
      /not whole, and nothing was changed/,
    ],
  ])(
    'restore of a world that a page has downloaded changes nothing where the file %s',
    async (_what, written, refusal) => {
      const before = storeHash(data, 1)
      writeFileSync(file(), written())
      await expect(run('restore', file())).rejects.toThrow(refusal)
      expect(storeHash(data, 1)).toBe(before)
      expect(readdirSync(data).filter((name) => /restoring/.test(name))).toEqual([])
    },
  )
})

it('check finds nothing in a world that is whole, also while it is in use', async () => {
  expect(await run('check')).toMatch(/^\d,\d{3} records of 2 worlds are intact/)
  await start()
  expect(await run('check')).toMatch(/intact/)
})

it('check says of a world of an older format that a start brings it up, and of none of its records that it is damaged', async () => {
  cpSync(join(older, 'quarterdeck.db'), join(data, 'quarterdeck.db'))
  await expect(run('check')).rejects.toThrow(
    /^user trader: the world was stored by an older version[^\n]+\nuser second: the world was stored by an older version[^\n]+$/,
  )
})

it.each([
  [
    `UPDATE things SET json = '{}' WHERE kind = 'grid_bot' AND user_id = 1`,
    'grid_bot \\d+ has no proper id',
  ],
  [
    `UPDATE balances SET amount = '"1"' WHERE place = 'market' AND user_id = 1`,
    'the ledger does not add up to the balance of market',
  ],
  [
    `DELETE FROM things WHERE id = (SELECT id FROM things WHERE kind = 'smart_trade' AND json LIKE '%"holds":[{%' AND user_id = 1 LIMIT 1)`,
    'open orders do not hold the balance of account:\\d+:held',
  ],
  [
    `INSERT OR REPLACE INTO ledger_checkpoints VALUES (1, 9, '[["fees","USDT","1"]]', 0, 0)`,
    'the ledger contradicts itself',
  ],
  [
    `INSERT INTO ledger (user_id, at, json) VALUES (1, 1, '{"at":1,"cause":"x","postings":[{"place":"market","currency":"USDT","amount":"5"}]}')`,
    'ledger \\d+ does not cancel out in USDT',
  ],
])('check names what is wrong after %s', async (sql, fault) => {
  change(sql)
  await expect(run('check')).rejects.toThrow(new RegExp(`user trader: ${fault}`))
})

it.each([
  ['keys', 'list'],
  ['keys', 'revoke', 'x'],
  ['keys', 'token', 'x'],
  ['pair'],
  ['check'],
  ['backup', 'x'],
])('a mistyped --data is not made by %s %s', async (...words) => {
  const missing = join(elsewhere, 'mistyped')
  const command = commandOf([...words, '--data', missing])
  await expect((async () => command?.('/nowhere'))()).rejects.toThrow(
    `There is no data of Quarterdeck in ${missing}`,
  )
  expect(existsSync(missing)).toBe(false)
})
