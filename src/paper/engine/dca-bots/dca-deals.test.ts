import { describe, expect, it } from 'vitest'

import { decimal, sum } from '#money/decimal.ts'
import { aDca, aShort } from '#testing/scripted-bots.ts'
import { START } from '#testing/scripted-world.ts'

it('a deal begins with its base order, then waits with profit and safety orders', async () => {
  const { at, orders, bot, free, events } = aDca('0s 100')
  at(2)
  expect(orders()).toEqual(['sell 1 at 105', 'buy 1.11111 at 90', 'buy 1.25 at 80'])
  expect(bot()).toMatchObject({ status: 'running', active_trades: 1, total_trades: 1 })
  // 10,000 − 100 × 1.001 − 99.9999 × 1.001 − 100 × 1.001
  expect(free('USDT')).toBe('9699.7001001')
  expect(await events()).toEqual(['started', 'deal_opened', 'base_order_filled'])
})

it('the start of a deal is told with its number, its price and the size of its base order', async () => {
  const { at, engine, id } = aDca('0s 100')
  at(2)
  const { events = [] } = await engine.dcaBot(id, true)
  const opened = { message: 'Deal 1 opened', price: '100', amount: '100' }
  expect(events.find(({ type }) => type === 'deal_opened')).toMatchObject(opened)
})

it('a deal closes at its profit, less both fees, and gives back what its safety orders held', () => {
  const { at, bot, free } = aDca('0s 100, 10s 105')
  at(10)
  // 105 − 100 − 0.1 − 0.105
  expect(bot().total_profit).toBe('4.795')
  expect(free('USDT')).toBe('10004.795')
})

it('a deal takes its profit from the average price once a safety order has bought', async () => {
  const { at, orders, bot, events } = aDca('0s 100, 10s 90, 20s 100')
  at(10)
  // 199.9999 ÷ 2.11111 = 94.7368…, and 5 % on it
  expect(orders()).toEqual(['buy 1.25 at 80', 'sell 2.11111 at 99.47'])
  at(20)
  // 209.9921117 − 199.9999 − 0.1 − 0.0999999 − 0.2099921117
  expect(bot().total_profit).toBe('9.5822196883')
  expect((await events()).slice(-2)).toEqual(['safety_order_filled', 'take_profit_filled'])
})

it('a deal earns a percentage of its base order alone when set so', () => {
  const { at, orders } = aDca('0s 100, 10s 90', { tp_type: 'base' })
  at(10)
  // (199.9999 + 5) ÷ 2.11111 = 97.105…
  expect(orders()).toContain('sell 2.11111 at 97.11')
})

it('a deal’s safety orders widen their steps and sizes by the scales', () => {
  const { at, orders } = aDca('0s 100', {
    safety_order_step_scale: decimal('1.5'),
    safety_order_volume_scale: decimal('2'),
  })
  at(2)
  // 10 % below for 100, and 10 + 15 % below for 200.
  expect(orders().slice(1)).toEqual(['buy 1.11111 at 90', 'buy 2.66666 at 75'])
})

it('a deal fills both safety orders in a gap, each at its own price', () => {
  const { at, orders, bot } = aDca('0s 100, 10s 70, 20s 100')
  at(10)
  // 299.9999 ÷ 3.36111 = 89.2561…, and 5 % on it is 93.7189…
  expect(orders()).toEqual(['sell 3.36111 at 93.72'])
  at(20)
  // 315.0032292 − 299.9999 − 0.1 − 0.0999999 − 0.1 − 0.3150032292
  expect(bot().total_profit).toBe('14.3883260708')
})

it('a deal follows a rising price before it takes its profit when it trails', () => {
  const prices = '0s 100, 10s 105, 20s 120, 30s 118, 40s 117'
  const { at, bot } = aDca(prices, { tp_trailing: true, tp_trailing_pct: decimal('2') })
  at(30)
  expect(bot().active_trades).toBe(1)
  at(40)
  // 117 is 2.5 % under 120: 117 − 100 − 0.1 − 0.117
  expect(bot().total_profit).toBe('16.783')
})

