import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { groupOf } from '#trading/smart-trade-group.ts'
import { isNegative, isPositive, toNumber } from '#money/decimal.ts'

import type { Engine } from '../engine/engine.ts'
import { firstIdOf } from '../engine/identifiers.ts'
import { openWorld } from '../engine/open-world.ts'
import { memoryStore } from '#testing/memory-store.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 21, 9, 30)
// The seed that is served when none is given.
const origin = { kind: 'demo', seed: 856, madeAt: NOW, user: 'trader' } as const

const store = memoryStore()
const demo = openWorld(origin, undefined, store.past)
const changes = demo.takeChanges()
store.keep(changes)
const trades = await everyPage(demo)
const accounts = demo.exchanges()

async function everyPage(engine: Engine) {
  const pages = Array.from({ length: 20 }, (_, page) =>
    engine.smartTrades({ page: page + 1, per_page: 100, order_by: 'created_at' }),
  )
  return (await Promise.all(pages)).flat()
}
const sorted = (words: Iterable<string>): string[] => [...new Set(words)].toSorted()

it('the demo world has connections on two exchanges, one of them on margin', () => {
  expect(accounts.length).toBeGreaterThanOrEqual(3)
  expect(sorted(accounts.map(({ exchange }) => exchange))).toEqual(['harbour', 'meridian'])
  expect(accounts.map(({ market_type }) => market_type)).toContain('margin')
})

it('the demo world has ids that fit into 32 bits', () => {
  const lines = demo.gridBots().flatMap((bot) => [bot, ...bot.grid_lines])
  const ids = [...trades, ...lines, ...accounts.map((one) => ({ id: one.account_id }))]
  expect(Math.max(...ids.map(({ id }) => Number(id)))).toBeLessThan(2 ** 31)
  // For any user and any seed.
  for (let seed = 0; seed < 5_000; seed += 1) {
    const first = firstIdOf(seed, 'trader')
    expect(first >= 147_000_000 && first + 1_000_000 < 2 ** 31).toBe(true)
  }
})

it('the demo world lists the pairs of every exchange that it has an account on, and of no other', () => {
  const exchanges = sorted(accounts.map(({ exchange }) => exchange))
  const pairs = sorted(demo.pairs().map(({ pair }) => pair))
  expect(pairs).toHaveLength(10)
  for (const exchange of exchanges) {
    const own = demo.pairs().filter((row) => row.exchange === exchange)
    expect(own.map(({ pair }) => pair).toSorted()).toEqual(pairs)
  }
  expect(demo.pairs()).toHaveLength(exchanges.length * pairs.length)
})

it('the demo world has SmartTrades of all six types in every group', () => {
  expect(trades.length).toBeGreaterThanOrEqual(150)
  expect(sorted(trades.map(({ data }) => data.type))).toEqual([
    'simple_buy',
    'simple_sell',
    'smart_buy',
    'smart_cover',
    'smart_sell',
    'smart_trade',
  ])
  expect(sorted(trades.map(({ status }) => groupOf(status)))).toEqual([
    'active',
    'cancelled',
    'failed',
    'finished',
  ])
  const won = trades.filter(({ status, profit }) => {
    return groupOf(status) === 'finished' && profit.usd !== null && isPositive(profit.usd)
  })
  expect(won.length).toBeGreaterThan(30)
})

it.each<[string, (trade: (typeof trades)[number]) => boolean]>([
  ['several targets', ({ take_profit }) => take_profit.steps.length > 1],
  ['a trailing target', ({ take_profit }) => take_profit.steps.some((s) => s.trailing.enabled)],
  ['a stop', ({ stop_loss }) => stop_loss.enabled],
  ['a stop with a timeout', ({ stop_loss }) => stop_loss.timeout?.enabled === true],
  ['a stop at break-even', ({ stop_loss }) => stop_loss.breakeven === true],
  ['leverage', ({ leverage, margin }) => leverage.enabled && margin.amount !== null],
  ['a reason why they failed', ({ status }) => Boolean(status.error)],
  ['a note', ({ note }) => note !== ''],
  ['a loss', ({ profit }) => profit.usd !== null && isNegative(profit.usd)],
])('the demo world has trades with %s', (_, has) => {
  expect(trades.filter(has).length).toBeGreaterThan(0)
})

