import { describe, expect, it } from 'vitest'

import type { GridBotDraft } from '#contract/grid-bots.ts'
import { decimal, isNegative, sum } from '#money/decimal.ts'

import { aGrid } from '#testing/scripted-bots.ts'
import type { Prices } from '#testing/scripted-world.ts'
import type { MarketType } from '../balances/accounts.ts'

const lowerStop = (action: NonNullable<GridBotDraft['lower_stop_loss_action']>) => ({
  lower_stop_loss_enabled: true,
  lower_stop_loss_price: decimal('75'),
  lower_stop_loss_action: action,
})

describe('a stop that says what becomes of the coins', () => {
  const HELD: Prices = '0s 100, 10s 85, 20s 76'

  it('a stop that says what becomes of the coins keeps them on the account, free', () => {
    const { at, engine, id, free } = aGrid(HELD)
    at(20)
    expect(engine.stopGridBot(id, 'keep').is_enabled).toBe(false)
    expect(free('BTC')).toBe('4')
    expect(free('USDT')).toBe('9629.63')
  })

  it('a stop that says what becomes of the coins sells them at the market, and the history adds up', async () => {
    const { at, engine, id, free } = aGrid(HELD)
    at(20)
    expect(engine.stopGridBot(id, 'sell').is_enabled).toBe(false)
    expect(free('BTC')).toBe('0')
    // 9,629.63 + 4 × 76 × 0.999
    expect(free('USDT')).toBe('9933.326')
    const profits = (await engine.history({})).flatMap(({ profit }) => profit?.amount ?? [])
    expect(sum(profits)).toBe('-66.674')
  })

  it('a stop that says what becomes of the coins sells nothing twice, and says so', () => {
    const { at, engine, id, free } = aGrid(HELD, {}, { btc: '3' })
    at(20)
    engine.stopGridBot(id, 'keep')
    const kept = free('BTC')
    expect(() => engine.stopGridBot(id, 'sell')).toThrow(
      'its coins can no longer be sold by a stop',
    )
    expect(free('BTC')).toBe(kept)
    expect(engine.stopGridBot(id, 'keep').is_enabled).toBe(false)
  })

  it('a stop that says what becomes of the coins keeps nothing of a futures bot, which closes its position', () => {
    const { at, engine, id, bot, free } = aGrid(HELD, {}, { marketType: 'futures' })
    at(20)
    expect(() => engine.stopGridBot(id, 'keep')).toThrow('there is nothing to keep')
    expect(bot().is_enabled).toBe(true)
    engine.stopGridBot(id, 'sell')
    expect(free('BTC')).toBe('0')
  })

  it('a stop of a futures grid, which would sell at the price of a halt, is refused until the pair trades again', () => {
    const { at, engine, id, bot, setHalted } = aGrid(HELD, {}, { marketType: 'futures' })
    at(20)
    setHalted('USDT_BTC', true)
    expect(() => engine.stopGridBot(id)).toThrow('does not trade USDT_BTC now')
    expect(bot().is_enabled).toBe(true)
    setHalted('USDT_BTC', false)
    expect(engine.stopGridBot(id).is_enabled).toBe(false)
  })
})