it('a deal waits for its limit price when it begins with a limit order', async () => {
  const { at, bot, events } = aDca('0s 100, 2s 101, 10s 100', { start_order_type: 'limit' })
  at(9)
  expect(await events()).toEqual(['started', 'deal_opened'])
  at(10)
  expect(await events()).toContain('base_order_filled')
  expect(bot().active_trades).toBe(1)
})

it('a deal places only as many safety orders as the account can pay for', () => {
  const { at, orders, free } = aDca('0s 100', {}, { usdt: '250' })
  at(2)
  expect(orders()).toEqual(['sell 1 at 105', 'buy 1.11111 at 90'])
  // 250 − 100.1 − 99.9999 × 1.001
  expect(free('USDT')).toBe('49.8001001')
})

it('a deal says which safety order it could not pay for', async () => {
  const { at, engine, id } = aDca('0s 100', {}, { usdt: '250' })
  at(2)
  expect((await engine.dcaBot(id, true)).events?.[0]).toMatchObject({
    type: 'order_failed',
    message: 'Insufficient funds for safety order 2',
    price: '80',
    amount: '1.25',
  })
})

it('a deal leaves out a safety order below the minimum, says so, and places the next one', async () => {
  // In whole lots it is worth 5.0004 at 90, and 4.9997 at 90.02.
  const sizes = { safety_order_size: decimal('5.0005'), safety_order_volume_scale: decimal('2') }
  const { at, orders, engine, id } = aDca('0s 100, 1s 100.02', sizes)
  at(2)
  expect(orders()).toEqual(['sell 0.9998 at 105.02', 'buy 0.12498 at 80.02'])
  expect((await engine.dcaBot(id, true)).events?.[0]).toMatchObject({
    type: 'order_failed',
    message: 'Safety order 1 is below the exchange’s minimum',
  })
})

describe('the stop loss of a deal', () => {
  const FALL = '0s 100, 10s 90, 20s 85, 30s 100'
  const stop = { stop_loss_enabled: true, stop_loss_pct: decimal('15') }

  it('the stop loss of a deal is measured from its start and closes all of it at the market', async () => {
    const { at, bot, free, events } = aDca(FALL, stop)
    at(20)
    // 179.44435 − 199.9999 − 0.1 − 0.0999999 − 0.17944435
    expect(bot().total_profit).toBe('-20.93499425')
    expect(free('BTC')).toBe('0')
    expect(await events()).toContain('stop_loss_filled')
    expect(bot().status).toBe('running')
    at(30)
    expect(bot().total_trades).toBe(2)
  })

  it('the stop loss of a deal ends the bot when set so', async () => {
    const { at, bot, events, free } = aDca(FALL, { ...stop, sl_type: 'stop_loss_and_disable' })
    at(7_300)
    expect(bot()).toMatchObject({ status: 'completed', active_trades: 0, total_trades: 1 })
    expect((await events()).at(-1)).toBe('completed')
    expect(free('USDT')).toBe('9979.06500575')
  })

  it('the stop loss of a deal can be set off after the bot was started again', () => {
    const { at, bot, engine, id } = aDca(FALL, { ...stop, sl_type: 'stop_loss_and_disable' })
    at(25)
    engine.startDcaBot(id)
    at(30)
    expect(bot()).toMatchObject({ status: 'running', total_trades: 2 })
  })
})

it('a short sells first, buys back lower and gives the coins back', () => {
  const { at, orders, bot, owed, free } = aShort('0s 100, 10s 95')
  at(2)
  expect(orders()).toEqual(['buy 1 at 95', 'sell 0.90909 at 110', 'sell 0.83333 at 120'])
  expect(owed('BTC')).toBe('-2.74242')
  at(10)
  // 100 − 95 − 0.1 − 0.095
  expect(bot().total_profit).toBe('4.805')
  expect(owed('BTC')).toBe('0')
  expect(free('USDT')).toBe('10004.805')
  expect(free('BTC')).toBe('0')
})

