import { describe, expect, it } from 'vitest'

import type { FundsDraft } from '#contract/smart-trade-funds.ts'
import { decimal } from '#money/decimal.ts'
import { aDraft, aTarget, type Prices, scriptedWorld } from '#testing/scripted-world.ts'

const market = (units: string): FundsDraft => ({
  order_type: 'market',
  units: { value: decimal(units) },
})
const limit = (units: string, price: string): FundsDraft => ({
  order_type: 'limit',
  units: { value: decimal(units) },
  price: { value: decimal(price) },
})

type Scene = Parameters<typeof scriptedWorld>[0]

/** Units bought at 100, with what the draft adds. */
function held(units: string, prices: Prices, rest: object, scene: Partial<Scene> = {}) {
  const world = scriptedWorld({
    prices: { USDT_BTC: prices },
    balances: { USDT: '10000', BTC: '30' },
    ...scene,
  })
  const { engine, account, at } = world
  const { id } = engine.createSmartTrade(aDraft(account, { units, ...rest }))
  at(5)
  return {
    ...world,
    trade: () => engine.smartTrade(id),
    add: (draft: FundsDraft) => engine.addSmartTradeFunds(id, draft),
    reduce: (draft: FundsDraft) => engine.reduceSmartTradeFunds(id, draft),
    heldOf: (currency: string) =>
      world.world.ledger.balance(`account:${account.id}:held`, currency),
  }
}

describe('the exits of a position that was reduced', () => {
  it('sell nothing at a target that has less than a lot left', async () => {
    const { at, trade, reduce, free } = held('1', '0s 100, 10s 111, 20s 121', {
      take_profit: {
        enabled: true,
        steps: [aTarget({ at: '110', volume: '0.01' }), aTarget({ at: '120', volume: '99.99' })],
      },
    })
    await reduce(market('0.95'))
    at(10)
    expect(await trade()).toMatchObject({
      data: { closed_amount: '0.95' },
      take_profit: {
        steps: [
          { units: { value: '0' }, status: { type: 'cancelled' }, editable: false },
          { units: { value: '0.05' }, status: { type: 'order_placed' } },
        ],
      },
    })
    at(20)
    expect(await trade()).toMatchObject({
      status: { type: 'finished' },
      data: { closed_amount: '1' },
    })
    expect(free('BTC')).toBe('30')
  })
})

describe('a limit stop', () => {
  const stop = {
    enabled: true,
    order_type: 'limit',
    price: { value: decimal('90') },
    conditional: { price: { value: decimal('92') } },
  }

  it('holds no money of an addition that has not come in', async () => {
    const { at, trade, add, heldOf } = held('10', '0s 100, 10s 89', { stop_loss: stop })
    await add(limit('5', '80'))
    expect(heldOf('USDT')).toBe('400.4')
    at(10)
    expect((await trade()).status.type).toBe('stop_loss_in_progress')
    expect(heldOf('USDT')).toBe('0')
    expect(heldOf('BTC')).toBe('10')
  })

  it('holds the coins of a reduction that has not come in', async () => {
    const { at, trade, reduce, heldOf } = held('10', '0s 100, 10s 89', { stop_loss: stop })
    await reduce(limit('5', '130'))
    at(10)
    expect((await trade()).status.type).toBe('stop_loss_in_progress')
    expect(heldOf('BTC')).toBe('10')
  })
})