describe('a stop loss', () => {
  const FALL: Prices = '0s 100, 10s 85, 20s 76, 30s 75'

  it('below the grid takes the orders back and keeps the coins', () => {
    const { at, bot, free } = aGrid(FALL, lowerStop('stop_bot'))
    at(29)
    expect(bot().is_enabled).toBe(true)
    at(30)
    expect(bot().is_enabled).toBe(false)
    expect(free('BTC')).toBe('4')
    // 10,000 − 200.2 − 90.09 − 80.08
    expect(free('USDT')).toBe('9629.63')
  })

  it('below the grid sells the coins when set so, and the history adds up', async () => {
    const { at, engine, free } = aGrid(FALL, lowerStop('stop_bot_and_sell'))
    at(30)
    expect(free('BTC')).toBe('0')
    // 9,629.63 + 4 × 75 × 0.999
    expect(free('USDT')).toBe('9929.33')
    const profits = (await engine.history({})).flatMap(({ profit }) => profit?.amount ?? [])
    expect(sum(profits)).toBe('-70.67')
  })

  it('above the grid buys coins with the money of the bot when set so', () => {
    const { at, free, bot } = aGrid('0s 100, 10s 130', {
      upper_stop_loss_enabled: true,
      upper_stop_loss_price: decimal('125'),
      upper_stop_loss_action: 'stop_bot_and_buy',
    })
    at(10)
    expect(bot().is_enabled).toBe(false)
    // 170.17 − 0.2 + 110 + 120 − 0.23 = 399.74; ÷ 130.13 is 3.07185 in whole lots.
    expect(free('BTC')).toBe('3.07185')
    // 10,000 − 200.2 + 229.77 − 399.3405 × 1.001
    expect(free('USDT')).toBe('9629.8301595')
  })

  it('a stop loss of a futures grid closes the position and pays the loan back', () => {
    const rest = lowerStop('stop_bot_and_close_position')
    const { at, bot, free, world, account } = aGrid(FALL, rest, { marketType: 'futures' })
    at(1)
    expect(bot().mode).toBe('long')
    expect(world.ledger.balance(`loans:${account.id}`, 'USDT')).not.toBe('0')
    at(30)
    expect(free('USDT')).toBe('9929.33')
    expect(world.ledger.balance(`loans:${account.id}`, 'USDT')).toBe('0')
  })

  it('a stop loss of a futures grid is not waited for where the margin is gone before', async () => {
    const { at, bot, free, world, account, engine } = aGrid(
      '0s 100, 10s 20',
      {},
      { marketType: 'futures', usdt: '1000' },
    )
    at(10)
    expect(bot().is_enabled).toBe(false)
    expect(free('BTC')).toBe('0')
    expect(Number(free('USDT'))).toBeGreaterThanOrEqual(0)
    expect(world.ledger.balance(`loans:${account.id}`, 'USDT')).toBe('0')
    expect((await engine.history({ limit: 20 })).at(-1)).toMatchObject({ order: { side: 'sell' } })
  })

  it('a stop loss stays where it is when the price turns before it', () => {
    const { at, bot } = aGrid('0s 100, 10s 75.01, 20s 90', lowerStop('stop_bot_and_sell'))
    at(30)
    expect(bot().is_enabled).toBe(true)
    // Bought at 90 and 80, sold at 90: 10 − 0.08 − 0.09.
    expect(bot().current_profit).toBe('9.83')
  })

  it('a stop loss stays with the bot: a start beyond it is refused', () => {
    const { at, engine, id } = aGrid(FALL, lowerStop('stop_bot'))
    at(30)
    expect(() => engine.startGridBot(id)).toThrow('beyond the stop loss')
  })
})

it('a futures grid that a gap leaves worth less than it owes has lost what the account has lost, and not what the insurance paid', async () => {
  const scene = aGrid('0s 100, 10s 30', {}, { marketType: 'futures', usdt: '140' })
  const { at, free, world, engine } = scene
  at(20)
  expect(scene.bot().is_enabled).toBe(false)
  expect(free('USDT')).toBe('0')
  expect(isNegative(world.ledger.balance('insurance', 'USDT'))).toBe(true)
  const rows = await engine.history({})
  expect(sum(rows.flatMap(({ profit }) => profit?.amount ?? []))).toBe('-140')
})

describe('a grid that cannot be', () => {
  const refusal = (rest: Partial<GridBotDraft>, marketType: MarketType = 'spot') => {
    try {
      aGrid('0s 100', rest, { marketType })
    } catch (error) {
      return Object.keys((error as { attributes: object }).attributes).join()
    }
    return undefined
  }

  it.each<[string, Partial<GridBotDraft>]>([
    ['lower_stop_loss_price', { lower_stop_loss_enabled: true }],
    ['lower_stop_loss_price', { ...lowerStop('stop_bot'), lower_stop_loss_price: decimal('80') }],
    [
      'upper_stop_loss_price',
      { upper_stop_loss_enabled: true, upper_stop_loss_price: decimal('120') },
    ],
    ['expansion_down_stop_price', { expansion_down_stop_price: decimal('90') }],
    ['lower_price', { lower_price: decimal('80.001') }],
    ['lower_stop_loss_action', lowerStop('stop_bot_and_close_position')],
    ['quantity_per_grid', { quantity_per_grid: decimal('0.000001') }],
    ['quantity_per_grid', { quantity_per_grid: decimal('0.05') }],
    ['quantity_per_grid', { quantity_per_grid: decimal('100') }],
    ['upper_price', { upper_price: decimal('80.02') }],
    ['pair', { pair: 'USDT_XYZ' }],
  ])('a grid that cannot be is refused by %s', (path, rest) => {
    expect(refusal(rest)).toBe(path)
  })

  it('a grid that cannot be sells nothing on a futures account: it closes its position', () => {
    expect(refusal(lowerStop('stop_bot_and_sell'), 'futures')).toBe('lower_stop_loss_action')
  })
})
