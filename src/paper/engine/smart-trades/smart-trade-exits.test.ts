import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { aDraft, aStop, aTarget, scriptedWorld } from '../../worlds/scripted-world.ts'

const USDT = { USDT: '10000' }

describe('a stop', () => {
  const enter = (prices: readonly (readonly [number, number])[], rest: object) => {
    const scene = scriptedWorld({ prices: { USDT_BTC: prices }, balances: USDT })
    const { id } = scene.engine.createSmartTrade(aDraft(scene.account, { units: '10', ...rest }))
    return { ...scene, trade: () => scene.engine.smartTrade(id) }
  }

  it('at a percent is worked out from the price paid', () => {
    const { at, trade } = enter([[0, 100]], {
      stop_loss: { enabled: true, order_type: 'market', price: { percent: decimal('7.5') } },
    })
    at(1)
    expect(trade().stop_loss.conditional?.price).toEqual({
      value: '92.5',
      type: 'last',
      percent: '7.5',
    })
  })

  it('waits for its timeout and is armed again when the price recovers', () => {
    const stop_loss = { ...aStop('95'), timeout: { enabled: true, value: 30 } }
    const { at, trade } = enter(
      [
        [0, 100],
        [10, 94],
        [20, 98],
        [60, 93],
      ],
      { stop_loss },
    )
    at(50)
    expect(trade().status.type).toBe('waiting_targets')
    at(89)
    expect(trade().status.type).toBe('waiting_targets')
    at(90)
    expect(trade().status.type).toBe('stop_loss_finished')
    expect(trade().data.closed_total).toBe('930')
  })

  it('that waits for its timeout looks at the break-even price when that is over', () => {
    const steps = [aTarget({ at: '110', volume: '50' }), aTarget({ at: '150', volume: '50' })]
    const timeout = { enabled: true, value: 10 }
    const { at, trade } = enter(
      [
        [0, 100],
        [10, 94],
        [12, 110],
        [15, 97],
      ],
      {
        take_profit: { enabled: true, steps },
        stop_loss: { ...aStop('95'), breakeven: true, timeout },
      },
    )
    at(19)
    expect(trade().status.type).toBe('waiting_targets')
    at(20)
    // 97 is above 95 and below 100.21
    expect(trade().status.type).toBe('stop_loss_finished')
  })

  it('moves to break-even after the first target and then loses nothing', () => {
    const steps = [aTarget({ at: '110', volume: '50' }), aTarget({ at: '150', volume: '50' })]
    const { at, trade } = enter(
      [
        [0, 100],
        [10, 110],
        [20, 90],
      ],
      { take_profit: { enabled: true, steps }, stop_loss: { ...aStop('80'), breakeven: true } },
    )
    at(15)
    // 100 × 1.001 ÷ 0.999 = 100.2002…, up to the tick
    expect(trade().stop_loss.conditional?.price.value).toBe('100.21')
    at(20)
    expect(trade().status.type).toBe('stop_loss_finished')
  })

  it('that trails follows the best price at its distance', () => {
    const stop_loss = {
      ...aStop('80'),
      conditional: {
        price: { value: decimal('80') },
        trailing: { enabled: true, percent: decimal('10') },
      },
    }
    const { at, trade } = enter(
      [
        [0, 100],
        [10, 120],
        [20, 109],
        [30, 108],
      ],
      { stop_loss },
    )
    at(29)
    expect(trade().status.type).toBe('waiting_targets')
    // 120 less 10 % is 108
    at(30)
    expect(trade()).toMatchObject({
      status: { type: 'stop_loss_finished' },
      data: { closed_total: '1080' },
    })
  })

  it('at a limit asks for its price and waits for it', () => {
    const stop_loss = {
      enabled: true,
      order_type: 'limit' as const,
      price: { value: decimal('94') },
      conditional: { price: { value: decimal('95') } },
    }
    const { at, trade } = enter(
      [
        [0, 100],
        [10, 93],
        [40, 94.5],
      ],
      { stop_loss },
    )
    at(20)
    expect(trade()).toMatchObject({
      status: { type: 'stop_loss_in_progress' },
      stop_loss: { status: { type: 'order_placed' } },
    })
    at(40)
    expect(trade()).toMatchObject({
      status: { type: 'stop_loss_finished' },
      data: { closed_total: '940' },
    })
  })
})

describe('a target that trails', () => {
  it('starts at its price and sells when the price turns', () => {
    const { engine, account, at } = scriptedWorld({
      prices: {
        USDT_BTC: [
          [0, 100],
          [10, 110],
          [20, 130],
          [30, 128],
          [40, 126.5],
        ],
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
    expect(engine.smartTrade(id).take_profit.steps[0]?.status.type).toBe('trailing_activated')
    // 130 less 2.5 % is 126.75
    at(39)
    expect(engine.smartTrade(id).status.type).toBe('waiting_targets')
    at(40)
    expect(engine.smartTrade(id)).toMatchObject({
      status: { type: 'finished' },
      data: { closed_total: '126.5' },
    })
  })
})
