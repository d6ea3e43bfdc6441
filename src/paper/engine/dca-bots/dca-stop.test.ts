import { expect, it } from 'vitest'

import { decimal, sum } from '#money/decimal.ts'
import { aDca, aDcaDraft, aShort } from '#testing/scripted-bots.ts'

const profitsOf = async ({ engine }: ReturnType<typeof aDca>) =>
  (await engine.history({ limit: 100 })).flatMap(({ profit }) => profit?.amount ?? [])

it('a stop that closes the deals sells what was bought, takes every order back and frees what they held', async () => {
  const scene = aDca('0s 100')
  const { at, engine, id, bot, orders, free, events } = scene
  at(10)
  expect(bot()).toMatchObject({ status: 'running', active_trades: 1 })
  expect(engine.stopDcaBot(id, 'close')).toEqual(bot())
  expect(bot()).toMatchObject({ status: 'stopped', active_trades: 0, total_profit: '-0.2' })
  expect(orders()).toEqual([])
  expect([free('USDT'), free('BTC')]).toEqual(['9999.8', '0'])
  expect(sum(await profitsOf(scene))).toBe('-0.2')
  expect((await events()).slice(-2)).toEqual(['deal_closed', 'stopped'])
})

it('a stop that closes the deals buys a short back and pays its loan', () => {
  const { at, engine, id, bot, free, owed } = aShort('0s 100')
  at(10)
  // A short borrows for its safety orders as well.
  expect(owed('BTC')).not.toBe('0')
  engine.stopDcaBot(id, 'close')
  expect(bot()).toMatchObject({ status: 'stopped', active_trades: 0, total_profit: '-0.2' })
  expect([free('USDT'), free('BTC'), owed('BTC')]).toEqual(['9999.8', '0', '0'])
})

it('a stop that closes the deals takes a limit base order back that has bought nothing', () => {
  const { at, engine, id, bot, free, orders } = aDca('0s 100, 2s 103, 20s 90', {
    start_order_type: 'limit',
    start_condition: 'manual',
  })
  at(2)
  engine.startDeal(id)
  engine.stopDcaBot(id, 'close')
  expect(orders()).toEqual([])
  at(1_000)
  expect(bot()).toMatchObject({ active_trades: 0, total_profit: '0' })
  expect(free('USDT')).toBe('10000')
})

it('a stop that closes the deals sells part by part what is more than a second offers, and opens nothing meanwhile', async () => {
  const scene = aDca('0s 100', { max_safety_orders: 0 }, { depth: '0.5' })
  const { at, engine, id, bot, events } = scene
  at(10)
  engine.stopDcaBot(id, 'close')
  engine.stopDcaBot(id, 'close')
  expect(bot()).toMatchObject({ status: 'stopped', active_trades: 1 })
  at(7_200)
  expect(bot()).toMatchObject({ active_trades: 0, total_trades: 1, total_profit: '-0.2' })
  expect(sum(await profitsOf(scene))).toBe('-0.2')
  expect((await events()).filter((type) => type === 'deal_closed')).toHaveLength(1)
})

it('a stop that leaves the deals lets them buy their safety orders and take their profit, and opens no other', async () => {
  const scene = aDca('0s 100, 20s 90, 40s 105', { max_safety_orders: 1 })
  const { at, engine, id, bot, orders, free, events } = scene
  at(10)
  const before = orders()
  engine.stopDcaBot(id, 'leave')
  expect(bot()).toMatchObject({ status: 'stopped', active_trades: 1, total_trades: 1 })
  expect(orders()).toEqual(before)
  expect((await engine.dcaBot(id, true)).events?.[0]).toMatchObject({
    type: 'stopped',
    message: 'Bot stopped; 1 open deal runs on until it closes',
  })
  at(20)
  expect((await events()).slice(-1)).toEqual(['safety_order_filled'])
  at(100_000)
  expect((await events()).slice(-1)).toEqual(['take_profit_filled'])
  expect(bot()).toMatchObject({ status: 'stopped', active_trades: 0, total_trades: 1 })
  expect(sum([bot().total_profit, decimal('10000')])).toBe(free('USDT'))
  expect(free('BTC')).toBe('0')
})

