import fc from 'fast-check'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { HISTORY_ORDERS } from '#contract/searches.ts'
import {
  SMART_TRADE_GROUPS,
  SMART_TRADE_ORDERS,
  SMART_TRADE_TYPES,
} from '#contract/smart-trades.ts'
import { decimal } from '#money/decimal.ts'
import type { Appended, Changes } from '#paper/engine/changes.ts'
import { type EndedTrade, type Owned, OWNED_STEP } from '#paper/engine/past.ts'
import { memoryStore } from '#testing/memory-store.ts'
import { proofSize, propertyRuns } from '#testing/proof-size.ts'

import { pastInMemory } from '../../in-page/past-in-memory.ts'
import { type Database, openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { usersIn } from './keys.ts'
import { historyQuery, pastIn, tradeQueries } from './past.ts'
import { worldsIn } from './worlds.ts'

let directory: string
let database: Database
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'quarterdeck-past-'))
  database = openDatabase(join(directory, 'past.db'))
  database.exec('PRAGMA synchronous = OFF')
  migrate(database)
  for (const name of ['trader', 'another']) usersIn(database).ensure({ name }, 0)
})
afterEach(() => {
  database.close()
  rmSync(directory, { recursive: true })
})

const runs = propertyRuns(2_000)
const seed = proofSize(20_264, Date.now() % 2 ** 31)

/** A world: accounts 1 and 2 are paper, 3 is real. */
const account = fc.constantFrom(1, 2, 3)
const modeOf = (id: number): 'paper' | 'real' => (id === 3 ? 'real' : 'paper')
const pair = fc.constantFrom('USDT_BTC', 'USDT_ETH', 'BTC_ETH')
const currency = fc.constantFrom('BTC', 'ETH', 'USDT')
/** Few, so that there are ties. */
const at = fc.integer({ min: 0, max: 12 })
const amount = fc.constantFrom(...['-3', '-0.5', '0', '0.5', '2', '10.25', '100'].map(decimal))
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const history = fc
  .record({ account, pair, createdAt: at, closedAt: at, uuid: fc.uuid() })
  .map(({ uuid, ...row }): Appended => ({
    journal: 'history',
    at: row.closedAt,
    mode: modeOf(row.account),
    ...row,
    json: JSON.stringify({
      uuid,
      account_id: row.account,
      pair: row.pair,
      created_at: row.createdAt,
      closed_at: row.closedAt,
      filled: { units: '0', total: '0', price: null },
      commission: { amount: '0', currency: 'USDT' },
      profit: null,
      status: { value: 'cancelled', error: null },
    }),
  }))
const event = fc
  .record({ bot: fc.constantFrom('a', 'b'), number: fc.integer({ min: 1, max: 99 }) })
  .map(({ bot, number }): Appended => ({
    journal: 'events',
    at: number,
    bot,
    number,
    json: JSON.stringify({
      id: number,
      created_at: number,
      type: 'started',
      message: bot,
      price: null,
      amount: null,
    }),
  }))
const flow = fc
  .record({ account, currency, at, amount })
  .map((row): Appended => ({ journal: 'flows', ...row }))
const owned = fc
  .record({ account, currency, at, amount })
  .map((row): Owned => ({ ...row, at: row.at * OWNED_STEP }))
const ended = fc
  .record({
    id: fc.integer({ min: 1, max: 40 }),
    account,
    pair,
    type: fc.constantFrom(...SMART_TRADE_TYPES),
    group: fc.constantFrom('finished', 'cancelled', 'failed'),
    rank: fc.integer({ min: 9, max: 13 }),
    isProfit: fc.boolean(),
    createdAt: at,
    updatedAt: at,
    closedAt: fc.option(at),
    profitUsd: fc.option(amount),
    profitPercent: fc.option(amount),
  })
  .map(({ isProfit, ...trade }): EndedTrade => {
    const [quote = '', base = ''] = trade.pair.split('_')
    const isSuccess = isProfit && trade.group === 'finished'
    const json = JSON.stringify({ id: trade.id, note: isProfit })
    return { ...trade, json, base, quote, isSuccess, mode: modeOf(trade.account) }
  })

const few = { maxLength: 40 }
const events = fc.uniqueArray(event, { ...few, selector: (row) => JSON.stringify(row) })
const changes = fc
  .record({
    rows: fc.array(fc.oneof(history, flow), few),
    events,
    // An id stays on its account: it is put once.
    ended: fc.uniqueArray(ended, { ...few, selector: ({ id }) => id }),
    owned: fc.array(owned, few),
  })
  .map(({ rows, events: happened, ...past }): Changes => ({
    stored: [],
    removed: [],
    ...past,
    appended: [...rows, ...happened],
  }))

const historyFilter = fc.record({
  mode: fc.constantFrom('paper' as const, 'real' as const),
  account_id: maybe(account),
  pair: maybe(pair),
  order_by: maybe(fc.constantFrom(...HISTORY_ORDERS)),
  order_direction: maybe(fc.constantFrom('asc' as const, 'desc' as const)),
  limit: maybe(fc.integer({ min: 1, max: 12 })),
  offset: maybe(fc.integer({ min: 0, max: 30 })),
  from: maybe(at),
  to: maybe(at),
})
const tradeFilter = fc.record({
  mode: fc.constantFrom('paper' as const, 'real' as const),
  account_id: maybe(account),
  pair: maybe(pair),
  base: maybe(fc.constantFrom('BTC', 'ETH')),
  quote: maybe(fc.constantFrom('BTC', 'USDT')),
  type: maybe(fc.constantFrom(...SMART_TRADE_TYPES)),
  status: maybe(fc.constantFrom(...SMART_TRADE_GROUPS, 'successfully_finished' as const)),
  from: maybe(at),
  to: maybe(at),
  order_by: maybe(fc.constantFrom(...SMART_TRADE_ORDERS)),
  order_direction: maybe(fc.constantFrom('ASC' as const, 'DESC' as const)),
})
const span = fc.record({
  offset: fc.integer({ min: 0, max: 30 }),
  limit: fc.integer({ min: 1, max: 12 }),
})

