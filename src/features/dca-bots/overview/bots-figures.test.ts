import { describe, expect, it } from 'vitest'

import { dcaBot, type DcaBot } from '#contract/dca-bots.ts'
import { historicalTrade } from '#contract/history.ts'
import { entity } from '#testing/entity.ts'
import { missingWords } from '#ui/sum-amount.tsx'

import { nowWords } from '../now-words.ts'
import {
  figuresOf,
  finishedSince,
  isRounded,
  moneyOf,
  statusCounts,
  wholeOf,
} from './bots-figures.ts'

const bot = (members: object = {}): DcaBot =>
  entity(dcaBot, {
    id: '3f2a5c1e-8b6d-4e7f-9a10-b2c3d4e5f607',
    name: 'Bot',
    strategy: 'Long',
    quote_currency: 'USDT',
    status: 'running',
    start_condition: 'rsi',
    active_trades: 1,
    max_safety_orders: 5,
    total_profit: 10,
    ...members,
  })

const deal = (orders: number, members: object = {}) => ({
  id: orders,
  pair: 'BTC/USDT',
  created_at: '2026-01-05T00:00:00Z',
  status: 'open',
  safety_orders_filled: orders - 1,
  spent: String(100 * orders),
  bought: String(orders),
  sold: '0',
  average_price: '100',
  current_price: '98',
  stop_loss_price: null,
  take_profit_price: '105',
  next_order_price: null,
  fees: '0.1',
  profit: { amount: String(-2 * orders), percent: '-2' },
  ...members,
})

describe('the figures over a list of bots', () => {
  it('add up what the open deals have spent and would earn, as the service counts it', () => {
    const bots = [bot({ deals: [deal(2)] }), bot({ deals: [deal(1, { profit: { amount: '3' } })] })]
    expect(figuresOf(bots)).toMatchObject({
      openDeals: 2,
      invested: { amount: '300', currency: 'USDT', missing: [] },
      result: { amount: '-1', currency: 'USDT', missing: [] },
      profit: { amount: '20' },
      unknown: [],
    })
  })

  it('name the bots that a sum leaves out, and are a dash with its reason if all are left out', () => {
    const some = figuresOf([bot({ deals: [deal(1)] }), bot({ name: 'Old', deals: null })])
    expect(some.invested).toMatchObject({ amount: '100', missing: ['Old'] })
    expect(some.unknown).toHaveLength(1)
    expect(missingWords(some.invested.missing)).toBe('without Old')
    const none = figuresOf([bot({})])
    expect(none.result).toMatchObject({
      amount: undefined,
      reason: expect.stringMatching(/^Not reported/),
    })
  })

  it('leave out a bot of which one deal has no known result', () => {
    const bots = [
      bot({ deals: [deal(1)] }),
      bot({ name: 'B', deals: [deal(1), deal(2, { profit: {} })] }),
    ]
    expect(figuresOf(bots).result).toMatchObject({ amount: '-2', missing: ['B'] })
  })

  it('give no total of the rows where one of them is not known', () => {
    const bots = [bot({ deals: [deal(1)] }), bot({ name: 'B', total_profit: null })]
    const some = figuresOf(bots)
    expect(wholeOf(some.profit)).toMatchObject({
      amount: undefined,
      reason: 'There is no total without B.',
    })
    const whole = figuresOf(bots.slice(0, 1))
    expect(wholeOf(whole.profit).amount).toBe(whole.profit.amount)
    const unreadable = figuresOf(bots.slice(0, 1), 3)
    expect(unreadable.profit.amount).toBe('10')
    expect(wholeOf(unreadable.profit).reason).toBe('There is no total without 3 bots.')
  })

  it('say that they are rounded where the rows shown do not add up to them', () => {
    const [a, b] = [bot({ total_profit: 1.004 }), bot({ total_profit: 1.004 })]
    expect(isRounded(figuresOf([a, b]).profit)).toBe(true)
    expect(isRounded(figuresOf([a, bot({ total_profit: 1 })]).profit)).toBe(false)
  })

  it('never add up two currencies', () => {
    const bots = [bot({ deals: [deal(1)] }), bot({ quote_currency: 'BTC', deals: [deal(1)] })]
    const { invested, profit } = figuresOf(bots)
    expect(invested.amount).toBeUndefined()
    expect(invested.reason).toBe('They are counted in several currencies.')
    expect(profit.amount).toBeUndefined()
    const inCoins = deal(1, { profit: { amount: '0.1', currency: 'BTC' } })
    expect(moneyOf(bot({ deals: [inCoins] })).result).toMatchObject({ currency: 'BTC' })
    expect(moneyOf(bot({ deals: [inCoins, deal(1)] })).result.amount).toBeUndefined()
  })

  it('name the bots that have no safety order left', () => {
    const { atLast } = figuresOf([bot({ deals: [deal(6)] }), bot({ deals: [deal(5)] })])
    expect(atLast).toHaveLength(1)
  })

  it('are nothing, not unknown, where no deal is open', () => {
    const idle = bot({ active_trades: 0 })
    const { invested, result } = figuresOf([idle, idle])
    const nothing = { amount: '0', currency: 'USDT' }
    expect([invested, result]).toEqual([
      expect.objectContaining(nothing),
      expect.objectContaining(nothing),
    ])
    const inTwo = figuresOf([idle, bot({ active_trades: 0, quote_currency: 'BTC' })]).invested
    expect(inTwo).toMatchObject({ amount: '0', currency: undefined })
  })
})