it('a stop that leaves the deals keeps the bot stopped when the stop loss of a deal would end the bot', async () => {
  const { at, engine, id, bot, events } = aDca('0s 100, 20s 90', {
    max_safety_orders: 0,
    stop_loss_enabled: true,
    stop_loss_pct: decimal('5'),
    sl_type: 'stop_loss_and_disable',
  })
  at(10)
  engine.stopDcaBot(id, 'leave')
  at(30)
  expect(bot()).toMatchObject({ status: 'stopped', active_trades: 0 })
  expect(await events()).not.toContain('completed')
})

it('a stop that leaves the deals lets an alert close them, and lets none open another', () => {
  const { at, engine, id, bot } = aDca('0s 100', { start_condition: 'charting_signal' })
  engine.receiveSignal(id, 'buy')
  at(10)
  engine.stopDcaBot(id, 'leave')
  engine.receiveSignal(id, 'buy')
  at(20)
  expect(bot()).toMatchObject({ active_trades: 1, total_trades: 1 })
  engine.receiveSignal(id, 'close')
  expect(bot()).toMatchObject({ status: 'stopped', active_trades: 0 })
})

it('a stop that leaves the deals counts them against the most that may be open once the bot is started again', () => {
  const { at, engine, id, bot } = aDca('0s 100', { max_active_trades: 1 })
  at(10)
  engine.stopDcaBot(id, 'leave')
  engine.startDcaBot(id)
  at(100_000)
  expect(bot()).toMatchObject({ status: 'running', active_trades: 1, total_trades: 1 })
})

it('a bot that does not run stays as it is when it is stopped again', async () => {
  const { at, engine, id, bot, events, orders } = aDca('0s 100')
  at(10)
  engine.stopDcaBot(id, 'leave')
  const before = [bot(), await events(), orders()]
  at(20)
  engine.stopDcaBot(id, 'leave')
  expect([bot(), await events(), orders()]).toEqual(before)
})

it('a bot that does not run closes them when it is stopped again with its deals', async () => {
  const { at, engine, id, bot, events, orders } = aDca('0s 100')
  at(10)
  engine.stopDcaBot(id, 'leave')
  at(20)
  engine.stopDcaBot(id, 'close')
  expect(bot()).toMatchObject({ status: 'stopped', active_trades: 0 })
  expect(orders()).toEqual([])
  expect((await events()).slice(-2)).toEqual(['stopped', 'deal_closed'])
  const before = [bot(), await events()]
  at(30)
  engine.stopDcaBot(id, 'close')
  expect([bot(), await events()]).toEqual(before)
})

it('a bot that does not run has its other deals closed where its stop loss has ended it', async () => {
  const { at, engine, id, bot, events } = aDca('0s 100, 3000s 96, 8000s 94', {
    max_active_trades: 2,
    max_safety_orders: 0,
    stop_loss_enabled: true,
    stop_loss_pct: decimal('5'),
    sl_type: 'stop_loss_and_disable',
  })
  at(8_000)
  expect(bot()).toMatchObject({ status: 'completed', active_trades: 1 })
  expect(engine.stopDcaBot(id, 'leave').status).toBe('completed')
  expect(engine.stopDcaBot(id, 'close')).toMatchObject({ status: 'stopped', active_trades: 0 })
  expect((await events()).filter((type) => type === 'stopped')).toHaveLength(1)
})

it('a stop leaves another bot alone', async () => {
  const { at, engine, id, account } = aDca('0s 100')
  const { id: other } = engine.createDcaBot(aDcaDraft(account, {}), 'secret')
  at(10)
  const before = await engine.dcaBot(other, true)
  engine.stopDcaBot(id, 'close')
  expect(await engine.dcaBot(other, true)).toEqual(before)
})