it('the demo world has an experiment that was liquidated', () => {
  const liquidated = trades.filter(({ status }) => status.title === 'Liquidated')
  expect(liquidated.length).toBeGreaterThan(0)
  expect(liquidated.some(({ note }) => note.startsWith('Experiment'))).toBe(true)
})

it('the demo world has six grid bots, one stopped and one with leverage', () => {
  const bots = demo.gridBots()
  expect(bots).toHaveLength(6)
  expect(bots.filter(({ is_enabled }) => !is_enabled)).toHaveLength(1)
  expect(bots.filter(({ leverage_type }) => /cross|isolated/.test(leverage_type))).toHaveLength(1)
})

it('the demo world has six DCA bots in every status, on two exchanges', () => {
  const bots = demo.dcaBots({})
  expect(bots).toHaveLength(6)
  expect(bots.filter(({ status }) => status === 'stopped')).toHaveLength(1)
  expect(bots.filter(({ status }) => status === 'completed').length).toBeGreaterThanOrEqual(1)
  expect(bots.filter(({ status }) => status === 'running').length).toBeGreaterThan(2)
  expect(sorted(bots.map(({ exchange }) => exchange))).toEqual(['harbour', 'meridian'])
})

it('the demo world has a thousand rows of history, from every source', async () => {
  expect(await demo.history({ limit: 1, offset: 999 })).toHaveLength(1)
  const rows = await demo.history({ limit: 100_000 })
  expect(sorted(rows.map(({ source }) => source.type))).toEqual([
    'dca_bot',
    'grid_bot',
    'smart_trade',
  ])
})

it('the demo world has a year of balances with deposits and a withdrawal', async () => {
  const points = await demo.balanceHistory('summary', NOW - 364 * DAY, NOW)
  expect(points.length).toBeGreaterThanOrEqual(364)
  expect(points.every(({ usd }) => usd > 0)).toBe(true)
  expect(points.filter((point) => point.usd_deposit_amount > 0).length).toBeGreaterThan(2)
  expect(points.filter((point) => point.usd_deposit_amount < 0)).toHaveLength(1)
})

it('the demo world has about 5,000 USDT to trade with, and a coin without a price', () => {
  const rows = demo.balanceTable('summary')
  const free = rows.filter(({ currency_code }) => currency_code === 'USDT')
  const most = Math.max(...free.map((row) => toNumber(row.position_available)))
  expect(most).toBeGreaterThanOrEqual(5_000)
  const unpriced = rows.filter((row) => !isPositive(row.current_price_usd))
  expect(unpriced.map(({ currency_code }) => currency_code)).toEqual(['HBRT'])
})

it('the demo world has a spot connection with coins, a running DCA bot and an active SmartTrade at once', async () => {
  const active = await demo.smartTrades({ status: 'active', per_page: 100 })
  const suitable = accounts.filter(({ id, account_id, market_type }) => {
    const bots = demo.dcaBots({ status: 'running' })
    return (
      market_type === 'spot' &&
      demo.balanceTable(id).some(({ currency_code }) => currency_code !== 'USDT') &&
      bots.some(({ connection_id }) => connection_id === id) &&
      active.some(({ account }) => String(account.id) === String(account_id))
    )
  })
  expect(suitable.length).toBeGreaterThan(0)
})

describe('the same seed and day', () => {
  const digest = (): string => {
    const world = openWorld(origin, undefined, memoryStore().past)
    return createHash('sha256').update(JSON.stringify(world.takeChanges())).digest('hex')
  }

  it('the same seed and day make the same demo world, whose real ones say that they are simulated', async () => {
    expect(digest()).toBe(createHash('sha256').update(JSON.stringify(changes)).digest('hex'))
    demo.setMode('real')
    const real = demo.exchanges()
    expect(real.length).toBeGreaterThan(0)
    expect(real.every(({ account_name }) => /simulated/.test(account_name))).toBe(true)
    expect((await everyPage(demo)).length).toBeGreaterThan(0)
  })
})
