import { expect, it } from 'vitest'

import { decimal, sum } from '#money/decimal.ts'
import { aDca, aShort } from '#testing/scripted-bots.ts'

/** Half a coin finds a counterparty each second. */
const depth = '0.5'
const profitsOf = async ({ engine }: ReturnType<typeof aDca>) =>
  (await engine.history({ limit: 100 })).flatMap(({ profit }) => profit?.amount ?? [])

it('a deal whose orders are larger than what a second offers buys its base order part by part, and can take its profit from the first part on', async () => {
  const { at, orders, bot, events } = aDca(
    '0s 100, 3s 102',
    { base_order_size: decimal('150') },
    { depth },
  )
  at(3)
  // The deal opens at the first second with 1.5 coins; half a coin each at 100 and 102.
  expect(orders()).toEqual(['buy 1.5 at 1.5', 'sell 1 at 106.05'])
  at(4)
  // 0.5 × (100 + 102 + 102) = 152, 101.333… a coin: 5 % above, and safety orders 10 % and 20 % below
  expect(orders().slice(0, 3)).toEqual([
    'sell 1.5 at 106.4',
    'buy 1.09649 at 91.2',
    'buy 1.2335 at 81.07',
  ])
  expect((await events()).slice(-1)).toEqual(['base_order_filled'])
  expect(bot().active_trades).toBe(1)
})

it('a deal whose orders are larger than what a second offers is closed part by part by its take profit', async () => {
  const scene = aDca('0s 100, 10s 105', {}, { depth })
  scene.at(10)
  expect(scene.bot()).toMatchObject({ active_trades: 1, total_profit: '0' })
  scene.at(11)
  // 105 − 100 − 0.1 − 0.105
  expect(scene.bot().total_profit).toBe('4.795')
  expect((await scene.engine.history({})).at(-1)).toMatchObject({
    filled: { units: '1', total: '105' },
  })
})

it('a deal whose orders are larger than what a second offers counts what its take profit has sold when the price falls to a safety order', async () => {
  const scene = aDca('0s 100, 10s 105, 11s 90, 20s 110', { max_safety_orders: 1 }, { depth })
  const { at, orders, bot, free } = scene
  at(11)
  // 0.5 sold at 105; 0.5 bought at 90, the average of 1.5 coins is 145 ÷ 1.5 = 96.67
  expect(orders()).toEqual(['buy 1.11111 at 90', 'sell 1 at 101.5'])
  // 0.5 × (105 − 100) − 0.05 − 0.0525
  expect(bot().total_profit).toBe('2.3975')
  at(40)
  // 199.9999 ÷ 2.11111 = 94.7368…, 5 % on it is 99.47, for 1.61111 coins
  expect(bot()).toMatchObject({ active_trades: 1, total_trades: 2 })
  // 0.5 × 105 + 1.61111 × 99.47 − 0.2127571117 − 199.9999 − 0.1999999
  expect(bot().total_profit).toBe('12.3444546883')
  expect(sum(await profitsOf(scene))).toBe(bot().total_profit)
  expect(free('BTC')).toBe('0')
})

it('a deal whose orders are larger than what a second offers is stopped part by part, and the bot is over when all is sold', () => {
  const scene = aDca(
    '0s 100, 10s 94, 11s 92',
    {
      max_safety_orders: 0,
      stop_loss_enabled: true,
      stop_loss_pct: decimal('5'),
      sl_type: 'stop_loss_and_disable',
    },
    { depth },
  )
  scene.at(10)
  expect(scene.bot()).toMatchObject({ status: 'running', active_trades: 1 })
  expect(scene.free('BTC')).toBe('0')
  scene.at(11)
  expect(scene.bot()).toMatchObject({ status: 'completed', active_trades: 0 })
  // 0.5 × 94 + 0.5 × 92 − 0.093 − 100 − 0.1
  expect(scene.bot().total_profit).toBe('-7.193')
  expect(scene.free('USDT')).toBe('9992.807')
})

