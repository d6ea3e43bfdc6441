import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { aDraft, aStop, aThinMarket, START } from '#testing/scripted-world.ts'

import { withdraw } from '../../worlds/open-account.ts'
import { restoreWorld } from '../restore-world.ts'
import { watchedBy } from '../watched.ts'

describe('an order beyond the volume of a second', () => {
  const draft = { units: '10', price: '90', stop_loss: aStop('50') }
  const falls = '0s 100, 10s 90'

  it('an order that exceeds the volume of a second is entered part by part while the price stays, and shows its progress', async () => {
    const { engine, account, at, free } = aThinMarket(falls)
    const { id } = engine.createSmartTrade(aDraft(account, draft))
    at(10)
    expect(await engine.smartTrade(id)).toMatchObject({
      status: { type: 'waiting_position' },
      position: { status: { type: 'order_placed' }, units: { value: '10' } },
      data: { entered_amount: '4', entered_total: '360', base_order_finished: false },
      is_position_not_filled: true,
    })
    at(11)
    expect((await engine.smartTrade(id)).data.entered_amount).toBe('8')
    expect(free('BTC')).toBe('0')
    at(12)
    expect(await engine.smartTrade(id)).toMatchObject({
      status: { type: 'waiting_targets' },
      data: { entered_amount: '10', entered_total: '900' },
      is_position_not_filled: false,
    })
    // 10000 − 900 − 0.9, and the coins are kept for the stop
    expect(free('USDT')).toBe('9099.1')
    expect(free('BTC')).toBe('0')
    expect(await engine.history({})).toMatchObject([{ filled: { units: '10', total: '900' } }])
  })

  it('an order that is larger than what a second offers buys no part while its pair is halted, also across a restart', async () => {
    const { engine, account, at, setHalted, world, stored } = aThinMarket('0s 100, 4s 200, 90s 80')
    const { id } = engine.createSmartTrade(aDraft(account, { units: '10' }))
    at(2)
    setHalted('USDT_BTC', true)
    at(70)
    expect((await engine.smartTrade(id)).data).toMatchObject({
      entered_amount: '8',
      entered_total: '800',
    })
    // A gap of live prices is not read by seconds for an order that cannot fill.
    expect(watchedBy(world).dueAt).toBe(Infinity)
    const again = restoreWorld(stored(), () => world.market)
    expect(again.smartTrades.get(Number(id))?.orders[0]?.dueAt).toBe(START + 120_000)
    setHalted('USDT_BTC', false)
    at(120)
    expect((await engine.smartTrade(id)).data).toMatchObject({
      entered_amount: '10',
      entered_total: '960',
    })
  })

  it('an order that is larger than what a second offers waits with the rest while the price is away', async () => {
    const { engine, account, at } = aThinMarket('0s 100, 10s 90, 11s 95, 30s 89')
    const { id } = engine.createSmartTrade(aDraft(account, draft))
    at(29)
    expect((await engine.smartTrade(id)).data.entered_amount).toBe('4')
    at(31)
    expect((await engine.smartTrade(id)).data.entered_total).toBe('900')
  })

  it('an order that is larger than what a second offers keeps its part when it is cancelled, and gets the money for the rest back', async () => {
    const { engine, account, at, free } = aThinMarket(falls)
    const { id } = engine.createSmartTrade(aDraft(account, draft))
    at(10)
    await engine.cancelSmartTrade(id)
    at(11)
    expect(await engine.smartTrade(id)).toMatchObject({
      status: { type: 'cancelled' },
      position: { status: { type: 'cancelled' } },
      data: { entered_amount: '4', closed_amount: '0' },
    })
    expect(free('BTC')).toBe('4')
    // 10000 − 360 − 0.36
    expect(free('USDT')).toBe('9639.64')
    expect(await engine.history({})).toMatchObject([
      {
        status: { value: 'cancelled' },
        filled: { units: '4', total: '360', price: '90', value: '40' },
        commission: { amount: '0.36' },
      },
    ])
  })

  it('an order that is larger than what a second offers sells its part when it is closed', async () => {
    const { engine, account, at, free } = aThinMarket(falls)
    const { id } = engine.createSmartTrade(aDraft(account, draft))
    at(10)
    await engine.closeSmartTrade(id)
    at(11)
    expect(await engine.smartTrade(id)).toMatchObject({
      status: { type: 'panic_sold' },
      data: { entered_amount: '4', closed_amount: '4' },
      // 360 − 360 − 0.36 − 0.36
      profit: { volume: '-0.72' },
    })
    expect(free('USDT')).toBe('9999.28')
  })

  it.each([
    ['3', { status: { type: 'panic_sold' }, data: { closed_amount: '1' } }],
    ['4', { status: { type: 'failed', error: 'There is no BTC left to sell.' } }],
  ])(
    'an order that is larger than what a second offers without an exit sells what is left when %s of the 4 coins were withdrawn',
    async (gone, closed) => {
      const { engine, account, at, free, world } = aThinMarket(falls)
      const { id } = engine.createSmartTrade(aDraft(account, { units: '10', price: '90' }))
      at(10)
      withdraw(world, account.id, 'BTC', decimal(gone))
      await engine.closeSmartTrade(id)
      at(11)
      expect(await engine.smartTrade(id)).toMatchObject(closed)
      expect(free('BTC')).toBe('0')
    },
  )

  it('an order that is larger than what a second offers pays back what it borrowed for a part that is closed', async () => {
    const { engine, account, at, free, world } = aThinMarket(falls, { marketType: 'margin' })
    const leverage = { enabled: true, type: 'cross' as const, value: 5 }
    const { id } = engine.createSmartTrade(aDraft(account, { ...draft, leverage }))
    at(10)
    await expect(engine.cancelSmartTrade(id)).rejects.toThrow(/Close it instead/)
    await engine.closeSmartTrade(id)
    at(11)
    expect(free('USDT')).toBe('9999.28')
    expect(world.ledger.balance(`loans:${account.id}`, 'USDT')).toBe('0')
    expect(await engine.smartTrade(id)).toMatchObject({ margin: { amount: '72', total: '360' } })
  })

  it('an order that is larger than what a second offers at the market takes the price of each second', async () => {
    const { engine, account, at } = aThinMarket('0s 100, 2s 101, 3s 103')
    const { id } = engine.createSmartTrade(aDraft(account, { units: '10', stop_loss: aStop('50') }))
    at(3)
    // 4 × 100 + 4 × 101 + 2 × 103
    expect((await engine.smartTrade(id)).data.entered_total).toBe('1010')
    expect(await engine.history({})).toMatchObject([{ filled: { price: '101', total: '1010' } }])
  })
})