it('a short sells more on the way up and closes below its average', () => {
  const { at, orders, bot } = aShort('0s 100, 10s 110, 20s 99')
  at(10)
  // 199.9999 ÷ 1.90909 = 104.7618…, less 5 %
  expect(orders()).toEqual(['sell 0.83333 at 120', 'buy 1.90909 at 99.52'])
  at(20)
  // 199.9999 − 189.9926368 − 0.1 − 0.0999999 − 0.1899926368
  expect(bot().total_profit).toBe('9.6172706632')
})

it('a short is stopped above its start', () => {
  const { at, bot, owed } = aShort('0s 100, 10s 105', {
    stop_loss_enabled: true,
    stop_loss_pct: decimal('5'),
    cooldown_between_trades: 60,
  })
  at(10)
  // 100 − 105 − 0.1 − 0.105
  expect(bot().total_profit).toBe('-5.205')
  expect(owed('BTC')).toBe('0')
})

it('a short loses no more than the account has', async () => {
  const { at, bot, owed, free, events, engine } = aShort(
    '0s 100, 10s 1000',
    { stop_loss_enabled: true, stop_loss_pct: decimal('50') },
    { usdt: '300' },
  )
  at(10)
  expect(await events()).toContain('insured')
  expect(owed('BTC')).toBe('0')
  expect(owed('USDT')).toBe('0')
  expect(free('USDT')).toBe('0')
  expect(bot().total_profit).toBe('-300')
  const profits = (await engine.history({})).flatMap(({ profit }) => profit?.amount ?? [])
  expect(sum(profits)).toBe('-300')
})

it('the open deals of a bot have their amounts, exits, and result after all fees, that of a close among them', () => {
  const { at, bot } = aDca('0s 100, 10s 90, 20s 95', {
    stop_loss_enabled: true,
    stop_loss_pct: decimal('30'),
  })
  at(2)
  expect(bot().deals).toEqual([
    {
      id: 1,
      pair: 'BTC/USDT',
      created_at: START + 1000,
      status: 'open',
      safety_orders_filled: 0,
      spent: '100',
      bought: '1',
      sold: '0',
      average_price: '100',
      current_price: '100',
      take_profit_price: '105',
      stop_loss_price: '70',
      next_order_price: '90',
      fees: '0.1',
      profit: { amount: '-0.2', percent: '-0.2' },
    },
  ])
  at(20)
  // 2.11111 × 95 × 0.999 − 199.9999 × 1.001
  expect(bot().deals).toMatchObject([
    {
      safety_orders_filled: 1,
      average_price: '94.736844598339',
      take_profit_price: '99.47',
      next_order_price: '80',
      profit: { amount: '0.15499465', percent: '0.0775' },
    },
  ])
})

it('the open deals of a bot of a short count what buying the coins back costs', () => {
  const { at, bot } = aShort('0s 100, 10s 98')
  at(10)
  // 100 − 98 − 0.1 − 0.098
  expect(bot().deals).toMatchObject([
    { take_profit_price: '95', next_order_price: '110', profit: { amount: '1.802' } },
  ])
})

it('the open deals of a bot earn nothing before their base order is filled, and are not counted if it never is', () => {
  const { at, bot, engine, id } = aDca('0s 100, 2s 101', {
    start_order_type: 'limit',
    base_order_size: decimal('101'),
    max_safety_orders: 0,
  })
  at(100)
  expect(bot()).toMatchObject({
    total_trades: 1,
    deals: [
      {
        status: 'waiting',
        average_price: null,
        take_profit_price: null,
        next_order_price: null,
        profit: { amount: '0', percent: '0' },
      },
    ],
  })
  engine.stopDcaBot(id, 'close')
  expect(bot()).toMatchObject({ total_trades: 0, total_profit: '0', deals: [] })
})

it('the open deals of a bot trail from their target on, and show where the trailing exit stands', () => {
  const { at, bot } = aDca('0s 100, 10s 110, 20s 120', {
    tp_trailing: true,
    tp_trailing_pct: decimal('5'),
  })
  at(2)
  expect(bot().deals).toMatchObject([{ take_profit_price: '105' }])
  at(20)
  expect(bot().deals).toMatchObject([{ take_profit_price: '114' }])
})
