import { expect, it } from 'vitest'

import type { FundsDraft } from '#contract/smart-trade-funds.ts'
import { decimal } from '#money/decimal.ts'
import { aDraft, aTarget, type Prices, scriptedWorld } from '#testing/scripted-world.ts'

const limit = (units: string, price: string): FundsDraft => ({
  order_type: 'limit',
  units: { value: decimal(units) },
  price: { value: decimal(price) },
})

/** Ten coins bought at 100, whose targets sell them at 150 and 160. */
function held(prices: Prices, depth?: string) {
  const { engine, account, at, free, world } = scriptedWorld({
    prices: { USDT_BTC: prices },
    balances: { USDT: '10000' },
    ...(depth !== undefined && { depth }),
  })
  const steps = [aTarget({ at: '150', volume: '50' }), aTarget({ at: '160', volume: '50' })]
  const { id } = engine.createSmartTrade(
    aDraft(account, { units: '10', take_profit: { enabled: true, steps } }),
  )
  at(9)
  const trade = () => engine.smartTrade(id)
  return {
    at,
    free,
    trade,
    engine,
    add: (draft: FundsDraft) => engine.addSmartTradeFunds(id, draft),
    reduce: (draft: FundsDraft) => engine.reduceSmartTradeFunds(id, draft),
    cancel: (step: number | string) => engine.cancelSmartTradeFunds(id, step),
    targets: async () => (await trade()).take_profit.steps.map(({ units }) => units.value),
    heldCoins: () => world.ledger.balance(`account:${account.id}:held`, 'BTC'),
  }
}

const stepIn = (steps: { id: number | string }[] = []) => steps[0]?.id ?? 0

it('a limit reduction that is cancelled gives its units back to the targets', async () => {
  const { reduce, cancel, targets, heldCoins, trade } = held('0s 100')
  const { reduce_funds } = await reduce(limit('4', '130'))
  expect(await targets()).toEqual(['3', '3'])
  expect(reduce_funds.steps[0]?.data.cancelable).toBe(true)
  const answer = await cancel(stepIn(reduce_funds.steps))
  expect(answer.reduce_funds.steps[0]).toMatchObject({
    status: { type: 'cancelled' },
    data: { cancelable: false },
  })
  expect(await targets()).toEqual(['5', '5'])
  expect(heldCoins()).toBe('10')
  expect((await trade()).status.type).toBe('waiting_targets')
})

it('a limit reduction of a position that waits without any exit holds its coins', async () => {
  const { reduce, cancel, heldCoins, at, free } = held('0s 100, 10s 160')
  const { reduce_funds } = await reduce(limit('4', '200'))
  at(11)
  await cancel(stepIn(reduce_funds.steps))
  expect(heldCoins()).toBe('0')
  await reduce(limit('3', '200'))
  expect([heldCoins(), free('BTC')]).toEqual(['3', '1'])
})

it('a limit addition that is cancelled gives its money back, and buys nothing later', async () => {
  const { add, cancel, free, at, trade } = held('0s 100, 20s 85')
  const before = free('USDT')
  const { add_funds } = await add(limit('5', '90'))
  expect(free('USDT')).not.toBe(before)
  await cancel(stepIn(add_funds?.steps))
  expect(free('USDT')).toBe(before)
  at(20)
  expect((await trade()).data.entered_amount).toBe('10')
})

it('the filled part of a cancelled reduction stays closed, with its result in the history', async () => {
  const { reduce, cancel, at, targets, engine, heldCoins } = held('0s 100, 10s 130, 11s 100', '4')
  const { reduce_funds } = await reduce(limit('6', '130'))
  at(11)
  await cancel(stepIn(reduce_funds.steps))
  expect(await targets()).toEqual(['3', '3'])
  expect(heldCoins()).toBe('6')
  const [row] = (await engine.history({ order_by: 'closed_at' })).filter(({ profit }) => profit)
  // 4 at 130 less 4 at 100, with a fee of 0.1 % each way
  expect(row).toMatchObject({ filled: { units: '4' }, profit: { amount: '119.08' } })
})

it('an order that is filled or unknown cannot be cancelled', async () => {
  const { add, cancel, at } = held('0s 100')
  const { add_funds } = await add({ order_type: 'market', units: { value: decimal('1') } })
  at(10)
  await expect(cancel(stepIn(add_funds?.steps))).rejects.toThrow('This order is no longer pending.')
  await expect(cancel(12_345)).rejects.toThrow('There is no addition or reduction 12345.')
})
