import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

import { add, type Decimal, decimal, negate, toText, ZERO } from '#money/decimal.ts'
import type { Entry } from '#paper/engine/balances/ledger.ts'
import type { Changes } from '#paper/engine/changes.ts'
import { OWNED_STEP } from '#paper/engine/past.ts'

import { type Database, openDatabase, transaction } from './database.ts'
import { migrate } from './migrate.ts'
import { usersIn } from './keys.ts'
import { pastIn } from './past.ts'
import { storeOver } from './sqlite-store.ts'
import { worldsIn } from './worlds.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const BEGIN = Date.UTC(2024, 0, 1)
const NOTHING: Changes = { stored: [], removed: [], ended: [], owned: [], appended: [] }

let directory: string
let database: Database
let worlds: ReturnType<typeof worldsIn>
/** Sums of the entries so far. */
let total: Decimal
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'quarterdeck-ledger-'))
  database = openDatabase(join(directory, 'ledger.db'))
  database.exec('PRAGMA synchronous = OFF')
  migrate(database)
  usersIn(database).ensure({ name: 'trader' }, 0)
  worlds = worldsIn(database)
  worlds.setOrigin(1, { kind: 'empty', seed: 1, madeAt: BEGIN })
  total = ZERO
})
afterEach(() => {
  database.close()
  rmSync(directory, { recursive: true })
})

const entryOf = (at: number, amount: Decimal): Entry => ({
  at,
  cause: 'fill',
  postings: [
    { place: 'market', currency: 'USDT', amount: negate(amount) },
    { place: 'account:7:free', currency: 'USDT', amount },
  ],
})

/** Fills of odd amounts, so many seconds apart, with the balances beside them. */
function addEntries(count: number, from: number, apart: number, size = 5_000): void {
  for (let done = 0; done < count; done += size) {
    const appended = Array.from({ length: Math.min(size, count - done) }, (_, index) => {
      const amount = decimal(`${((done + index + 3) % 7) - 2}.0${index % 9}1`)
      total = add(total, amount)
      const at = from + (done + index) * apart
      return { journal: 'ledger' as const, at, json: JSON.stringify(entryOf(at, amount)) }
    })
    const stored = [
      { place: 'account:7:free', amount: total },
      { place: 'market', amount: negate(total) },
    ].map(({ place, amount }) => ({
      kind: 'balance',
      id: `${place} USDT`,
      json: JSON.stringify(amount),
    }))
    transaction(database, () => worlds.save(1, { ...NOTHING, stored, appended }))
  }
}

const checkpoint = () =>
  database.prepare('SELECT * FROM ledger_checkpoints').get() as
    | { up_to: number; folded_to: number; sums: string }
    | undefined
const rows = (): { number: number; at: number; json: string }[] =>
  database.prepare('SELECT number, at, json FROM ledger ORDER BY number').all() as {
    number: number
    at: number
    json: string
  }[]
function tidyUp(): number {
  let steps = 1
  while (transaction(database, () => worlds.tidy(1))) steps += 1
  return steps
}

it('the ledger of a world that is opened is compared with its balances, before a checkpoint and after one', () => {
  addEntries(100, BEGIN, 1_000)
  expect(worlds.read(1).fault).toBeUndefined()
  tidyUp()
  addEntries(100, BEGIN + DAY, 1_000)
  expect(worlds.read(1).fault).toBeUndefined()
  database.exec("UPDATE balances SET amount = '\"1\"' WHERE place = 'account:7:free'")
  expect(worlds.read(1).fault).toBe('its entries do not add up to the USDT of account:7:free')
})

it('the ledger of a world that is opened is missed where it lacks an entry, or has one whose balance is not there', () => {
  addEntries(10, BEGIN, 1_000)
  worlds.save(1, {
    ...NOTHING,
    appended: [
      { journal: 'ledger', at: BEGIN, json: JSON.stringify(entryOf(BEGIN, decimal('3'))) },
    ],
  })
  expect(worlds.read(1).fault).toMatch(/do not add up/)
})

it('the ledger of a world that is opened is read from its checkpoint on: never more than 25,000 entries', () => {
  addEntries(60_000, BEGIN, 1_000, 500)
  const last = rows().at(-1)?.number ?? 0
  expect(last - (checkpoint()?.up_to ?? 0)).toBeLessThan(25_000)
  expect(worlds.read(1).fault).toBeUndefined()
  // Entries before the checkpoint are not read: one that is no JSON does no harm.
  database.exec('DROP TRIGGER ledger_rows_never_change')
  database.exec("UPDATE ledger SET json = 'no JSON' WHERE number = 1")
  expect(worlds.read(1).fault).toBeUndefined()
})

