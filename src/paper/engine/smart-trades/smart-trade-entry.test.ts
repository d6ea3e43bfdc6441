import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { aDraft, aStop, aTarget, scriptedWorld } from '#testing/scripted-world.ts'

const USDT = { USDT: '10000' }

describe('a long at the market with two targets and a stop', () => {
  const prices = {
    USDT_BTC: '0s 100, 60s 110, 120s 94',
  }
  const draft = {
    units: '10',
    take_profit: {
      enabled: true,
      steps: [aTarget({ at: '110', volume: '40' }), aTarget({ at: '120', volume: '60' })],
    },
    stop_loss: aStop('95'),
  }

  it('a long at the market with two targets and a stop says created and holds cost and fee before it has acted', () => {
    const { engine, account, free } = scriptedWorld({ prices, balances: USDT })
    const trade = engine.createSmartTrade(aDraft(account, draft))
    expect(trade.status.type).toBe('created')
    expect(trade.position.status.type).toBe('to_process')
    // 10 × 100 and its fee of 0.1 %
    expect(free('USDT')).toBe('8999')
    expect(free('BTC')).toBe('0')
  })

  it('a long at the market with two targets and a stop is entered at the next second and waits for its targets', async () => {
    const { engine, account, at, free } = scriptedWorld({ prices, balances: USDT })
    const { id } = engine.createSmartTrade(aDraft(account, draft))
    at(1)
    const trade = await engine.smartTrade(id)
    expect(trade.status.type).toBe('waiting_targets')
    expect(trade.position.status.type).toBe('finished')
    expect(trade.position.price).toMatchObject({ value: '100.1', value_without_commission: '100' })
    expect(trade.take_profit.steps.map((step) => step.units.value)).toEqual(['4', '6'])
    expect(trade.profit).toMatchObject({ volume: '-1', percent: '-0.1' })
    expect(free('USDT')).toBe('8999')
  })

  it('a long at the market with two targets and a stop sells the first target at its price and the rest at the stop', async () => {
    const { engine, account, at, free } = scriptedWorld({ prices, balances: USDT })
    const { id } = engine.createSmartTrade(aDraft(account, draft))
    at(61)
    const half = await engine.smartTrade(id)
    expect(half.take_profit.steps.map((step) => step.status.type)).toEqual([
      'finished',
      'order_placed',
    ])
    // 4 × 110 less 0.44
    expect(free('USDT')).toBe('9438.56')
    at(200)
    const over = await engine.smartTrade(id)
    expect(over.status.type).toBe('stop_loss_finished')
    expect(over.data).toMatchObject({ finished: true, closed_amount: '10', closed_total: '1004' })
    // The market had already left the stop: 6 × 94 less 0.564
    expect(free('USDT')).toBe('10001.996')
    // 440 + 564 − 1000 − 1 − 0.44 − 0.564
    expect(over.profit.volume).toBe('1.996')
    expect(
      (await engine.history({ order_direction: 'asc' })).map((row) => row.profit?.amount ?? null),
    ).toEqual([null, '39.16', '-37.164'])
  })
})

it('an entry that waits fills a resting limit at its own price, not at the better one of a gap', async () => {
  const { engine, account, at } = scriptedWorld({
    prices: {
      USDT_BTC: '0s 100, 30s 80',
    },
    balances: USDT,
  })
  const { id } = engine.createSmartTrade(
    aDraft(account, { units: '1', price: '90', stop_loss: aStop('50') }),
  )
  at(10)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'waiting_position' },
    position: { status: { type: 'order_placed' } },
    is_position_not_filled: true,
  })
  at(30)
  expect((await engine.smartTrade(id)).data.entered_total).toBe('90')
})

it('an entry that waits gives a limit that the market already meets the price of the market', async () => {
  const { engine, account, at } = scriptedWorld({
    prices: { USDT_BTC: '0s 100' },
    balances: USDT,
  })
  const { id } = engine.createSmartTrade(
    aDraft(account, { units: '1', price: '105', stop_loss: aStop('50') }),
  )
  at(1)
  expect((await engine.smartTrade(id)).data.entered_total).toBe('100')
})

