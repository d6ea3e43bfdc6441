import { describe, expect, it } from 'vitest'

import type { FundsDraft } from '#contract/smart-trade-funds.ts'
import { decimal } from '#money/decimal.ts'
import { aDraft, aStop, aTarget, type Prices, scriptedWorld } from '#testing/scripted-world.ts'

const market = (units: string): FundsDraft => ({
  order_type: 'market',
  units: { value: decimal(units) },
})

type Wish = Partial<Parameters<typeof aDraft>[1]> & { depth?: string }

/** A position of one unit, or as many as are given, at the first price. */
function held(prices: Prices, { depth, ...rest }: Wish = {}) {
  const scene = scriptedWorld({
    prices: { USDT_BTC: prices },
    balances: { USDT: '10000', BTC: '30' },
    ...(depth !== undefined && { depth }),
  })
  const { engine, account, at } = scene
  const { id } = engine.createSmartTrade(aDraft(account, { units: '1', ...rest }))
  at(1)
  return {
    at,
    trade: () => engine.smartTrade(id),
    add: (units: string) => engine.addSmartTradeFunds(id, market(units)),
    reduce: (units: string) => engine.reduceSmartTradeFunds(id, market(units)),
    change: (change: Parameters<typeof engine.updateSmartTrade>[1]) =>
      engine.updateSmartTrade(id, change),
    booked: () => engine.history({ order_by: 'closed_at' }),
  }
}

const percentStop = (text: string) => ({
  enabled: true,
  order_type: 'market' as const,
  price: { percent: decimal(text) },
})

const two = (first: object, second: object) => ({
  enabled: true,
  steps: [aTarget({ volume: '50', ...first }), aTarget({ volume: '50', ...second })],
})

it('the average of a position counts open units alone: percent exits stand where the open units cost them', async () => {
  const { at, trade, add, reduce } = held('0s 100, 10s 140, 11s 200', {
    take_profit: { enabled: true, steps: [aTarget({ percent: '50' })] },
    stop_loss: percentStop('10'),
  })
  await reduce('0.9')
  at(10)
  await add('0.9')
  at(11)
  // 0.1 at 100 and 0.9 at 200 are open: one unit for 190.
  expect(await trade()).toMatchObject({
    data: {
      average_enter_price_without_commission: '190',
      average_enter_price: '190.19',
      entered_amount: '1.9',
      entered_total: '280',
      closed_amount: '0.9',
      closed_total: '90',
      open_cost: { units: '1', total: '190', commission: '0.19' },
    },
    stop_loss: { conditional: { price: { value: '171', percent: '10' } } },
    take_profit: { steps: [{ price: { value: '285', percent: '50' } }] },
  })
})

it('mirrors for a short, whose fees lower what it got', async () => {
  const { at, trade, add, reduce } = held('0s 100, 10s 200', {
    side: 'sell',
    stop_loss: percentStop('150'),
  })
  await reduce('0.9')
  at(10)
  await add('0.9')
  at(11)
  expect(await trade()).toMatchObject({
    data: {
      average_enter_price_without_commission: '190',
      average_enter_price: '189.81',
    },
    stop_loss: { conditional: { price: { value: '475' } } },
  })
})

it('the average of a position does not change when a part is closed, and keeps its last value when all is', async () => {
  const { at, trade, add, reduce } = held('0s 100, 10s 110, 20s 117, 30s 90', {
    units: '3',
    stop_loss: aStop('95'),
  })
  const averages = async () => {
    const { data } = await trade()
    return [data.average_enter_price_without_commission, data.average_enter_price]
  }
  at(10)
  await add('4')
  at(11)
  const before = await averages()
  expect(before[0]).toBe('105.714285714286')
  at(20)
  await reduce('1')
  at(21)
  expect(await averages()).toEqual(before)
  at(30)
  expect((await trade()).status.type).toBe('stop_loss_finished')
  expect(await averages()).toEqual(before)
  expect((await trade()).data.open_cost).toEqual({ units: '0', total: '0', commission: '0' })
})

it('the average of a position is what every close is booked at, so that the rows add up to the profit of the trade', async () => {
  const { at, trade, add, reduce, booked } = held('0s 100, 10s 113, 20s 110, 30s 120, 40s 90', {
    units: '3',
    take_profit: two({ at: '110' }, { at: '120' }),
    stop_loss: aStop('95'),
    depth: '0.7',
  })
  at(8)
  await reduce('0.4')
  at(9)
  at(12)
  await add('1.1')
  at(45)
  const { profit, status } = await trade()
  expect(status.type).toBe('finished')
  const amounts = (await booked()).flatMap((row) => (row.profit ? [row.profit.amount] : []))
  expect(amounts.length).toBeGreaterThan(2)
  expect(amounts.reduce((sum, amount) => sum + Number(amount), 0)).toBeCloseTo(
    Number(profit.volume),
    10,
  )
})

it('a target in percent keeps the price of its order once it is filled, and may be repeated at it', async () => {
  const { at, trade, add, change } = held('0s 100, 10s 110, 20s 200', {
    take_profit: two({ percent: '10' }, { percent: '200' }),
  })
  at(20)
  await add('1')
  at(21)
  const { steps } = (await trade()).take_profit
  // 0.5 at 100 and 1 at 200: an average of 166.66…
  expect(steps.map(({ price }) => [price.value, price.percent])).toEqual([
    ['110', '10'],
    ['500', '200'],
  ])
  await change({ take_profit: two({ at: '110' }, { at: '600' }) })
  await change({ take_profit: two({ percent: '10' }, { percent: '250' }) })
  expect((await trade()).take_profit.steps.map(({ price }) => price.value)).toEqual([
    '110',
    '583.33',
  ])
})

