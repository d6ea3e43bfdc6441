import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { aDraft, aStop, aTarget, scriptedWorld, type Prices } from '#testing/scripted-world.ts'

import { restoreWorld } from '../restore-world.ts'

const USDT = { USDT: '10000' }

describe('a stop', () => {
  const enter = (prices: Prices, rest: object) => {
    const scene = scriptedWorld({ prices: { USDT_BTC: prices }, balances: USDT })
    const { id } = scene.engine.createSmartTrade(aDraft(scene.account, { units: '10', ...rest }))
    return { ...scene, trade: () => scene.engine.smartTrade(id) }
  }

  it('a stop at a percent is worked out from the price paid', async () => {
    const { at, trade } = enter('0s 100', {
      stop_loss: { enabled: true, order_type: 'market', price: { percent: decimal('7.5') } },
    })
    at(1)
    expect((await trade()).stop_loss.conditional?.price).toEqual({
      value: '92.5',
      type: 'last',
      percent: '7.5',
      follows_average: true,
    })
  })

  it.each(['buy', 'sell'] as const)(
    'a stop of a %s is its price where its condition has none',
    async (side) => {
      const stop_loss = {
        ...aStop(side === 'buy' ? '90' : '110'),
        conditional: { price: { type: 'bid' as const } },
      }
      const scene = scriptedWorld({
        prices: {
          USDT_BTC: [
            [0, 100],
            [10, side === 'buy' ? 89 : 111],
          ],
        },
        balances: { ...USDT, BTC: '10' },
      })
      const draft = aDraft(scene.account, { units: '10', side, stop_loss })
      const { id } = scene.engine.createSmartTrade(draft)
      scene.at(9)
      expect(await scene.engine.smartTrade(id)).toMatchObject({
        status: { type: 'waiting_targets' },
        stop_loss: { conditional: { price: { value: stop_loss.price.value, type: 'bid' } } },
      })
      scene.at(10)
      expect((await scene.engine.smartTrade(id)).status.type).toBe('stop_loss_finished')
    },
  )

  it('and targets at a percent show their prices while the entry still waits', async () => {
    const { at, trade } = enter('0s 100', {
      price: '80',
      take_profit: { enabled: true, steps: [aTarget({ percent: '10' })] },
      stop_loss: {
        enabled: true,
        order_type: 'limit',
        price: { percent: decimal('6') },
        conditional: { price: { percent: decimal('5') } },
      },
    })
    for (const second of [0, 5]) {
      at(second)
      const { take_profit, stop_loss } = await trade()
      expect(take_profit.steps[0]?.price).toMatchObject({ value: '88', percent: '10' })
      expect(stop_loss.price).toMatchObject({ value: '75.2', percent: '6' })
      expect(stop_loss.conditional?.price).toMatchObject({ value: '76', percent: '5' })
    }
  })

  it.each([
    { recovers: 'after it', last: [60, 93], acts: 90 },
    { recovers: 'in it', last: [35, 93], acts: 65 },
  ] as const)(
    'a stop counts its delay anew when the price recovers $recovers',
    async ({ last, acts }) => {
      const stop_loss = { ...aStop('95'), timeout: { enabled: true, value: 30 } }
      const { at, trade } = enter([[0, 100], [10, 94], [20, 98], last], { stop_loss })
      for (const second of [50, acts - 1]) {
        at(second)
        expect((await trade()).status.type).toBe('waiting_targets')
      }
      at(acts)
      expect((await trade()).status.type).toBe('stop_loss_finished')
      expect((await trade()).data.closed_total).toBe('930')
    },
  )

  it('a stop whose delay has a fraction of a second is stored, and acts at the next whole second', async () => {
    const { engine, account, at, world, stored } = scriptedWorld({
      prices: { USDT_BTC: '0s 100, 10s 94' },
      balances: USDT,
    })
    const stop_loss = { ...aStop('95'), timeout: { enabled: true, value: decimal('1.5') } }
    const { id } = engine.createSmartTrade(aDraft(account, { units: '10', stop_loss }))
    at(11)
    const again = restoreWorld(stored(), () => world.market)
    expect(again.smartTrades.get(Number(id))?.stop?.timeout).toBe(1.5)
    expect((await engine.smartTrade(id)).status.type).toBe('waiting_targets')
    at(12)
    expect((await engine.smartTrade(id)).status.type).toBe('stop_loss_finished')
  })

  it('a stop counts its delay anew when a further part of the entry moves it away from the price', async () => {
    const { engine, account, at } = scriptedWorld({
      prices: { USDT_BTC: '0s 100, 2s 90, 4s 89' },
      balances: USDT,
      depth: '4',
    })
    const { id } = engine.createSmartTrade(
      aDraft(account, {
        units: '10',
        stop_loss: {
          enabled: true,
          order_type: 'market',
          price: { percent: decimal('5') },
          timeout: { enabled: true, value: decimal('30') },
        },
      }),
    )
    const standsAt = async (second: number) => {
      at(second)
      const { status, stop_loss } = await engine.smartTrade(id)
      return [status.type, stop_loss.conditional?.price.value]
    }
    // Reached at 90, then out of reach at the same price.
    expect(await standsAt(2)).toEqual(['waiting_position', '90.25'])
    expect(await standsAt(3)).toEqual(['waiting_targets', '89.3'])
    expect(await standsAt(33)).toEqual(['waiting_targets', '89.3'])
    expect(await standsAt(34)).toEqual(['stop_loss_in_progress', '89.3'])
  })

  it('a stop whose delay ends while its pair is halted sells at the first price after the halt', async () => {
    const { engine, account, at, setHalted } = scriptedWorld({
      prices: { USDT_BTC: '0s 100, 10s 94, 100s 93' },
      balances: USDT,
    })
    const stop_loss = { ...aStop('95'), timeout: { enabled: true, value: decimal('30') } }
    const { id } = engine.createSmartTrade(aDraft(account, { units: '10', stop_loss }))
    at(20)
    setHalted('USDT_BTC', true)
    at(90)
    expect(await engine.smartTrade(id)).toMatchObject({
      status: { type: 'stop_loss_in_progress' },
      data: { closed_amount: '0' },
    })
    setHalted('USDT_BTC', false)
    at(120)
    expect(await engine.smartTrade(id)).toMatchObject({
      status: { type: 'stop_loss_finished' },
      data: { closed_total: '930' },
    })
  })

  it('whose delay ends by an addition leaves a close that was asked for in the same second', async () => {
    const { engine, account, at } = scriptedWorld({
      prices: { USDT_BTC: '0s 100, 10s 110, 20s 99, 31s 120' },
      balances: USDT,
    })
    const { id } = engine.createSmartTrade(
      aDraft(account, {
        units: '10',
        take_profit: {
          enabled: true,
          steps: [aTarget({ at: '110', volume: '50' }), aTarget({ at: '200', volume: '50' })],
        },
        stop_loss: {
          ...aStop('80'),
          breakeven: true,
          timeout: { enabled: true, value: decimal('60') },
        },
      }),
    )
    at(30)
    await engine.addSmartTradeFunds(id, { order_type: 'market', units: { value: decimal('5') } })
    await engine.closeSmartTrade(id)
    at(32)
    expect((await engine.smartTrade(id)).status.type).toBe('panic_sold')
  })

  it('a stop that trails shows where it acts now', async () => {
    const stop_loss = {
      ...aStop('80'),
      conditional: {
        price: { value: decimal('80') },
        trailing: { enabled: true, percent: decimal('10') },
      },
    }
    const { at, trade } = enter('0s 100, 10s 120.03, 20s 108', { stop_loss })
    at(5)
    expect((await trade()).stop_loss.conditional?.price).toMatchObject({
      value: '90',
    })
    at(12)
    // 120.03 less a tenth of it is 108.027, which a price of 108.02 has passed.
    expect((await trade()).stop_loss.conditional?.price).toMatchObject({
      value: '108.02',
      percent: null,
    })
    at(20)
    expect(await trade()).toMatchObject({
      status: { type: 'stop_loss_finished' },
      stop_loss: { conditional: { price: { value: '108.02' } } },
    })
  })

  it('a stop at a limit asks for its price and waits for it', async () => {
    const stop_loss = {
      enabled: true,
      order_type: 'limit' as const,
      price: { value: decimal('94') },
      conditional: { price: { value: decimal('95') } },
    }
    const { at, trade } = enter('0s 100, 10s 93, 40s 94.5', { stop_loss })
    at(20)
    expect(await trade()).toMatchObject({
      status: { type: 'stop_loss_in_progress' },
      stop_loss: { status: { type: 'order_placed' } },
    })
    at(40)
    expect(await trade()).toMatchObject({
      status: { type: 'stop_loss_finished' },
      data: { closed_total: '940' },
    })
  })
})

it('a target that trails starts at its price and sells when the price turns', async () => {
  const { engine, account, at } = scriptedWorld({
    prices: {
      USDT_BTC: '0s 100, 10s 110, 20s 130, 30s 128, 40s 126.5',
    },
    balances: USDT,
  })
  const { id } = engine.createSmartTrade(
    aDraft(account, {
      units: '1',
      take_profit: {
        enabled: true,
        steps: [aTarget({ at: '110', market: true, trailing: '2.5' })],
      },
    }),
  )
  at(15)
  expect((await engine.smartTrade(id)).take_profit.steps[0]?.status.type).toBe('trailing_activated')
  // 130 less 2.5 % is 126.75
  at(39)
  expect((await engine.smartTrade(id)).status.type).toBe('waiting_targets')
  at(40)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'finished' },
    data: { closed_total: '126.5' },
  })
})
