import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { historicalTrade } from '#contract/history.ts'
import { decimal, toText } from '#money/decimal.ts'
import { createQueryClient } from '#query/query-client.ts'
import { oneUnread } from '#testing/one-unread.ts'
import { proofSize } from '#testing/proof-size.ts'
import { entity } from '#testing/entity.ts'

import {
  historyOf,
  latestOrders,
  MOST_ORDERS,
  profitOverTime,
  profitsIn,
  realisedFrom,
  realisedIn,
} from './profits.ts'

const DAY = 86_400_000
const START = Date.UTC(2026, 0, 1, 6)

/** A trade of the history, so many days after the bot was made. */
const sale = (days: number, amount: string | undefined, change: object = {}) =>
  entity(historicalTrade, {
    closed_at: new Date(START + days * DAY).toISOString(),
    source: { type: 'grid_bot', id: '7' },
    profit: amount === undefined ? null : { amount, currency: 'USDT', usd: amount, percent: '1' },
    ...change,
  })

const ONE = { source: 'grid_bot', id: '7', currency: 'USDT' } as const

const over = (trades: ReturnType<typeof sale>[], days: number) =>
  profitOverTime(profitsIn(trades, ONE).profits, { from: START, until: START + days * DAY })

const written = (points: ReturnType<typeof over>) =>
  points.map(({ at, total, orders }) => [(at - START) / DAY, toText(total), orders])

it('the profit of a grid bot over time adds up by the day what its sales realised, and once at the end', () => {
  const trades = [sale(4.5, '2.25'), sale(0.5, '1'), sale(0.5, undefined), sale(4.6, '-0.25')]
  expect(written(over(trades, 6))).toEqual([
    [0, '0', 0],
    [0.75, '1', 1],
    [1.75, '1', 1],
    [2.75, '1', 1],
    [3.75, '1', 1],
    [4.75, '3', 3],
    [5.75, '3', 3],
    [6, '3', 3],
  ])
})

it('the profit of a grid bot over time goes by the hour while the bot is young', () => {
  expect(over([sale(0.01, '1')], 0.25)).toHaveLength(7)
})

it('the profit of a grid bot over time ends with what the bot says altogether where older sales were not read', () => {
  const trades = [sale(1.5, '2'), sale(4.5, '3')]
  const points = profitOverTime(profitsIn(trades, ONE).profits, {
    from: undefined,
    total: decimal('12'),
    until: START + 6 * DAY,
  })
  expect(points[0]).toMatchObject({ at: START + 1.5 * DAY, total: decimal('7') })
  expect(points.at(-1)?.total).toEqual(decimal('12'))
})

it('the profit of a grid bot over time counts no other bot, no other kind of source and no other currency', () => {
  const foreign = [
    sale(1, '1', { source: { type: 'grid_bot', id: '8' } }),
    sale(1, '1', { source: { type: 'dca_bot', id: '7' } }),
    sale(1, '1', { source: null }),
    sale(1, '1', { closed_at: 'soon' }),
    sale(1, '1', { profit: { amount: '1', currency: 'BTC', usd: '1', percent: '1' } }),
  ]
  expect(over(foreign, 6)).toEqual([])
  expect(over([...foreign, sale(1, '5')], 6).at(-1)?.orders).toBe(1)
})

it('the profit of a grid bot over time ends with the sum of all sales and never has two points at one instant', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: -500, max: 500 })), {
        minLength: 1,
        maxLength: 20,
      }),
      (sales) => {
        const trades = sales.map(([tenth, cents]) => sale(tenth / 10, (cents / 100).toFixed(2)))
        const points = over(trades, 45)
        const sum = sales.reduce((before, [, cents]) => before + cents, 0)
        expect(points.at(-1)?.total).toEqual(decimal(String(sum / 100)))
        const times = points.map(({ at }) => at)
        expect([...new Set(times)].toSorted((a, b) => a - b)).toEqual(times)
      },
    ),
    { numRuns: proofSize(20, 1_000) },
  )
})

it('realised profit counts the unreadable sales that it leaves out', () => {
  const sales = [1, 2].map((days) => ({
    closed_at: new Date(START + days * DAY).toISOString(),
    source: { type: 'grid_bot', id: '7' },
    profit: { amount: `${days}.5`, currency: 'USDT' },
  }))
  for (const { json, path } of oneUnread(sales)) {
    const trades = json.map((row) => entity(historicalTrade, row))
    const total = over(trades, 6).at(-1)?.total
    const left = profitsIn(trades, ONE).unread
    expect([path, total, left]).toEqual([path, path.startsWith('0') ? '2.5' : '1.5', 1])
  }
  expect(profitsIn([sale(1, '3'), sale(2, undefined)], ONE).unread).toBe(0)
})

it('realised profit is read after everything that a page needs first', async () => {
  const ranks: unknown[] = []
  const client = createQueryClient({
    now: () => Date.now(),
    read: async (_endpoint, _request, _signal, rank) => {
      ranks.push(rank)
      return [] as never
    },
  })
  await client.fetchQuery(latestOrders(historyOf(), MOST_ORDERS))
  expect(ranks).toEqual(['extra'])
})

describe('profit of all grid bots', () => {
  const GRIDS = { source: 'grid_bot', readAt: START + 9 * DAY, most: MOST_ORDERS } as const
  const inCoins = (days: number, usd: string | null) =>
    sale(days, '0.001', { profit: { amount: '0.001', currency: 'BTC', usd, percent: '1' } })
  const amounts = ({ profits }: { profits: readonly { amount: Parameters<typeof toText>[0] }[] }) =>
    profits.map(({ amount }) => toText(amount))

  it('the realised profit of all grid bots is in the one currency of all orders', () => {
    const realised = realisedIn([sale(3, '2'), sale(1, '1')], GRIDS)
    expect(realised).toMatchObject({ currency: 'USDT', isConverted: false, unread: 0 })
    expect(amounts(realised)).toEqual(['1', '2'])
  })

  it('the realised profit of all grid bots is in USD if the currencies differ, and counts the orders without a value in USD', () => {
    const realised = realisedIn([sale(3, '2'), inCoins(2, '90'), inCoins(1, null)], GRIDS)
    expect(realised).toMatchObject({ currency: 'USD', isConverted: true, unread: 1 })
    expect(amounts(realised)).toEqual(['90', '2'])
  })

  it('the realised profit of all grid bots lists the newest orders of these bots only', () => {
    const other = sale(2, '1', { source: { type: 'dca_bot', id: '1' } })
    const own = sale(3, undefined)
    expect(realisedIn([own, other], GRIDS).fills).toEqual([own])
  })

  it('the realised profit of all grid bots is known for a day only if every order of it was read', () => {
    const trades = Array.from({ length: MOST_ORDERS }, (_, index) => sale(8 - index / 500, '1'))
    const whole = realisedIn(trades, GRIDS)
    expect(realisedFrom(whole, START + 7 * DAY)).toEqual(decimal('501'))
    expect(realisedFrom(whole, START + 5 * DAY)).toBeUndefined()
    expect(realisedFrom(realisedIn(trades.slice(1), GRIDS), START)).toEqual(decimal('999'))
    expect(realisedFrom({ ...whole, unread: 1 }, START + 7 * DAY)).toBeUndefined()
    const hundred = realisedIn(trades.slice(0, 100), { ...GRIDS, most: 100 })
    expect(realisedFrom(hundred, START + 7.81 * DAY)).toEqual(decimal('96'))
    expect(realisedFrom(hundred, START + 7 * DAY)).toBeUndefined()
  })
})
