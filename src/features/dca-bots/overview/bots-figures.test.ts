import { describe, expect, it } from 'vitest'

import { dcaBot, type DcaBot } from '#contract/dca-bots.ts'
import { toText } from '#money/decimal.ts'
import { entity } from '#testing/entity.ts'
import { isRounded, missingWords, type Sums, wholeOf } from '#lists/sums.ts'

import { nowWords } from '../words.ts'
import { figuresOf, moneyOf } from './bots-figures.ts'

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

/** "300 USDT", "without Bot B" */
const written = (of: Sums | string) =>
  typeof of === 'string'
    ? [of]
    : [
        ...of.sums.map(({ amount, currency }) => `${toText(amount)} ${currency}`),
        ...(of.missing.length > 0 ? [missingWords(of.missing)] : []),
      ]

it('DCA figures add up spending and open results as the service reports them', () => {
  const bots = [bot({ deals: [deal(2)] }), bot({ deals: [deal(1, { profit: { amount: '3' } })] })]
  const figures = figuresOf(bots)
  expect(figures).toMatchObject({ openDeals: 2, unknown: [] })
  expect(written(figures.invested)).toEqual(['300 USDT'])
  expect(written(figures.result)).toEqual(['-1 USDT'])
  expect(written(figures.profit)).toEqual(['20 USDT'])
})

it('DCA figures name bots missing in a sum, or show a dash if all are missing', () => {
  const some = figuresOf([bot({ deals: [deal(1)] }), bot({ name: 'Old', deals: null })])
  expect(written(some.invested)).toEqual(['100 USDT', 'without Old'])
  expect(some.unknown).toHaveLength(1)
  const none = figuresOf([bot({})])
  expect(none.result.sums).toEqual([])
  expect(none.whyUnknown).toMatch(/^Not reported/)
})

it('DCA figures leave out a bot with one unknown deal result', () => {
  const bots = [
    bot({ deals: [deal(1)] }),
    bot({ name: 'B', deals: [deal(1), deal(2, { profit: {} })] }),
  ]
  expect(written(figuresOf(bots).result)).toEqual(['-2 USDT', 'without B'])
})

it('DCA totals are missing if a row is unknown', () => {
  const bots = [bot({ deals: [deal(1)] }), bot({ name: 'B', total_profit: null })]
  expect(wholeOf(figuresOf(bots).profit)).toEqual({ reason: 'There is no total without B.' })
  expect(wholeOf(figuresOf(bots.slice(0, 1)).profit).sum?.amount).toBe('10')
  const unreadable = { kind: 'unreadable' as const, id: 'x', raw: {} }
  const { profit } = figuresOf([...bots.slice(0, 1), unreadable, unreadable, unreadable])
  expect(written(profit)).toEqual(['10 USDT', 'without 3 bots'])
  expect(wholeOf(profit).reason).toBe('There is no total without 3 bots.')
})

it('DCA totals say “rounded” if the rows shown do not add up', () => {
  const [a, b] = [bot({ total_profit: 1.004 }), bot({ total_profit: 1.004 })]
  expect(figuresOf([a, b]).profit.sums.map(isRounded)).toEqual([true])
  expect(figuresOf([a, bot({ total_profit: 1 })]).profit.sums.map(isRounded)).toEqual([false])
})

it('DCA figures never add two currencies', () => {
  const bots = [bot({ deals: [deal(1)] }), bot({ quote_currency: 'BTC', deals: [deal(1)] })]
  const { invested, profit } = figuresOf(bots)
  expect(written(invested)).toEqual(['100 USDT', '100 BTC'])
  expect(wholeOf(invested)).toEqual({ reason: 'They are counted in several currencies.' })
  expect(written(profit)).toEqual(['10 USDT', '10 BTC'])
  const inCoins = deal(1, { profit: { amount: '0.1', currency: 'BTC' } })
  expect(moneyOf(bot({ deals: [inCoins] })).result).toMatchObject({ currency: 'BTC' })
  expect(moneyOf(bot({ deals: [inCoins, deal(1)] })).result).toMatchObject({
    amount: undefined,
    reason: 'They are counted in several currencies.',
  })
})

it('DCA figures name bots without a safety order left', () => {
  const { atLast } = figuresOf([bot({ deals: [deal(6)] }), bot({ deals: [deal(5)] })])
  expect(atLast).toHaveLength(1)
})

it('DCA figures are zero, not unknown, without an open deal', () => {
  const idle = bot({ active_trades: 0 })
  const { invested, result } = figuresOf([idle, idle])
  expect([written(invested), written(result)]).toEqual([['0 USDT'], ['0 USDT']])
  const inTwo = figuresOf([idle, bot({ active_trades: 0, quote_currency: 'BTC' })]).invested
  expect(written(inTwo)).toEqual(['0 USDT', '0 BTC'])
  const beside = figuresOf([idle, idle, bot({ quote_currency: 'BTC', deals: [deal(1)] })])
  expect(written(beside.invested)).toEqual(['100 BTC'])
})

describe('current state of a DCA bot in words', () => {
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
  ])('current state in words, case %#', (members, words) => {
    expect(nowWords(bot(members))).toBe(words)
  })
})
