import { expect, it } from 'vitest'

import type { FundsDraft } from '#contract/smart-trade-funds.ts'
import { decimal } from '#money/decimal.ts'
import { aDraft, aStop, aTarget, type Prices, scriptedWorld } from '#testing/scripted-world.ts'

import { Refusal } from '../../refusal.ts'

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

/** Ten units at 100, with what the draft adds. */
function held(prices: Prices, rest: object = {}, scene: Partial<Scene> = {}) {
  const world = scriptedWorld({
    prices: { USDT_BTC: prices },
    balances: { USDT: '10000', BTC: '30' },
    ...scene,
  })
  const { engine, account, at } = world
  const { id } = engine.createSmartTrade(aDraft(account, { units: '10', ...rest }))
  at(1)
  const refused = async (asked: Promise<unknown>) => {
    const before = await engine.smartTrade(id)
    const refusal: unknown = await asked.catch((error: unknown) => error)
    expect(await engine.smartTrade(id)).toEqual(before)
    return refusal instanceof Refusal ? (refusal.attributes ?? refusal.message) : refusal
  }
  return {
    ...world,
    id,
    trade: () => engine.smartTrade(id),
    add: (draft: FundsDraft) => engine.addSmartTradeFunds(id, draft),
    reduce: (draft: FundsDraft) => engine.reduceSmartTradeFunds(id, draft),
    refused,
    heldCoins: () => world.world.ledger.balance(`account:${account.id}:held`, 'BTC'),
  }
}

const TWO = {
  enabled: true,
  steps: [aTarget({ percent: '10', volume: '50' }), aTarget({ percent: '20', volume: '50' })],
}

it('average its price, and its targets, stop and holds grow with it', async () => {
  const { at, trade, add, heldCoins } = held('0s 100, 10s 80', {
    take_profit: TWO,
    stop_loss: aStop('50'),
  })
  at(10)
  await add(market('10'))
  at(11)
  const now = await trade()
  expect(now.data).toMatchObject({
    entered_amount: '20',
    entered_total: '1800',
    average_enter_price_without_commission: '90',
  })
  expect(now.position.units.value).toBe('20')
  expect(now.take_profit.steps.map(({ units, price }) => [units.value, price.value])).toEqual([
    ['10', '99'],
    ['10', '108'],
  ])
  expect(now.stop_loss.units).toEqual({ value: '20' })
  expect(now.add_funds?.steps).toMatchObject([
    { type: 'market', units: { value: '10' }, status: { type: 'finished' } },
  ])
  expect(heldCoins()).toBe('20')
})

it('come in where their limit is reached, and their money is held until then', async () => {
  const { at, trade, add, free } = held('0s 100, 20s 90', { take_profit: TWO })
  const before = free('USDT')
  await add(limit('5', '90'))
  // 5 × 90 and the fee of 0.1 %
  expect(free('USDT')).toBe(decimal('8548.55'))
  expect(before).toBe(decimal('8999'))
  at(10)
  expect((await trade()).add_funds?.steps[0]?.status.type).toBe('order_placed')
  at(20)
  expect((await trade()).data.entered_amount).toBe('15')
})

it('funds that are added to a position are taken back when the trade ends before they came in', async () => {
  const { at, trade, add, engine, id, free } = held('0s 100', { take_profit: TWO })
  await add(limit('5', '90'))
  await engine.closeSmartTrade(id)
  at(5)
  const over = await trade()
  expect(over.status.type).toBe('panic_sold')
  expect(over.add_funds?.steps[0]?.status.type).toBe('cancelled')
  expect(over.data.closed_amount).toBe('10')
  // 10 bought and sold at 100, 0.1 % each time
  expect(free('USDT')).toBe(decimal('9998'))
})

