import { describe, expect, it } from 'vitest'

import { aDraft, aStop, aTarget, scriptedWorld } from '#testing/scripted-world.ts'

const targetAt = (at: string) => ({ enabled: true, steps: [aTarget({ at })] })

describe('the exits of a skipped entry in its first second', () => {
  const heldCoins = () => {
    const scene = scriptedWorld({
      prices: { USDT_BTC: '0s 100, 10s 97' },
      balances: { BTC: '3' },
    })
    const { id } = scene.engine.createSmartTrade(
      aDraft(scene.account, {
        units: '2',
        price: '90',
        skip_enter_step: true,
        take_profit: targetAt('110'),
        stop_loss: aStop('95'),
      }),
    )
    return { ...scene, id }
  }

  it('target and stop cannot be taken away together', async () => {
    const { engine, id, at } = heldCoins()
    const created = await engine.smartTrade(id)
    const off = { take_profit: { enabled: false }, stop_loss: { enabled: false } }
    await expect(engine.updateSmartTrade(id, off)).rejects.toMatchObject({
      attributes: {
        'take_profit.enabled': [
          'A position that you already hold needs a take profit or a stop loss.',
        ],
      },
    })
    expect(await engine.smartTrade(id)).toEqual(created)
    at(5)
    expect(await engine.smartTrade(id)).toMatchObject({
      take_profit: { steps: [{ status: { type: 'order_placed' } }] },
      stop_loss: { enabled: true, status: { type: 'to_process' } },
    })
  })

  it('exits are judged against the current price, not against the entry', async () => {
    const { engine, id } = heldCoins()
    const below = { take_profit: targetAt('99') }
    await expect(engine.updateSmartTrade(id, below)).rejects.toMatchObject({
      attributes: {
        'take_profit.steps.0.price.value': [
          'A target of a buy must be above the current price, 100.',
        ],
      },
    })
    await engine.updateSmartTrade(id, { stop_loss: aStop('98') })
    expect((await engine.smartTrade(id)).stop_loss).toMatchObject({ enabled: true })
  })
})
