import { expect, it } from 'vitest'

import {
  add,
  digitsOf,
  isNegative,
  isPositive,
  isZero,
  multiply,
  subtract,
  sum,
  toNumber,
  ZERO,
} from '#money/decimal.ts'
import { groupOf } from '#trading/smart-trade-group.ts'
import { memoryStore } from '#testing/memory-store.ts'

import { openWorld } from '../engine/open-world.ts'

const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 21, 9, 30)
const origin = { kind: 'untidy', seed: 856, madeAt: NOW, user: 'trader' } as const
const store = memoryStore()
const untidy = openWorld(origin, undefined, store.past)
store.keep(untidy.takeChanges())
const pages = [1, 2].map((page) => untidy.smartTrades({ page, per_page: 100 }))
const trades = (await Promise.all(pages)).flat()
const accounts = untidy.exchanges()
const balances = untidy.balanceTable('summary')

const length = (text: string): number => Array.from(text).length
const names = [
  ...accounts.map(({ label }) => label),
  ...untidy.gridBots().map(({ name }) => name),
  ...untidy.dcaBots({}).map(({ name }) => name),
]

it.each([
  ['40 characters with an emoji', (name: string) => length(name) === 40 && name.includes('🌊')],
  ['text from right to left', (name: string) => /\p{Script=Arabic}/u.test(name)],
  ['a formula', (name: string) => name === '=1+1'],
])('the untidy world has an account, a bot and a note with %s', (_, is) => {
  const notes = trades.map(({ note }) => note)
  for (const texts of [accounts.map(({ label }) => label), names, notes]) {
    expect(texts.some(is)).toBe(true)
  }
})

it.each(['USDT_BTC_PERP', 'USDT_BRK.B', 'USDT_1000SATS', 'USDT_币安人生', 'USDC_ETH'])(
  'the untidy world trades the pair %s and holds what it bought',
  (pair) => {
    expect(untidy.pairs().map((row) => row.pair)).toContain(pair)
    expect(trades.map((trade) => trade.pair)).toContain(pair)
  },
)

it('the untidy world has open trades at less than 1e-8 and at more than 1e6', () => {
  const prices = trades
    .filter(({ status }) => groupOf(status) === 'active')
    .map(({ data }) => toNumber(data.average_enter_price ?? ZERO))
  expect(Math.min(...prices.filter((price) => price > 0))).toBeLessThan(1e-8)
  expect(Math.max(...prices)).toBeGreaterThan(1e6)
})

it('the untidy world has two coins of one ticker', () => {
  const slugs = balances
    .filter(({ currency_code }) => currency_code === 'LUNA')
    .map(({ currency_slug }) => currency_slug)
  expect(slugs.toSorted()).toEqual(['terra-luna', 'terra-luna-classic'])
})

it('the untidy world holds a delisted coin that it has traded', async () => {
  const gone = balances.find(({ currency_code }) => currency_code === 'GONE')
  expect(gone && isPositive(gone.position) && isZero(gone.current_price_usd)).toBe(true)
  const rows = await untidy.history({ pair: 'USDT_GONE', limit: 100 })
  expect(rows.length).toBeGreaterThan(10)
  expect(untidy.pairs().some(({ pair }) => pair === 'USDT_GONE')).toBe(false)
})

it('the untidy world has an open trade and a running bot on a halted pair', () => {
  const frost = untidy.pairs().find(({ pair }) => pair === 'USDT_FROST')
  expect(frost).toMatchObject({ day_change_percent: '0', quote_volume: '0' })
  const open = trades.filter(({ status }) => groupOf(status) === 'active')
  expect(open.some(({ pair }) => pair === 'USDT_FROST')).toBe(true)
  const bots = untidy.gridBots().filter(({ is_enabled }) => is_enabled)
  expect(bots.some(({ pair }) => pair === 'USDT_FROST')).toBe(true)
})

it('the untidy world owes coins and money', () => {
  const owed = balances.filter(({ borrowed }) => isPositive(borrowed))
  expect(owed.map(({ currency_code }) => currency_code)).toEqual(
    expect.arrayContaining(['ETH', 'USDT']),
  )
  expect(balances.some(({ equity }) => isNegative(equity))).toBe(true)
})

it('the untidy world ends its year with less than was paid in', async () => {
  const points = await untidy.balanceHistory('summary', NOW - 364 * DAY, NOW)
  const paidIn = points.slice(1).reduce((total, point) => total + point.usd_deposit_amount, 0)
  expect((points.at(-1)?.usd ?? 0) + 1_000).toBeLessThan((points[0]?.usd ?? 0) + paidIn)
})

it('the untidy world has bots and trades that lost', () => {
  const results = trades.flatMap(({ status, profit }) =>
    groupOf(status) === 'finished' && profit.usd !== null ? [profit.usd] : [],
  )
  expect(isNegative(sum(results))).toBe(true)
  const lost = untidy.dcaBots({}).filter(({ total_profit }) => isNegative(total_profit))
  expect(lost.length).toBeGreaterThan(1)
})

it.each(['active', 'finished', 'cancelled', 'failed'] as const)(
  'the untidy world has trades that are %s',
  (group) => {
    expect(trades.some(({ status }) => groupOf(status) === group)).toBe(true)
  },
)

it('the untidy world has a trade that was liquidated and bots in every status', () => {
  expect(trades.some(({ status }) => status.title === 'Liquidated')).toBe(true)
  const statuses = untidy.dcaBots({}).map(({ status }) => status)
  expect([...new Set(statuses)].toSorted()).toEqual(['completed', 'running', 'stopped'])
  expect(untidy.gridBots().filter(({ is_enabled }) => is_enabled)).toHaveLength(5)
})

it('the untidy world keeps an account without any balance', () => {
  const held = new Set(balances.map(({ account_id }) => account_id))
  expect(accounts.filter(({ id }) => !held.has(id))).toHaveLength(1)
})

it('the untidy world gives every open trade a profit that the other figures of its drawer come to', () => {
  const open = trades.filter(
    ({ status, data }) => groupOf(status) === 'active' && isPositive(data.entered_amount),
  )
  expect(open.length).toBeGreaterThan(5)
  for (const { position, data, profit } of open) {
    const worth = multiply(
      subtract(data.entered_amount, data.closed_amount),
      data.current_price.last,
    )
    const [paid, received] = [data.entered_total, add(data.closed_total, worth)]
    const gross = position.type === 'buy' ? subtract(received, paid) : subtract(paid, received)
    const costs = add(data.commission_paid ?? ZERO, data.interest ?? ZERO)
    expect(profit.volume).toBe(subtract(gross, costs))
  }
})

// Changes the world, so that it comes last.
it('the untidy world gives a deal below 1e-8 an average price of eight digits', () => {
  const botNow = () => untidy.dcaBots({}).find(({ pair }) => pair === 'MOTE/USDT')
  untidy.startDcaBot(botNow()?.id ?? '')
  untidy.advance(NOW + 60_000)
  const [deal] = botNow()?.deals ?? []
  expect(deal?.average_price && digitsOf(deal.average_price)).toBe(8)
})