describe('the profit finished since midnight', () => {
  const closed = (at: string, amount: string, currency = 'USDT') =>
    entity(historicalTrade, {
      closed_at: at,
      source: { type: 'dca_bot', id: bot().id },
      profit: { amount, currency, usd: amount, percent: '1' },
    })
  const midnight = Date.UTC(2026, 10, 22)
  const read = (fills: ReturnType<typeof closed>[], since?: number) =>
    finishedSince({ fills, since, unread: 0 }, [bot()], midnight)

  it('counts the orders of these bots from then on', () => {
    const fills = [closed('2026-11-22T08:00:00Z', '2'), closed('2026-11-21T23:59:00Z', '5')]
    expect(read(fills)).toMatchObject({ amount: '2', currency: 'USDT' })
  })

  it('finished profit is zero in the currency of the bots if no deal was closed since midnight', () => {
    expect(read([])).toMatchObject({ amount: '0', currency: 'USDT' })
  })

  it('is unknown where the history does not reach back, or was not read whole', () => {
    const fills = [closed('2026-11-22T08:00:00Z', '2')]
    expect(read(fills, midnight + 1).amount).toBeUndefined()
    expect(finishedSince({ fills, since: undefined, unread: 1 }, [bot()], midnight).amount).toBe(
      undefined,
    )
    expect(read([...fills, closed('2026-11-22T09:00:00Z', '1', 'BTC')]).amount).toBeUndefined()
  })
})

describe('what a bot does now, in plain words', () => {
  const waiting = deal(1, { bought: '0' })
  it.each<[object, string]>([
    [{ deals: [deal(4)] }, 'Deal open, 3 of 5 safety orders filled'],
    [{}, 'Deal open'],
    [{ deals: [deal(4, { safety_orders_filled: null })] }, 'Deal open'],
    [{ deals: [waiting] }, 'Deal open, no order filled yet'],
    [{ active_trades: 2, deals: [deal(4), deal(1)] }, '2 deals open, 3 of 10 safety orders filled'],
    [{ status: 'stopped', deals: [deal(1)] }, 'Stopped, deal open, 0 of 5 safety orders filled'],
    [{ status: 'stopped', active_trades: 0 }, 'Opens no more deals'],
    [{ active_trades: 0 }, 'Waiting for an RSI signal'],
    [{ active_trades: 0, start_condition: 'manual' }, 'Waiting for you to start a deal'],
    [{ active_trades: 0, start_condition: 'full_moon' }, 'Waiting for “full_moon”'],
  ])('%#', (members, words) => {
    expect(nowWords(bot(members))).toBe(words)
  })
})

describe('bots by status', () => {
  const bots = [
    bot({ exchange: 'harbour', pair: 'BTC/USDT' }),
    bot({ exchange: 'harbour', pair: 'SOL/USDT', status: 'stopped' }),
    bot({ exchange: 'quay', pair: 'SOL/USDT' }),
  ]

  it('are counted under the filters beside the status', () => {
    expect(statusCounts(bots, {})).toEqual({ all: 3, running: 2, stopped: 1, completed: 0 })
    expect(statusCounts(bots, { exchange: 'harbour', pair: 'SOL/USDT' })).toEqual({
      all: 1,
      running: 0,
      stopped: 1,
      completed: 0,
    })
  })

  it('are not counted while one of them cannot be read', () => {
    const unreadable = { kind: 'unreadable' as const, id: 'x', raw: {} }
    expect(statusCounts([...bots, unreadable as never], {})).toBeUndefined()
  })
})