it('a deal whose orders are larger than what a second offers closes part by part on request, once', async () => {
  const { at, engine, id, bot, events } = aDca(
    '0s 100',
    { start_condition: 'charting_signal', max_safety_orders: 0 },
    { depth },
  )
  engine.receiveSignal(id, 'buy')
  at(10)
  engine.receiveSignal(id, 'close')
  engine.receiveSignal(id, 'close')
  expect(bot().active_trades).toBe(1)
  at(11)
  expect(bot()).toMatchObject({ active_trades: 0, total_profit: '-0.2' })
  expect((await events()).filter((type) => type === 'deal_closed')).toHaveLength(1)
})

it('a deal whose orders are larger than what a second offers goes on with what it has when the rest of its base order cannot be paid', async () => {
  const scene = aDca('0s 100, 3s 101, 4s 105', { max_safety_orders: 0 }, { depth, usdt: '100.2' })
  scene.at(3)
  // 50.05 are paid; half a coin now costs 50.5505, and 50.15 is there.
  expect(scene.orders()).toEqual(['sell 0.5 at 105'])
  expect(await scene.engine.history({})).toMatchObject([{ filled: { units: '0.5', total: '50' } }])
  scene.at(4)
  // 0.5 × 105 − 50 − 0.05 − 0.0525
  expect(scene.bot().total_profit).toBe('2.3975')
})

it('selling everything to dollars ends a deal at once, even if its orders exceed the volume of a second', async () => {
  const scene = aDca('0s 100', { max_safety_orders: 0 }, { depth: '0.3' })
  scene.at(5)
  scene.engine.receiveSignal(scene.id, 'close')
  scene.engine.sellAllToUsd(scene.account.connectionId)
  expect(scene.bot()).toMatchObject({ status: 'stopped', active_trades: 0, total_profit: '-0.2' })
  expect(scene.orders()).toEqual([])
  expect(scene.free('USDT')).toBe('9999.8')
  expect(sum(await profitsOf(scene))).toBe('-0.2')
})

it('a short deal gives back the coins that it has bought, part by part', () => {
  const { at, owed, bot, free } = aShort('0s 100, 10s 95', { max_safety_orders: 0 }, { depth })
  at(9)
  expect(owed('BTC')).toBe('-1')
  at(10)
  expect(owed('BTC')).toBe('-0.5')
  at(11)
  expect(owed('BTC')).toBe('0')
  // 100 − 95 − 0.1 − 0.095
  expect(bot().total_profit).toBe('4.805')
  expect(free('USDT')).toBe('10004.805')
})

it('a short deal loses no more than the account has: the insurance pays the part that lacks', async () => {
  const { at, bot, free, owed, events } = aShort(
    '0s 100, 10s 200, 11s 150',
    {
      max_safety_orders: 0,
      stop_loss_enabled: true,
      stop_loss_pct: decimal('50'),
    },
    { depth, usdt: '101' },
  )
  at(10)
  // 101 + 100 − 0.1 = 200.9; half a coin at 200 is 100.1, which leaves 100.8
  expect(owed('BTC')).toBe('-0.5')
  at(11)
  // and half a coin at 150 is 75.075
  expect(free('USDT')).toBe('25.725')
  expect(owed('BTC')).toBe('0')
  // 100 − 175 − 0.1 − 0.175
  expect(bot().total_profit).toBe('-75.275')
  expect(await events()).not.toContain('liquidated')
})

it('a short deal is paid for by the insurance where the account has nothing left', async () => {
  const { at, bot, free, owed, events, world } = aShort(
    '0s 100, 10s 300',
    {
      max_safety_orders: 0,
      stop_loss_enabled: true,
      stop_loss_pct: decimal('50'),
    },
    { depth, usdt: '101' },
  )
  at(11)
  // 200.9 are there; 2 × 0.5 × 300 × 1.001 = 300.3 are needed, so that 99.4 lack
  expect(world.ledger.balance('insurance', 'USDT')).toBe('-99.4')
  expect(free('USDT')).toBe('0')
  expect(owed('BTC')).toBe('0')
  expect(bot().total_profit).toBe('-101')
  expect((await events()).filter((type) => type === 'insured')).toHaveLength(1)
})