it('the ledger of an older version, which has no checkpoint is added up once, a short step at a time', async () => {
  addEntries(45_000, BEGIN, 1_000, 45_000)
  database.exec('DELETE FROM ledger_checkpoints')
  expect((await storeOver(database).worlds.open(1)).fault).toBeUndefined()
  const upTo = checkpoint()?.up_to ?? 0
  // An opening itself adds up one step at the most.
  expect(upTo).toBeGreaterThanOrEqual(44_000)
})

it('a ledger with an entry that cannot be read is reported at an opening, and blocks neither a commit nor the clean-up', () => {
  addEntries(3_000, BEGIN, 3 * HOUR)
  database.exec('DROP TRIGGER ledger_rows_never_change')
  database.exec("UPDATE ledger SET json = '{' WHERE number = 1500")
  expect(() => worlds.read(1)).toThrow('ledger 1500')
  tidyUp()
  expect(checkpoint()?.up_to).toBe(1_499)
  addEntries(20_000, BEGIN + 400 * DAY, 1_000)
  expect(() => worlds.read(1)).toThrow('ledger 1500')
})

it('entries older than a year are folded into one per day, with the same sums, while younger ones stay as they are', () => {
  addEntries(40_000, BEGIN, 1_200_000)
  const before = rows()
  const newest = before.at(-1)?.at ?? 0
  const steps = tidyUp()
  expect(steps).toBeGreaterThan(10)
  const after = rows()
  const cut = Math.floor((newest - 365 * DAY) / DAY) * DAY
  const days = Math.floor((cut - BEGIN) / DAY)
  expect(after.filter(({ at }) => at < cut)).toHaveLength(days)
  expect(after.filter(({ at }) => at >= cut)).toEqual(before.filter(({ at }) => at >= cut))
  expect(toText(sumOf(after))).toBe(toText(sumOf(before)))
  expect(worlds.read(1).fault).toBeUndefined()
  // All of them, without the checkpoint.
  database.exec('DELETE FROM ledger_checkpoints')
  expect(worldsIn(database).read(1).fault).toBeUndefined()
  expect(tidyUp()).toBeGreaterThan(1)
  expect(rows()).toEqual(after)
})

it('entries older than a year can be folded, and nothing younger can be changed or deleted', () => {
  addEntries(800, BEGIN, DAY / 2)
  const newest = rows().at(-1)?.at ?? 0
  const young = `at > ${newest - 365 * DAY}`
  expect(() => database.exec(`UPDATE ledger SET json = '{}' WHERE ${young}`)).toThrow(
    /never change/,
  )
  expect(() => database.exec(`DELETE FROM ledger WHERE ${young}`)).toThrow(/stay/)
  expect(() => database.exec(`DELETE FROM ledger WHERE NOT (${young})`)).not.toThrow()
})

it('balances older than a year keep the last row of each hour, which a chart of hours reads as before', () => {
  const owned = Array.from({ length: 3_000 }, (_, index) => ({
    account: 1 + (index % 2),
    currency: index % 3 === 0 ? 'BTC' : 'USDT',
    at: BEGIN + index * OWNED_STEP,
    amount: decimal(String(index)),
  }))
  worlds.save(1, { ...NOTHING, owned })
  addEntries(3, BEGIN, 183 * DAY)
  const past = pastIn(database).of(1)
  const hours = Array.from({ length: 400 }, (_, hour) => BEGIN + hour * HOUR)
  const before = past.ownedAt([1, 2], hours)
  const count = () =>
    (database.prepare('SELECT count(*) AS count FROM owned').get() as { count: number }).count
  tidyUp()
  expect(past.ownedAt([1, 2], hours)).toEqual(before)
  // A year before the last entry lies one day after the beginning.
  expect(count()).toBeLessThan(3_000)
  expect(count()).toBeGreaterThan(3_000 - 288)
  addEntries(1, BEGIN + 500 * DAY, 1)
  tidyUp()
  expect(past.ownedAt([1, 2], hours)).toEqual(before)
  expect(count()).toBeLessThan(4 * 252)
})

function sumOf(entries: readonly { json: string }[]): Decimal {
  return entries
    .flatMap(({ json }) => (JSON.parse(json) as Entry).postings)
    .filter(({ place }) => place === 'account:7:free')
    .reduce((sum, { amount }) => add(sum, amount), ZERO)
}