it('a target in percent that is filled in part keeps the price of its order while the average moves', async () => {
  const { at, trade, add } = held('0s 100, 10s 110, 11s 109, 30s 110', {
    units: '10',
    take_profit: two({ percent: '10' }, { percent: '50' }),
    depth: '4',
  })
  at(11)
  await add('4')
  at(12)
  expect((await trade()).take_profit.steps.map(({ price }) => price.value)).toEqual([
    '110',
    // 6 at 100 and 4 at 109
    '155.4',
  ])
  at(40)
  expect((await trade()).take_profit.steps[0]?.status.type).toBe('finished')
})

describe('a stop that breaks even', () => {
  const HALVES = two({ at: '110' }, { at: '500' })
  const STOP = { ...aStop('80'), breakeven: true }

  it('a stop that breaks even waits where it is after funds were added, and moves once the price is a tick beyond', async () => {
    const { at, trade, add } = held('0s 100, 10s 110, 20s 120, 30s 113.57, 40s 113.58, 50s 110', {
      take_profit: HALVES,
      stop_loss: STOP,
    })
    at(19)
    expect((await trade()).stop_loss).toMatchObject({
      conditional: { price: { value: '100.21' } },
      breakeven_move: { state: 'moved', price: '100.21' },
    })
    at(20)
    await add('1')
    at(21)
    // 0.5 at 100 and 1 at 120: 170 and 0.17 of fees, ÷ (1.5 × 0.999), is 113.5602…
    expect((await trade()).stop_loss).toMatchObject({
      conditional: { price: { value: '113.57', percent: null } },
      breakeven_move: { state: 'moved', price: '113.57' },
    })
    at(30)
    expect((await trade()).status.type).toBe('stop_loss_finished')
  })

  it('a stop that breaks even stays at the last break-even until the price is beyond the new one, and then loses nothing', async () => {
    const prices = '0s 100, 10s 110, 20s 120, 30s 120.08, 40s 120.09, 50s 120.08'
    const { at, trade, add } = held(prices, { take_profit: HALVES, stop_loss: STOP })
    const stop = async () => {
      const { conditional, breakeven_move: move } = (await trade()).stop_loss
      return [conditional?.price.value, move]
    }
    at(20)
    await add('60')
    // 0.5 at 100 and 60 at 120: 7,250 and 7.25 of fees, ÷ (60.5 × 0.999), is 120.0746…
    const price = '120.08'
    at(39)
    expect(await stop()).toEqual(['100.21', { state: 'waiting', price }])
    at(40)
    expect(await stop()).toEqual([price, { state: 'moved', price }])
    at(50)
    const { status, profit } = await trade()
    expect(status.type).toBe('stop_loss_finished')
    // Half a unit earned 4.895 at the first target.
    expect(Number(profit.volume)).toBeGreaterThan(4.895)
  })

  it('a stop that breaks even of a short mirrors that', async () => {
    const { at, trade, add } = held('0s 100, 10s 90, 20s 80, 30s 79.9', {
      side: 'sell',
      take_profit: two({ at: '90' }, { at: '10' }),
      stop_loss: { ...aStop('120'), breakeven: true },
    })
    at(20)
    await add('20')
    at(21)
    // 0.5 at 100 and 20 at 80: 1,650 less 1.65 of fees, ÷ (20.5 × 1.001), is 80.3270…
    expect((await trade()).stop_loss).toMatchObject({
      conditional: { price: { value: '80.32' } },
      breakeven_move: { state: 'moved', price: '80.32' },
    })
  })

  it('a stop that breaks even goes where the open units cost it when it is switched on after an addition', async () => {
    const { at, trade, add, change } = held('0s 100, 10s 110, 20s 120', {
      take_profit: HALVES,
      stop_loss: aStop('80'),
    })
    at(20)
    await add('1')
    at(21)
    await change({ stop_loss: STOP })
    expect((await trade()).stop_loss.conditional?.price.value).toBe('113.57')
  })

  it('a stop that breaks even is never moved back: a lower one is raised to break-even, a higher one stays through an addition', async () => {
    const prices = '0s 100, 10s 110, 20s 120'
    const { at, trade, add, change } = held(prices, { take_profit: HALVES, stop_loss: STOP })
    const stop = async () => (await trade()).stop_loss.conditional?.price.value
    at(20)
    await add('1')
    at(21)
    await change({ stop_loss: { ...aStop('105'), breakeven: true } })
    expect(await stop()).toBe('113.57')
    await change({ stop_loss: { ...aStop('118'), breakeven: true } })
    at(22)
    expect(await stop()).toBe('118')
    await add('1')
    at(23)
    expect(await stop()).toBe('118')
  })
})

it('a limit stop in percent never asks for more than its trigger, which stays where it is while the average rises', async () => {
  const { at, trade, add } = held('0s 100, 10s 200, 20s 94, 30s 96', {
    stop_loss: {
      enabled: true,
      order_type: 'limit',
      price: { percent: decimal('6') },
      conditional: { price: { value: decimal('95') } },
    },
  })
  at(10)
  await add('1')
  at(11)
  // 6 % below 150 would be 141.
  expect((await trade()).stop_loss.price?.value).toBe('95')
  at(30)
  expect((await trade()).status.type).toBe('stop_loss_finished')
})
