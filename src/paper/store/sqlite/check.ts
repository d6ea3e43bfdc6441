import {
  type Decimal,
  NO_TALLY,
  type Tally,
  ZERO,
  add,
  isZero,
  sum,
  tallied,
  totalOf,
} from '#money/decimal.ts'

import type { Entry } from '../../engine/balances/ledger.ts'
import type { Order } from '../../engine/orders/order.ts'
import { recordFault } from '../../engine/record-shapes.ts'
import { STORED_FORMAT } from '../../engine/world.ts'
import { type Database, openBeside } from './database.ts'
import { migrate } from './migrate.ts'
import { worldsIn } from './worlds.ts'
import { formatsIn, OTHER_RECORDS, type RecordRow, WORLD_RECORDS } from './record-sources.ts'

const MAX_FAULTS = 50

export type Checked = { records: number; worlds: number; faults: string[] }

/** Checks the file, every record and the sums of money. Faults never contain content. */
export function checkEverything(database: Database): Checked {
  // Reads as of one moment, while a service may write.
  database.exec('BEGIN')
  try {
    return checkNow(database)
  } finally {
    database.exec('ROLLBACK')
  }
}

function checkNow(database: Database): Checked {
  const faults: string[] = []
  let records = 0
  const found = (fault: string): void => {
    if (faults.length < MAX_FAULTS) faults.push(fault)
    else if (faults.length === MAX_FAULTS) faults.push('… and more.')
  }
  for (const { integrity_check: said } of all<{ integrity_check: string }>(
    database,
    'PRAGMA integrity_check(20)',
  )) {
    if (said !== 'ok') found(`the file: ${said}`)
  }
  for (const { table, parent } of all<{ table: string; parent: string }>(
    database,
    'PRAGMA foreign_key_check',
  )) {
    found(`the file: a row of ${table} belongs to no row of ${parent}`)
  }
  for (const part of foreignParts(database)) found(`the file: ${part} is none of Quarterdeck's`)
  if (faults.length > 0) return { records, worlds: 0, faults }

  const names = new Map(
    all<{ id: number; name: string }>(database, 'SELECT id, name FROM users').map(
      ({ id, name }) => [id, name],
    ),
  )
  const nameOf = (userId: number): string => names.get(userId) ?? `number ${userId}`
  const sums = moneyIn()
  /** Users with records of another format, which cannot be checked. */
  const others = new Set<number>()
  for (const [userId, format] of formatsIn(database)) {
    if (format === STORED_FORMAT || !Number.isInteger(format)) continue
    others.add(userId)
    const older = format < STORED_FORMAT
    found(`user ${nameOf(userId)}: the world was stored by ${older ? OLDER : NEWER}`)
  }
  for (const source of [...WORLD_RECORDS, ...OTHER_RECORDS]) {
    const isOfWorld = WORLD_RECORDS.includes(source)
    for (const row of database.prepare(source).iterate() as Iterable<RecordRow>) {
      records += 1
      const { user_id: userId, kind, id, json } = row
      if (isOfWorld && userId !== null && others.has(userId)) continue
      const fault = recordFault(kind, json)
      const owner = userId === null ? 'the service' : `user ${nameOf(userId)}`
      if (fault !== undefined) found(`${owner}: ${kind} ${id} ${fault}`)
      else if (isOfWorld && userId !== null) sums.add(userId, row)
    }
  }
  for (const [userId, fault] of sums.faults()) found(`user ${nameOf(userId)}: ${fault}`)
  if (faults.length === 0) {
    // Starts from the ledger's checkpoint, as an opening does.
    for (const [userId, name] of names) {
      const fault = worldsIn(database).read(userId).fault
      if (fault !== undefined) found(`user ${name}: the ledger contradicts itself: ${fault}`)
    }
  }
  const [{ count } = { count: 0 }] = all<{ count: number }>(
    database,
    'SELECT count(*) AS count FROM worlds',
  )
  return { records, worlds: count, faults }
}

/** Triggers and views that a new file lacks: they would act on every write. */
function foreignParts(database: Database): string[] {
  const parts = `SELECT name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')`
  const own = openBeside(':memory:')
  migrate(own)
  const known = new Set(all<{ sql: string }>(own, parts).map(({ sql }) => sql))
  own.close()
  const found = all<{ name: string; sql: string }>(database, parts)
  return found.filter(({ sql }) => !known.has(sql)).map(({ name }) => name)
}

const all = <T>(database: Database, sql: string): T[] => database.prepare(sql).all() as T[]

const OLDER =
  'an older version of Quarterdeck; a start brings it up to this one, and can be checked then'
const NEWER = 'a newer version of Quarterdeck; update Quarterdeck'

/** Compares the sums of ledgers and holds with the balances. */
function moneyIn() {
  const users = new Map<number, Map<string, Money>>()
  const broken: [userId: number, fault: string][] = []

  function at(userId: number, key: string): Money {
    const user = users.get(userId) ?? new Map<string, Money>()
    users.set(userId, user)
    const money = user.get(key) ?? { entries: NO_TALLY, balance: ZERO, holds: ZERO }
    user.set(key, money)
    return money
  }

  function addEntry(userId: number, id: string, { postings }: Entry): void {
    for (const { place, currency, amount } of postings) {
      const money = at(userId, `${place} ${currency}`)
      money.entries = tallied(money.entries, amount)
    }
    for (const currency of new Set(postings.map((posting) => posting.currency))) {
      const amounts = postings.filter((p) => p.currency === currency).map(({ amount }) => amount)
      if (!isZero(sum(amounts)))
        broken.push([userId, `ledger ${id} does not cancel out in ${currency}`])
    }
  }

  return {
    add(userId: number, { kind, id, json }: RecordRow): void {
      if (kind === 'ledger') addEntry(userId, id, JSON.parse(json) as Entry)
      if (kind === 'balance') at(userId, id).balance = JSON.parse(json) as Decimal
      if (!OWNERS.has(kind)) return
      for (const { account, holds } of (JSON.parse(json) as { orders: Order[] }).orders) {
        for (const { currency, amount } of holds) {
          const money = at(userId, `account:${account}:held ${currency}`)
          money.holds = add(money.holds, amount)
        }
      }
    },
    *faults(): Generator<readonly [userId: number, fault: string]> {
      yield* broken
      for (const [userId, user] of users) {
        for (const [key, { entries, balance, holds }] of user) {
          if (totalOf(entries) !== balance)
            yield [userId, `the ledger does not add up to the balance of ${key}`]
          if (key.includes(':held ') && holds !== balance)
            yield [userId, `open orders do not hold the balance of ${key}`]
        }
      }
    },
  }
}

type Money = { entries: Tally; balance: Decimal; holds: Decimal }
const OWNERS: ReadonlySet<string> = new Set(['smart_trade', 'grid_bot', 'dca_bot'])
