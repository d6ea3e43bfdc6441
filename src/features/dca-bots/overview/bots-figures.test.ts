import { describe, expect, it } from 'vitest'

import { dcaBot, type DcaBot } from '#contract/dca-bots.ts'
import { historicalTrade } from '#contract/history.ts'
import { decimal } from '#money/decimal.ts'
import { entity } from '#testing/entity.ts'

import { type LiveDeal, type OpenDeals, openDealsOf } from '../live-deals.ts'
import { nowWords } from '../now-words.ts'
import {
  type BotNow,
  figuresOf,
  finishedSince,
  statusCounts,
  sumOf,
  wholeOf,
} from './bots-figures.ts'

const bot = (members: object = {}): DcaBot =>
  entity(dcaBot, {
    id: '3f2a5c1e-8b6d-4e7f-9a10-b2c3d4e5f607',
    strategy: 'Long',
    quote_currency: 'USDT',
    status: 'running',
    start_condition: 'rsi',
    active_trades: 1,
    max_safety_orders: 5,
    total_profit: 10,
    ...members,
  })

const fill = { at: 0, price: decimal('100'), units: decimal('1'), total: decimal('100') }
const deal = (orders: number): LiveDeal => ({
  fills: Array.from({ length: orders }, () => fill),
  filled: orders - 1,
  since: 0,
  spent: decimal(String(100 * orders)),
  units: decimal(String(orders)),
  closed: decimal('0'),
  average: decimal('100'),
  fees: decimal('0'),
  target: decimal('105'),
  stop: undefined,
  next: undefined,
  lastOrder: decimal('80'),
})
const known = (...deals: LiveDeal[]): OpenDeals => ({ kind: 'known', deals, unfilled: 0 })
const UNKNOWN: OpenDeals = { kind: 'unknown', reason: 'Too old.' }
const now = (members: object, open: OpenDeals | undefined, price = '98'): BotNow => ({
  bot: bot(members),
  open,
  price: decimal(price),
})

describe('the figures over a list of bots', () => {
  it('add up what the open deals hold and would earn', () => {
    const figures = figuresOf([now({}, known(deal(2))), now({}, known(deal(1)), '103')], '')
    expect(figures).toMatchObject({
      openDeals: 2,
      invested: { amount: '300', currency: 'USDT', left: 0 },
      result: { amount: '-1', currency: 'USDT', left: 0 },
      profit: { amount: '20' },
      unread: 0,
    })
  })

  it('say how many bots a sum leaves out, and are a dash with its reason when it leaves out all', () => {
    const some = figuresOf([now({}, known(deal(1))), now({}, UNKNOWN)], 'Not read.')
    expect(some.invested).toMatchObject({ amount: '100', left: 1 })
    expect(some.unread).toBe(1)
    const none = figuresOf([now({}, UNKNOWN)], 'Not read.')
    expect(none.result).toMatchObject({ amount: undefined, reason: 'Not read.' })
  })

  it('give no total of the rows where one of them is not known', () => {
    const bots = [
      now({}, known(deal(1))),
      now({ active_trades: null, total_profit: null }, UNKNOWN),
    ]
    const some = figuresOf(bots, 'Not read.')
    expect(some.openDeals).toBeUndefined()
    expect(wholeOf(some.profit)).toMatchObject({
      amount: undefined,
      reason: '1 bot is not known, so there is no total.',
    })
    const whole = figuresOf(bots.slice(0, 1), '')
    expect(wholeOf(whole.profit).amount).toBe(whole.profit.amount)
    const unreadable = figuresOf(bots.slice(0, 1), '', 2)
    expect(unreadable.profit).toMatchObject({ amount: '10', left: 2 })
    expect(wholeOf(unreadable.profit).reason).toBe('2 bots are not known, so there is no total.')
  })

  it('never add up two currencies', () => {
    const { invested, profit } = figuresOf(
      [now({}, known(deal(1))), now({ quote_currency: 'BTC' }, known(deal(1)))],
      '',
    )
    expect(invested.amount).toBeUndefined()
    expect(invested.reason).toBe('They are counted in several currencies.')
    expect(profit.amount).toBeUndefined()
  })

  it('name the bots that have no safety order left', () => {
    const { atLast } = figuresOf([now({}, known(deal(6))), now({}, known(deal(5)))], '')
    expect(atLast).toHaveLength(1)
  })

  it('are nothing, not unknown, where no deal is open', () => {
    const { invested, result } = figuresOf([now({ active_trades: 0 }, undefined)], '')
    expect([invested.amount, result.amount]).toEqual(['0', '0'])
    expect(sumOf([], '').amount).toBe('0')
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
    expect(finishedSince({ fills, since: undefined, unread: 0 }, [], midnight).amount).toBe('0')
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
  it.each<[object, OpenDeals | undefined, string]>([
    [{}, known(deal(4)), 'Deal open, 3 of 5 safety orders filled'],
    [{}, UNKNOWN, 'Deal open'],
    [{}, { kind: 'known', deals: [], unfilled: 1 }, 'Deal open, no order filled yet'],
    [{ active_trades: 2 }, known(deal(4), deal(1)), '2 deals open, 3 of 10 safety orders filled'],
    [{ status: 'stopped' }, known(deal(1)), 'Stopped, deal open, 0 of 5 safety orders filled'],
    [{ status: 'stopped', active_trades: 0 }, undefined, 'Opens no more deals'],
    [{ active_trades: 0 }, undefined, 'Waiting for an RSI signal'],
    [{ active_trades: 0, start_condition: 'manual' }, undefined, 'Waiting for you to start a deal'],
    [{ active_trades: 0, start_condition: 'full_moon' }, undefined, 'Waiting for “full_moon”'],
    [{ active_trades: null }, undefined, 'The service does not say how many deals are open'],
  ])('%j', (members, open, words) => {
    expect(nowWords(bot(members), open)).toBe(words)
  })
})

describe('of bots whose service keeps their deals', () => {
  const kept = { pair: 'ETH/USDT', spent: '100', bought: '2', sold: '0', average_price: '50' }
  const row = { ...kept, id: 7, created_at: '2024-11-08T00:15:26Z', safety_orders_filled: 1 }
  const nowOf = (members: object): BotNow => {
    const read = bot({ ...members, total_profit_currency: 'USD' })
    return { bot: read, open: openDealsOf(read, { rows: [], isWhole: true }), price: undefined }
  }

  it('amounts are those of the service, at its own price of each pair', () => {
    const deals = [
      { ...row, current_price: '55', take_profit_price: null, stop_loss_price: null },
      {
        ...row,
        pair: 'BTC/USDT',
        current_price: '40',
        take_profit_price: '60',
        stop_loss_price: null,
      },
    ]
    expect(figuresOf([nowOf({ active_trades: 2, deals })], '')).toMatchObject({
      invested: { amount: '200' },
      result: { amount: '-10' },
      profit: { amount: '10', currency: 'USD' },
    })
  })

  it('nothing is invested in none of the deals that are not known', () => {
    const unlisted = figuresOf([nowOf({ deals: null })], 'Not sent.')
    expect(unlisted.invested).toMatchObject({ amount: undefined, left: 1 })
    const short = figuresOf([nowOf({ deals: [{ ...row, spent: undefined }] })], 'Not sent.')
    expect(short.invested).toMatchObject({ amount: undefined, left: 1 })
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
