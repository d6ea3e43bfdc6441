import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { aShort } from '#testing/scripted-bots.ts'
import type { Prices } from '#testing/scripted-world.ts'

import { deposit } from '../../worlds/open-account.ts'

const alone = { max_safety_orders: 0 }
/** A price that rises by a dollar every ten seconds, so that no level is jumped over. */
const rising = (to: number): Prices =>
  Array.from({ length: to - 99 }, (_, step) => [step * 10, 100 + step] as const)

it('a short deal keeps its proceeds and margin to buy back', async () => {
  const { at, free } = aShort('0s 100', alone, { usdt: '1000' })
  at(5)
  // 1000 − 100 of margin: what it sold for is not free either, but for the fee of 0.1.
  expect(free('USDT')).toBe('900')
})

it('a short deal is liquidated where what it keeps covers what it owes and one percent more', async () => {
  const { at, bot, free, owed, events, engine, liquidations } = aShort(rising(230), alone, {
    usdt: '1000',
  })
  at(5)
  // (100 − 0.1 + 100) ÷ 1.01
  expect(liquidations()).toEqual(['197.92'])
  at(970)
  expect(await events()).not.toContain('liquidated')
  at(980)
  expect(await events()).toContain('liquidated')
  expect(owed('BTC')).toBe('0')
  // 100 − 0.1 − 198 × 1.001
  expect(free('USDT')).toBe('901.702')
  expect((await engine.history({})).at(-1)).toMatchObject({
    source: { type: 'dca_bot' },
    profit: { amount: '-98.298' },
  })
  expect(bot().total_profit).toBe('-98.298')
})

it('a short deal moves its liquidation with every safety order', async () => {
  const { at, liquidations } = aShort('0s 100, 10s 110', { max_safety_orders: 1 })
  at(5)
  expect(liquidations()).toEqual(['197.92'])
  at(10)
  // 1.90909 coins for 199.9999, less 0.1999999: 399.7998001 ÷ (1.90909 × 1.01)
  expect(liquidations()).toEqual(['207.34'])
})

it('a short deal is not liquidated by a gap over safety orders that moved its liquidation beyond the price', async () => {
  const { at, events, liquidations } = aShort('0s 100, 10s 200', { max_safety_orders: 1 })
  at(5)
  expect(liquidations()).toEqual(['197.92'])
  at(20)
  expect(liquidations()).toEqual(['207.34'])
  expect(await events()).not.toContain('liquidated')
})

it('a short deal has a liquidation from the first part of its base order on', async () => {
  const { at, liquidations } = aShort(
    '0s 100',
    { ...alone, base_order_size: decimal('500') },
    { depth: '1', usdt: '1000' },
  )
  at(2)
  expect(liquidations()).toEqual(['197.92'])
})

it('a short deal ends a bot that its stop would end', async () => {
  const { at, bot } = aShort(
    rising(230),
    {
      ...alone,
      stop_loss_enabled: true,
      stop_loss_pct: decimal('150'),
      sl_type: 'stop_loss_and_disable',
    },
    { usdt: '1000' },
  )
  at(1_000)
  expect(bot()).toMatchObject({ status: 'completed', active_trades: 0 })
})

it('a short deal never takes the account below zero, however many deals it has', async () => {
  const { at, world, account, free } = aShort(
    rising(400),
    { ...alone, base_order_size: decimal('450'), max_active_trades: 5 },
    { usdt: '1000' },
  )
  for (let second = 0; second < 3_000; second += 50) {
    at(second)
    const own = (part: 'free' | 'held') =>
      Number(world.ledger.balance(`account:${account.id}:${part}`, 'USDT'))
    const debt = -Number(world.ledger.balance(`loans:${account.id}`, 'BTC'))
    const price = Math.min(400, 100 + Math.floor(second / 10))
    expect(own('free') + own('held') - debt * price).toBeGreaterThan(0)
  }
  expect(Number(free('USDT'))).toBeGreaterThan(0)
  expect(world.ledger.balance('insurance', 'USDT')).toBe('0')
})

describe('what an account cannot pay in the currency it owes', () => {
  const gap: Prices = '0s 100, 10s 300'
  const scene = (coins: string) => {
    const short = aShort(gap, alone, { usdt: '101' })
    deposit(short.world, short.account.id, 'ETH', decimal(coins))
    return short
  }

  it('its other coins pay before the insurance, and the history says so', async () => {
    const { at, free, world, engine, owed } = scene('2')
    at(10)
    // 300.3 are needed, 200.9 are there: 99.4 lack, which an ether of 100 brings with its fee paid.
    expect(world.ledger.balance('insurance', 'USDT')).toBe('0')
    expect(owed('BTC')).toBe('0')
    const sales = (await engine.history({})).filter(({ source }) => source.type === 'liquidation')
    expect(sales).toMatchObject([{ pair: 'USDT_ETH', order: { side: 'sell' }, account_id: 1 }])
    expect(Number(free('ETH'))).toBeGreaterThan(1)
    expect(Number(free('USDT'))).toBeLessThan(0.01)
  })

  it('the insurance pays only what is missing then', async () => {
    const { at, free, world, events, bot } = scene('0.5')
    at(10)
    // 99.4 − 0.5 × 100 × 0.999
    expect(world.ledger.balance('insurance', 'USDT')).toBe('-49.45')
    expect(free('ETH')).toBe('0')
    expect(free('USDT')).toBe('0')
    expect(await events()).toContain('insured')
    // 99.9 − 300.3 + 49.45
    expect(bot().total_profit).toBe('-150.95')
  })
})