it('an entry that waits sends a conditional market order once its trigger is reached from below', async () => {
  const { engine, account, at } = scriptedWorld({
    prices: {
      USDT_BTC: '0s 100, 20s 104, 40s 106',
    },
    balances: USDT,
  })
  const base = aDraft(account, { units: '1', price: '105', stop_loss: aStop('90') })
  const { id } = engine.createSmartTrade({
    ...base,
    position: {
      ...base.position,
      order_type: 'conditional',
      conditional: { order_type: 'market', price: { type: 'last', value: decimal('105') } },
    },
  })
  at(39)
  expect((await engine.smartTrade(id)).status.type).toBe('waiting_position')
  at(40)
  expect((await engine.smartTrade(id)).data.entered_total).toBe('106')
})

it.each([
  ['rests at its limit, also if a gap passes it', '0s 100, 20s 106, 40s 90', '95', '95'],
  ['meets a better market at the price of the market', '0s 100, 20s 106, 40s 90', '110', '106'],
])('a conditional limit that %s', async (_, prices, price, total) => {
  const { engine, account, at } = scriptedWorld({ prices: { USDT_BTC: prices }, balances: USDT })
  const base = aDraft(account, { units: '1', price, stop_loss: aStop('50') })
  const { id } = engine.createSmartTrade({
    ...base,
    position: {
      ...base.position,
      order_type: 'conditional',
      conditional: { order_type: 'limit', price: { type: 'last', value: decimal('105') } },
    },
  })
  at(41)
  expect((await engine.smartTrade(id)).data.entered_total).toBe(total)
})

it('an entry that waits follows a falling price down and buys when it turns by the percent', async () => {
  const { engine, account, at } = scriptedWorld({
    prices: {
      USDT_BTC: '0s 100, 20s 90, 40s 80, 60s 81, 80s 84.1',
    },
    balances: USDT,
  })
  const base = aDraft(account, { units: '1', price: '95', stop_loss: aStop('50') })
  const { id } = engine.createSmartTrade({
    ...base,
    position: {
      ...base.position,
      order_type: 'conditional',
      conditional: {
        order_type: 'market',
        price: { type: 'last', value: decimal('95') },
        trailing: { enabled: true, percent: decimal('5') },
      },
    },
  })
  at(30)
  expect((await engine.smartTrade(id)).position.status.type).toBe('trailing_activated')
  // 80 × 1.05 = 84
  at(79)
  expect((await engine.smartTrade(id)).is_position_not_filled).toBe(true)
  at(80)
  expect((await engine.smartTrade(id)).data.entered_total).toBe('84.1')
})

it('an entry that waits gives everything back when it is cancelled', async () => {
  const { engine, account, at, free } = scriptedWorld({
    prices: { USDT_BTC: '0s 100' },
    balances: USDT,
  })
  const { id } = engine.createSmartTrade(aDraft(account, { units: '1', price: '90' }))
  at(5)
  expect((await engine.cancelSmartTrade(id)).status.type).toBe('cancellation_pending')
  at(6)
  expect((await engine.smartTrade(id)).status.type).toBe('cancelled')
  expect(free('USDT')).toBe('10000')
  expect(await engine.history({})).toMatchObject([
    { status: { value: 'cancelled' }, filled: { units: '0' } },
  ])
})

it('an entry that waits fails with a sentence when the price ran away from the money', async () => {
  const { engine, account, at, free } = scriptedWorld({
    prices: {
      USDT_BTC: '0s 100, 1s 130',
    },
    balances: { USDT: '110' },
  })
  const { id } = engine.createSmartTrade(aDraft(account, { units: '1' }))
  at(1)
  expect((await engine.smartTrade(id)).status).toEqual({
    type: 'failed',
    basic_type: 'failed',
    title: 'Failed',
    error: 'Insufficient funds: the account had too little USDT when the order was sent.',
  })
  expect((await engine.smartTrade(id)).position.status.error).toMatch(/Insufficient funds/)
  expect(free('USDT')).toBe('110')
})