it('funds that are added to a position are paid for by a short with coins, and the money that it gets is held for its exit', async () => {
  const { at, trade, add, world, account } = held('0s 100, 10s 120', {
    side: 'sell',
    stop_loss: aStop('200'),
  })
  at(10)
  await add(market('10'))
  at(11)
  expect((await trade()).data.average_enter_price_without_commission).toBe('110')
  // 1,000 and 1,200 less 0.1 %
  expect(world.ledger.balance(`account:${account.id}:held`, 'USDT')).toBe(decimal('2197.8'))
})

it('come in by the depth of each second', async () => {
  const { at, trade, add } = held('0s 100', { stop_loss: aStop('50') }, { depth: '4' })
  at(10)
  await add(market('10'))
  at(11)
  expect((await trade()).data.entered_amount).toBe('14')
  expect((await trade()).stop_loss.units).toEqual({ value: '14' })
  at(20)
  expect((await trade()).data.entered_amount).toBe('20')
})

it('funds that are added to a position move a stop that waits to break even to the new average', async () => {
  // The first target is too near to pay both fees: the stop waits for 100.2, then for 89.66.
  const { at, add, trade } = held('0s 100, 10s 100.1, 20s 80, 40s 95, 50s 89.65', {
    take_profit: {
      enabled: true,
      steps: [aTarget({ at: '100.1', volume: '10' }), aTarget({ at: '500', volume: '90' })],
    },
    stop_loss: { ...aStop('50'), breakeven: true },
  })
  at(20)
  await add(market('10'))
  at(21)
  expect((await trade()).data.average_enter_price_without_commission).toBe('89.473684210526')
  at(45)
  expect((await trade()).status.type).toBe('waiting_targets')
  at(50)
  expect((await trade()).status.type).toBe('stop_loss_finished')
})

it('a position that is reduced sells a part, keeps its average, and its exits share the rest', async () => {
  const { at, trade, reduce, heldCoins } = held('0s 100, 10s 120', {
    take_profit: {
      enabled: true,
      steps: [aTarget({ at: '150', volume: '50' }), aTarget({ at: '160', volume: '50' })],
    },
    stop_loss: aStop('50'),
  })
  at(10)
  await reduce(market('4'))
  at(11)
  const now = await trade()
  expect(now.status.type).toBe('waiting_targets')
  expect(now.data).toMatchObject({
    entered_amount: '10',
    closed_amount: '4',
    closed_total: '480',
    average_enter_price_without_commission: '100',
  })
  expect(now.take_profit.steps.map(({ units }) => units.value)).toEqual(['3', '3'])
  expect(now.stop_loss.units).toEqual({ value: '6' })
  expect(now.reduce_funds.steps).toMatchObject([
    { type: 'market', units: { value: '4' }, status: { type: 'finished' } },
  ])
  expect(heldCoins()).toBe('6')
})

it('a position that is reduced by a limit leaves that part out of the targets, and the stop closes it as well', async () => {
  const { at, trade, reduce, heldCoins, free } = held('0s 100, 10s 40', {
    take_profit: TWO,
    stop_loss: aStop('50'),
  })
  await reduce(limit('4', '105'))
  expect((await trade()).take_profit.steps.map(({ units }) => units.value)).toEqual(['3', '3'])
  expect(heldCoins()).toBe('10')
  at(11)
  expect(await trade()).toMatchObject({
    status: { type: 'stop_loss_finished' },
    data: { closed_amount: '10' },
    reduce_funds: { steps: [{ status: { type: 'cancelled' } }] },
  })
  expect(free('BTC')).toBe('30')
})

it('a position that is reduced ends with the last of its targets and its reduction', async () => {
  const { at, trade, reduce } = held('0s 100, 10s 121, 20s 200', { take_profit: TWO })
  await reduce(limit('4', '150'))
  at(10)
  expect((await trade()).status.type).toBe('waiting_targets')
  at(20)
  expect(await trade()).toMatchObject({
    status: { type: 'finished' },
    data: { closed_amount: '10' },
  })
})

