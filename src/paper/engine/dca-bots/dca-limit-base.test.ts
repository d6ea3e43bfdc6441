import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { memoryStore } from '#testing/memory-store.ts'
import { aDca, aShort } from '#testing/scripted-bots.ts'

import { createEngine } from '../engine.ts'
import { restoreWorld } from '../restore-world.ts'

describe('a limit base order', () => {
  const limit = { start_order_type: 'limit', max_safety_orders: 0 } as const

  it('a limit base order that finds no taker is taken back after a quarter of an hour, and the bot asks anew', async () => {
    const { at, bot, events, orders, engine } = aDca('0s 100, 2s 101', {
      ...limit,
      base_order_size: decimal('101'),
    })
    at(900)
    expect(orders()).toEqual(['buy 1.01 at 100'])
    at(901)
    expect(bot().active_trades).toBe(0)
    expect((await events()).at(-1)).toBe('base_order_expired')
    expect(await engine.history({})).toMatchObject([
      { status: { value: 'cancelled' }, filled: { units: '0' } },
    ])
    at(902)
    // 1.01 coins at 100 are asked for no more, but a coin at 101
    expect(orders()).toEqual(['buy 1 at 101'])
    at(903)
    expect((await events()).at(-1)).toBe('base_order_filled')
  })

  it('a limit base order that is taken back does not cut the pause after another deal short', async () => {
    const { at, events, orders } = aDca('0s 100, 86402s 105', {
      ...limit,
      max_active_trades: 2,
      cooldown_between_trades: 86_400,
    })
    at(86_401)
    expect(orders()).toHaveLength(2)
    at(86_402)
    expect((await events()).at(-1)).toBe('take_profit_filled')
    at(172_801)
    expect((await events()).at(-1)).toBe('base_order_expired')
    expect(orders()).toEqual([])
    at(172_802)
    expect(orders()).toHaveLength(1)
  })

  it('a limit base order that a stop cancels ends its deal in the events too', async () => {
    const { at, id, engine, events } = aDca('0s 100, 2s 101', {
      ...limit,
      base_order_size: decimal('101'),
    })
    at(10)
    engine.stopDcaBot(id, 'close')
    expect((await events()).slice(-3)).toEqual(['deal_opened', 'base_order_expired', 'stopped'])
  })

  it('a limit base order that is filled in part goes on with its part', async () => {
    const { at, orders, events, free } = aDca('0s 100, 4s 101', limit, { depth: '0.3' })
    at(900)
    expect(orders()).toEqual(['buy 1 at 100', 'sell 0.6 at 105'])
    at(901)
    expect(orders()).toEqual(['sell 0.6 at 105'])
    expect((await events()).at(-1)).toBe('base_order_expired')
    // 10,000 − 60.06
    expect(free('USDT')).toBe('9939.94')
  })

  it('a limit base order of a short gives back what it borrowed', () => {
    const { at, engine, id, owed, free } = aShort('0s 100, 1s 99', {
      ...limit,
      start_condition: 'charting_signal',
    })
    engine.receiveSignal(id, 'sell')
    at(899)
    expect(owed('BTC')).toBe('-1')
    at(900)
    expect(owed('BTC')).toBe('0')
    expect(free('USDT')).toBe('10000')
  })

  it('a limit base order of a bot that obeys alerts is dropped, and the next alert opens a deal', () => {
    const { at, engine, id, bot } = aDca('0s 100, 1s 101', {
      ...limit,
      start_condition: 'charting_signal',
    })
    engine.receiveSignal(id, 'buy')
    at(1000)
    expect(bot().active_trades).toBe(0)
    engine.receiveSignal(id, 'buy')
    expect(bot().active_trades).toBe(1)
    at(1002)
    expect(bot()).toMatchObject({ active_trades: 1, total_trades: 1 })
  })

  it('a limit base order of a short that is filled in part gives back the coins of the rest', () => {
    const { at, owed } = aShort('0s 100, 4s 99', limit, { depth: '0.3' })
    at(900)
    expect(owed('BTC')).toBe('-1')
    at(901)
    expect(owed('BTC')).toBe('-0.6')
  })

  it('a limit base order is taken back at its time when the service was started again in between', async () => {
    const { at, engine, world, id, stored } = aDca('0s 100, 1s 101', {
      ...limit,
      start_condition: 'charting_signal',
    })
    engine.receiveSignal(id, 'buy')
    at(100)
    const reopened = createEngine(
      restoreWorld(stored(), () => world.market),
      memoryStore().past,
    )
    reopened.advance(world.meta.now + 799_000)
    expect((await reopened.dcaBot(id, false)).active_trades).toBe(1)
    reopened.advance(world.meta.now + 800_000)
    expect((await reopened.dcaBot(id, false)).active_trades).toBe(0)
  })
})
