import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'
import { aDraft, aStop, aTarget, scriptedWorld } from '#testing/scripted-world.ts'

it('a target that is repeated in an edit keeps its order, also one that follows the price', async () => {
  const { engine, account, at } = scriptedWorld({
    prices: { USDT_BTC: '0s 100, 10s 120, 20s 130, 30s 127' },
    balances: { USDT: '10000' },
  })
  const trailed = aTarget({ at: '115', volume: '50', market: true, trailing: '2' })
  const steps = (first: string) => ({
    enabled: true,
    steps: [aTarget({ at: first, volume: '50' }), trailed],
  })
  const { id } = engine.createSmartTrade(
    aDraft(account, { units: '1', take_profit: steps('200'), stop_loss: aStop('50') }),
  )
  at(20)
  const [, before] = (await engine.smartTrade(id)).take_profit.steps
  expect(before?.status.type).toBe('trailing_activated')
  await engine.updateSmartTrade(id, { take_profit: steps('190') })
  const [changed, after] = (await engine.smartTrade(id)).take_profit.steps
  expect(changed?.price.value).toBe('190')
  expect(after).toEqual(before)
  at(30)
  // 2 % below its best price of 130
  expect((await engine.smartTrade(id)).take_profit.steps[1]?.status.type).toBe('finished')
})

it('a stop that is repeated while its delay runs is taken, and its delay goes on', async () => {
  const { engine, account, at } = scriptedWorld({
    prices: { USDT_BTC: '0s 100, 10s 94' },
    balances: { USDT: '10000' },
  })
  const stop_loss = { ...aStop('95'), timeout: { enabled: true, value: decimal('10') } }
  const { id } = engine.createSmartTrade(aDraft(account, { units: '1', stop_loss }))
  at(15)
  await engine.updateSmartTrade(id, { stop_loss })
  at(20)
  expect((await engine.smartTrade(id)).status.type).toBe('stop_loss_finished')
})