it('reads of the past equal those of the reference store, for every filter, in SQLite and in a page', async () => {
  await fc.assert(
    fc.asyncProperty(
      changes,
      changes,
      fc.array(historyFilter, { minLength: 3, maxLength: 12 }),
      fc.array(fc.tuple(tradeFilter, span), { minLength: 6, maxLength: 24 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 13 * OWNED_STEP }), { maxLength: 6 }),
      async (mine, theirs, historyFilters, tradeFilters, moments) => {
        database.exec('BEGIN')
        try {
          const worlds = worldsIn(database)
          worlds.save(1, mine)
          worlds.save(2, theirs)
          const memory = memoryStore()
          memory.keep(mine)
          const inMemory = pastInMemory()
          inMemory.add(mine)
          for (const past of [pastIn(database).of(1), inMemory.past]) {
            for (const filter of historyFilters) {
              expect(await past.history(filter)).toEqual(await memory.past.history(filter))
            }
            for (const [filter, page] of tradeFilters) {
              expect(await past.trades(filter, page)).toEqual(
                await memory.past.trades(filter, page),
              )
            }
            for (const id of [1, 7, 99]) {
              expect(await past.trade(id)).toEqual(await memory.past.trade(id))
            }
            expect(await past.events('a', 5)).toEqual(await memory.past.events('a', 5))
            const ascending = moments.toSorted((a, b) => a - b)
            expect(inOrder(await past.ownedAt([1, 3], ascending))).toEqual(
              inOrder(await memory.past.ownedAt([1, 3], ascending)),
            )
            expect(await past.flows([2, 3], 3, 9)).toEqual(await memory.past.flows([2, 3], 3, 9))
          }
        } finally {
          database.exec('ROLLBACK')
        }
      },
    ),
    { numRuns: runs, seed },
  )
})

/** No order was agreed among what is owned at one moment. */
const inOrder = (moments: readonly (readonly Owned[])[]) =>
  moments.map((rows) =>
    rows.toSorted((a, b) => a.account - b.account || (a.currency < b.currency ? -1 : 1)),
  )

/** SQLite's plan for a query. */
const planOf = (sql: string): string[] =>
  (database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() as { detail: string }[]).map(
    ({ detail }) => detail,
  )
const isIndexed = (step: string): boolean => /^SEARCH \w+ USING (COVERING )?INDEX/.test(step)

describe('pages of the past', () => {
  const directions = ['asc', 'desc'] as const
  const asked = (name: string, value: unknown) => [{}, { [name]: value }]

  it('no page of the past of the history scans or sorts what a user has', () => {
    let count = 0
    for (const order_by of HISTORY_ORDERS)
      for (const order_direction of directions)
        for (const ofAccount of asked('account_id', 1))
          for (const ofPair of asked('pair', 'USDT_BTC')) {
            const filter = { mode: 'paper' as const, order_by, order_direction, from: 1, to: 2 }
            const { sql } = historyQuery({ ...filter, ...ofAccount, ...ofPair })
            const plan = planOf(sql)
            expect({ sql, steps: plan.filter((step) => !isIndexed(step)) }).toEqual({
              sql,
              steps: [],
            })
            // Each filter is looked up, not looked through.
            const filters = 2 + Object.keys(ofAccount).length + Object.keys(ofPair).length
            expect([sql, plan.join().match(/=\?/g)?.length]).toEqual([sql, filters])
            const range = order_by === 'closed_at' ? 'closed_at>? AND closed_at<?' : ''
            expect(plan.join()).toContain(range)
            count += 1
          }
    expect(count).toBe(24)
  })

  it('no page of the past of the ended trades scans or sorts what a user has', () => {
    const filters = [
      ['mode', {}],
      ['account', { account_id: 1 }],
      ['pair', { pair: 'USDT_BTC' }],
      ['base', { base: 'BTC' }],
      ['quote', { quote: 'USDT' }],
      ['type', { type: 'simple_buy' }],
      ['mode', { status: 'all' }],
      ['trade_group', { status: 'finished' }],
      ['is_success', { status: 'successfully_finish' }],
      ['mode', { from: 1, to: 2 }],
      ['mode', { account_id: 1, pair: 'USDT_BTC', status: 'finished', from: 1 }],
    ] as const
    for (const order_by of SMART_TRADE_ORDERS)
      for (const order_direction of ['ASC', 'DESC'] as const)
        for (const [column, filter] of filters) {
          const order = { mode: 'paper' as const, order_by, order_direction }
          const { known, missing } = tradeQueries({ ...order, ...filter })
          for (const sql of missing === undefined ? [known] : [known, missing]) {
            const plan = planOf(sql)
            expect({ sql, steps: plan.filter((step) => !isIndexed(step)) }).toEqual({
              sql,
              steps: [],
            })
            // A filter is looked up, not looked through.
            expect(plan.join()).toContain(`${column}=?`)
          }
        }
  })

  it('this test notices if a page of the past has no index', () => {
    database.exec('DROP INDEX history_of_pair_by_closed_at')
    const { sql } = historyQuery({ mode: 'paper', pair: 'USDT_BTC', order_by: 'closed_at' })
    expect(planOf(sql).join().match(/=\?/g)).not.toHaveLength(3)
  })
})
