import { describe, expect, it } from 'vitest'

import type { FundsDraft } from '#contract/smart-trade-funds.ts'
import { decimal } from '#money/decimal.ts'
import { aDraft, aStop, aTarget, type Prices, scriptedWorld } from '#testing/scripted-world.ts'

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

it('the exits of a position that was reduced sell nothing at a target that has less than a lot left', async () => {
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

describe('a limit stop', () => {
  const stop = {
    enabled: true,
    order_type: 'limit',
    price: { value: decimal('90') },
    conditional: { price: { value: decimal('92') } },
  }

  it('a limit stop holds no money of an addition that has not come in', async () => {
    const { at, trade, add, heldOf } = held('10', '0s 100, 10s 89', { stop_loss: stop })
    await add(limit('5', '80'))
    expect(heldOf('USDT')).toBe('400.4')
    at(10)
    expect((await trade()).status.type).toBe('stop_loss_in_progress')
    expect(heldOf('USDT')).toBe('0')
    expect(heldOf('BTC')).toBe('10')
  })

  it('a limit stop holds the coins of a reduction that has not come in', async () => {
    const { at, trade, reduce, heldOf } = held('10', '0s 100, 10s 89', { stop_loss: stop })
    await reduce(limit('5', '130'))
    at(10)
    expect((await trade()).status.type).toBe('stop_loss_in_progress')
    expect(heldOf('BTC')).toBe('10')
  })
})

describe('funds that come in late', () => {
  const ONE = { take_profit: { enabled: true, steps: [aTarget({ at: '110' })] } }

  it('funds that come in late are taken back where the last target is filled and no stop would close them', async () => {
    const { at, trade, add, reduce, heldOf } = held('10', '0s 100, 10s 110, 20s 79, 30s 150', ONE)
    await reduce(limit('4', '150'))
    await add(limit('5', '80'))
    at(10)
    const now = await trade()
    expect(now.data).toMatchObject({ closed_amount: '6', add_funds_available: false })
    expect(now.add_funds?.steps[0]?.status.type).toBe('cancelled')
    expect(heldOf('USDT')).toBe('0')
    at(30)
    expect(await trade()).toMatchObject({
      status: { type: 'finished' },
      data: { entered_amount: '10', closed_amount: '10' },
    })
  })

  it('funds that come in late are sold by the one target there is, also while it is being filled', async () => {
    const scene = held('10', '0s 100, 10s 110, 11s 105, 20s 110', ONE, { depth: '4' })
    const { at, trade, add, heldOf } = scene
    at(10)
    expect((await trade()).data.closed_amount).toBe('4')
    at(11)
    await add(market('3'))
    at(12)
    expect((await trade()).take_profit.steps[0]).toMatchObject({
      units: { value: '13' },
      filled_units: '4',
    })
    expect(heldOf('BTC')).toBe('9')
    at(30)
    expect(await trade()).toMatchObject({
      status: { type: 'finished' },
      data: { closed_amount: '13' },
    })
  })

  it('funds that come in late hold no more than is open, nor does a stop that is set then', async () => {
    const { at, add, reduce, engine, heldOf, trade } = held('10', '0s 100, 10s 110', {
      ...ONE,
      stop_loss: aStop('50'),
    })
    await reduce(limit('4', '150'))
    at(10)
    expect(heldOf('BTC')).toBe('4')
    await add(market('1'))
    at(11)
    expect(heldOf('BTC')).toBe('5')
    const { id } = await trade()
    await engine.updateSmartTrade(id, { stop_loss: aStop('60') })
    expect(heldOf('BTC')).toBe('5')
  })

  it.each([
    { side: 'buy', at: ['110', '150', '50', '60'], currency: 'BTC', open: '4' },
    // Four tenths of what ten coins brought: 1,000 − 1.
    { side: 'sell', at: ['90', '50', '150', '140'], currency: 'USDT', open: '399.6' },
  ] as const)('funds that come in late leave the exits of a $side what is open', async (row) => {
    const [target, reduction, stop, moved] = row.at
    const { at, reduce, engine, heldOf, trade } = held('10', `0s 100, 10s ${target}`, {
      side: row.side,
      take_profit: { enabled: true, steps: [aTarget({ at: target })] },
    })
    await reduce(limit('4', reduction))
    at(10)
    const { id, reduce_funds, data } = await trade()
    expect(data.closed_amount).toBe('6')
    await engine.updateSmartTrade(id, { stop_loss: aStop(stop) })
    expect(heldOf(row.currency)).toBe(row.open)
    await engine.cancelSmartTradeFunds(id, reduce_funds.steps[0]?.id ?? 0)
    expect(heldOf(row.currency)).toBe(row.open)
    await engine.updateSmartTrade(id, { stop_loss: aStop(moved) })
    expect(heldOf(row.currency)).toBe(row.open)
  })
})