it('a position that is reduced pays back its share of a loan', async () => {
  const { at, trade, reduce, world, id } = held(
    '0s 100',
    { leverage: { enabled: true, type: 'isolated', value: 5 }, stop_loss: aStop('90') },
    { marketType: 'margin' },
  )
  await reduce(market('5'))
  at(5)
  expect((await trade()).data.closed_amount).toBe('5')
  expect(world.smartTrades.get(id)?.loan?.amount).toBe('400')
})

it.each([
  [
    'more than is free',
    'add',
    market('500'),
    'units.value',
    /^Needs 50,050.00 USDT. 8,999.00 USDT available/,
  ],
  [
    'less than the exchange takes',
    'add',
    market('0.01'),
    'units.value',
    /^The total must be at least/,
  ],
  ['parts of a lot', 'add', market('1.0000001'), 'units.value', /^Units must be a multiple/],
  ['none at all', 'add', market('0'), 'units.value', /^Units must be more than 0/],
  [
    'a price between ticks',
    'add',
    limit('1', '90.001'),
    'price.value',
    /^The price must be a multiple/,
  ],
  [
    'no price',
    'add',
    { ...market('1'), order_type: 'limit' },
    'price.value',
    /^A limit order needs a price/,
  ],
  ['a price of 0', 'reduce', limit('1', '0'), 'price.value', /^The price must be more than 0/],
  [
    'all of it',
    'reduce',
    market('10'),
    'units.value',
    /too little .*would be left\. Close the trade/i,
  ],
  ['all but a little', 'reduce', market('9.99'), 'units.value', /too little .*would be left/i],
] as const)('%s', async (_what, change, draft, path, words) => {
  const { add, reduce, refused } = held('0s 100', { take_profit: TWO })
  const said = await refused((change === 'add' ? add : reduce)(draft))
  expect((said as Record<string, string[]>)[path]?.[0]).toMatch(words)
})

it('a position is not reduced by the part that a target being filled still sells', async () => {
  const { at, reduce, refused, trade, heldCoins } = held(
    '0s 100, 10s 110, 20s 120',
    {
      take_profit: {
        enabled: true,
        steps: [aTarget({ at: '110', volume: '60' }), aTarget({ at: '120', volume: '40' })],
      },
      stop_loss: aStop('90'),
    },
    { depth: '4' },
  )
  at(10)
  expect((await trade()).data.closed_amount).toBe('4')
  expect(await refused(reduce(market('5')))).toEqual({
    'units.value': ['A target is being filled. Until it is, you can reduce by at most 4.'],
  })
  await reduce(market('3'))
  expect((await trade()).take_profit.steps.map(({ units }) => units.value)).toEqual(['6', '1'])
  at(20)
  expect(await trade()).toMatchObject({
    status: { type: 'finished' },
    data: { closed_amount: '10' },
  })
  expect(heldCoins()).toBe('0')
})

it('the same part of a position is not reduced twice', async () => {
  const { reduce, refused } = held('0s 100', { take_profit: TWO })
  await reduce(limit('6', '150'))
  expect(await refused(reduce(market('4')))).toMatchObject({
    'units.value': ['Too little of 4 would be left. Close the trade instead.'],
  })
})

it('funds are not changed without a position, at an ending trade, or on borrowed money', async () => {
  const waiting = held('0s 100', { price: '90', take_profit: TWO })
  expect(await waiting.refused(waiting.add(market('1')))).toBe('This trade has no position yet.')
  const closing = held('0s 100', { take_profit: TWO })
  await closing.engine.closeSmartTrade(closing.id)
  expect(await closing.refused(closing.add(market('1')))).toBe('This trade is being closed.')
  expect(await closing.refused(closing.reduce(market('1')))).toBe('This trade is being closed.')
  const lent = held(
    '0s 100',
    { leverage: { enabled: true, type: 'cross', value: 5 }, take_profit: TWO },
    { marketType: 'margin' },
  )
  expect(await lent.refused(lent.add(market('1')))).toBe(
    'Funds cannot be added to a trade with leverage.',
  )
})
