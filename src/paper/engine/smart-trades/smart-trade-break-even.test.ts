import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { aDraft, aStop, aTarget, scriptedWorld, type Prices } from '#testing/scripted-world.ts'

const USDT = { USDT: '10000' }
/** Break-even of an entry at 100: 100 × 1.001 ÷ 0.999 = 100.2002…, up to the tick. */
const BREAK_EVEN = { value: '100.21', percent: null }

describe('a stop that breaks even', () => {
  const enter = (prices: Prices, rest: object) => {
    const scene = scriptedWorld({ prices: { USDT_BTC: prices }, balances: USDT })
    const { id } = scene.engine.createSmartTrade(aDraft(scene.account, { units: '10', ...rest }))
    return { ...scene, trade: () => scene.engine.smartTrade(id) }
  }

  it('a stop that breaks even counts its delay anew at the break-even price when the first target was filled in it', async () => {
    const steps = [aTarget({ at: '110', volume: '50' }), aTarget({ at: '150', volume: '50' })]
    const timeout = { enabled: true, value: 10 }
    const { at, trade } = enter('0s 100, 10s 94, 12s 110, 15s 97', {
      take_profit: { enabled: true, steps },
      stop_loss: { ...aStop('95'), breakeven: true, timeout },
    })
    at(24)
    expect((await trade()).status.type).toBe('waiting_targets')
    at(25)
    // 97 is above 95 and below 100.21, for ten seconds
    expect((await trade()).status.type).toBe('stop_loss_finished')
  })

  it('a stop that breaks even moves to break-even after the first target and then loses nothing', async () => {
    const steps = [aTarget({ at: '110', volume: '50' }), aTarget({ at: '150', volume: '50' })]
    const { at, trade } = enter('0s 100, 10s 110, 20s 90', {
      take_profit: { enabled: true, steps },
      stop_loss: { ...aStop('80'), breakeven: true },
    })
    at(15)
    expect((await trade()).stop_loss.conditional?.price).toMatchObject(BREAK_EVEN)
    at(20)
    expect((await trade()).status.type).toBe('stop_loss_finished')
  })

  it.each([
    // The first target is too near to pay both fees: the stop waits for a price beyond them.
    ['waits for its price', '100.1', true],
    ['has moved', '110', true],
    ['did not break even before', '110', false],
  ] as const)(
    'a stop that breaks even breaks even when it is changed while it %s',
    async (_what, first, breakeven) => {
      const steps = [aTarget({ at: first, volume: '50' }), aTarget({ at: '150', volume: '50' })]
      const { at, trade, engine } = enter(`0s 100, 10s ${first}, 20s 105, 30s 100`, {
        take_profit: { enabled: true, steps },
        stop_loss: { ...aStop('80'), breakeven },
      })
      at(15)
      const { id } = await trade()
      await engine.updateSmartTrade(id, { stop_loss: { ...aStop('85'), breakeven: true } })
      at(25)
      expect((await trade()).stop_loss.conditional?.price).toMatchObject(BREAK_EVEN)
      at(30)
      expect((await trade()).status.type).toBe('stop_loss_finished')
    },
  )

  it('a stop that breaks even moves to break-even after whichever target is filled first', async () => {
    const steps = [aTarget({ at: '120', volume: '50' }), aTarget({ at: '110', volume: '50' })]
    const stop_loss = {
      enabled: true,
      order_type: 'market' as const,
      breakeven: true,
      price: { percent: decimal('20') },
    }
    const { at, trade } = enter('0s 100, 10s 110, 20s 100.2', {
      take_profit: { enabled: true, steps },
      stop_loss,
    })
    at(15)
    expect((await trade()).stop_loss.conditional?.price).toMatchObject(BREAK_EVEN)
    at(20)
    expect((await trade()).status.type).toBe('stop_loss_finished')
  })

  it.each([
    ['buy', [100.1, 100.21, 100.22, 100.21], '100.1'],
    ['sell', [99.9, 99.8, 99.79, 99.8], '99.9'],
  ] as const)(
    'a stop that breaks even of a %s moves to break-even once the price is beyond it',
    async (side, path, first) => {
      const steps = [
        aTarget({ at: first, volume: '50' }),
        aTarget({ at: side === 'buy' ? '150' : '50', volume: '50' }),
      ]
      const scene = scriptedWorld({
        prices: {
          USDT_BTC: [[0, 100], ...path.map((price, index) => [10 + index * 10, price] as const)],
        },
        balances: { ...USDT, BTC: '10' },
      })
      const stop_loss = { ...aStop(side === 'buy' ? '80' : '120'), breakeven: true }
      const take_profit = { enabled: true, steps }
      const draft = aDraft(scene.account, { units: '10', side, take_profit, stop_loss })
      const { id } = scene.engine.createSmartTrade(draft)
      const stop = async () => (await scene.engine.smartTrade(id)).stop_loss.conditional?.price
      scene.at(29)
      expect((await scene.engine.smartTrade(id)).status.type).toBe('waiting_targets')
      expect(await stop()).toMatchObject({ value: stop_loss.price.value })
      scene.at(30)
      expect(await stop()).toMatchObject({ value: String(path[1]) })
      scene.at(40)
      expect((await scene.engine.smartTrade(id)).status.type).toBe('stop_loss_finished')
    },
  )
})
