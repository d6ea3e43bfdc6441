import { describe, expect, it } from 'vitest'

import { aDraft, aTarget, scriptedWorld } from '#testing/scripted-world.ts'

const USDT = { USDT: '10000' }

it('a simple buy is over once it is bought, and the coins are free', async () => {
  const { engine, account, at, free } = scriptedWorld({
    prices: { USDT_BTC: '0s 100' },
    balances: USDT,
  })
  const { id } = engine.createSmartTrade(aDraft(account, { units: '1', instant: true }))
  at(1)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'finished' },
    data: { type: 'simple_buy' },
    profit: { volume: null, percent: '0' },
  })
  expect(free('BTC')).toBe('1')
})

it('a simple sell brings its total less the fee', () => {
  const { engine, account, at, free } = scriptedWorld({
    prices: { USDT_BTC: '0s 100' },
    balances: { BTC: '3' },
  })
  engine.createSmartTrade(aDraft(account, { side: 'sell', units: '2', instant: true }))
  at(1)
  expect(free('USDT')).toBe('199.8')
  expect(free('BTC')).toBe('1')
})

it('a smart sell keeps held coins for its targets and pays no fee for an entry', async () => {
  const { engine, account, at, free } = scriptedWorld({
    prices: {
      USDT_BTC: '0s 100, 10s 110',
    },
    balances: { BTC: '3' },
  })
  const { id } = engine.createSmartTrade(
    aDraft(account, {
      units: '2',
      skip_enter_step: true,
      take_profit: { enabled: true, steps: [aTarget({ at: '110' })] },
    }),
  )
  at(5)
  expect(await engine.smartTrade(id)).toMatchObject({
    data: { type: 'smart_sell' },
    position: { status: { type: 'smart_sell', title: 'Own funds' } },
  })
  expect(free('BTC')).toBe('1')
  at(10)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'finished' },
    profit: { volume: '19.78' },
  })
  expect(free('USDT')).toBe('219.78')
})

it('a smart cover sells first and buys back cheaper', async () => {
  const { engine, account, at, free } = scriptedWorld({
    prices: {
      USDT_BTC: '0s 100, 10s 90',
    },
    balances: { BTC: '2' },
  })
  const { id } = engine.createSmartTrade(
    aDraft(account, {
      side: 'sell',
      units: '2',
      take_profit: { enabled: true, steps: [aTarget({ at: '90' })] },
    }),
  )
  at(5)
  expect(free('USDT')).toBe('0')
  at(10)
  // 200 − 0.2 − 180 − 0.18
  expect(await engine.smartTrade(id)).toMatchObject({
    data: { type: 'smart_cover' },
    profit: { volume: '19.62' },
  })
  expect(free('BTC')).toBe('2')
  expect(free('USDT')).toBe('19.62')
})

it('a smart buy covers a held short with money kept for it', async () => {
  const { engine, account, at, free } = scriptedWorld({
    prices: {
      USDT_BTC: '0s 100, 10s 90',
    },
    balances: { USDT: '500' },
  })
  const { id } = engine.createSmartTrade(
    aDraft(account, {
      side: 'sell',
      units: '2',
      skip_enter_step: true,
      take_profit: { enabled: true, steps: [aTarget({ at: '90' })] },
    }),
  )
  at(5)
  // 200 and its fee are kept
  expect(free('USDT')).toBe('299.8')
  at(10)
  expect(await engine.smartTrade(id)).toMatchObject({
    data: { type: 'smart_buy' },
    status: { type: 'finished' },
  })
  expect(free('BTC')).toBe('2')
  expect(free('USDT')).toBe('319.82')
})

describe('on margin', () => {
  const leverage = { enabled: true, type: 'cross' as const, value: 5 }

  it('a long borrows what its margin does not pay and gives it back with the profit kept', async () => {
    const { engine, account, at, free } = scriptedWorld({
      prices: {
        USDT_BTC: '0s 100, 10s 110',
      },
      balances: { USDT: '300' },
      marketType: 'margin',
    })
    const { id } = engine.createSmartTrade(
      aDraft(account, {
        units: '10',
        leverage,
        take_profit: { enabled: true, steps: [aTarget({ at: '110' })] },
      }),
    )
    at(5)
    expect(await engine.smartTrade(id)).toMatchObject({
      margin: { amount: '200', total: '1000' },
      leverage: { enabled: true, value: '5', type: 'cross' },
    })
    // 800 owed ÷ (10 × 0.99), up to the tick
    expect((await engine.smartTrade(id)).data.liquidation_price).toBe('80.81')
    expect(
      engine.balanceTable(account.connectionId).find((row) => row.currency_code === 'USDT'),
    ).toMatchObject({ borrowed: '800', equity: '-701' })
    at(10)
    // 300 + 100 − 1 − 1.1
    expect(free('USDT')).toBe('397.9')
    expect((await engine.smartTrade(id)).profit).toMatchObject({ volume: '97.9', roe: '48.95' })
  })

  it('a long that falls to its liquidation price is closed and pays its debt', async () => {
    const { engine, account, at, free } = scriptedWorld({
      prices: {
        USDT_BTC: '0s 100, 10s 80',
      },
      balances: { USDT: '300' },
      marketType: 'margin',
    })
    const { id } = engine.createSmartTrade(
      aDraft(account, {
        units: '10',
        leverage,
        take_profit: { enabled: true, steps: [aTarget({ at: '110' })] },
      }),
    )
    at(10)
    expect((await engine.smartTrade(id)).status).toMatchObject({
      type: 'stop_loss_finished',
      title: 'Liquidated',
    })
    // 99 free + 800 − 0.8 − 800
    expect(free('USDT')).toBe('98.2')
  })

  it('a short borrows coins and buys them back', async () => {
    const { engine, account, at, free } = scriptedWorld({
      prices: {
        USDT_BTC: '0s 100, 10s 90',
      },
      balances: { USDT: '300' },
      marketType: 'margin',
    })
    const { id } = engine.createSmartTrade(
      aDraft(account, {
        side: 'sell',
        units: '10',
        leverage,
        take_profit: { enabled: true, steps: [aTarget({ at: '90' })] },
      }),
    )
    at(5)
    // (1000 − 1 + 200) ÷ (10 × 1.01), down to the tick
    expect((await engine.smartTrade(id)).data.liquidation_price).toBe('118.71')
    at(10)
    // 300 + 100 − 1 − 0.9
    expect(free('USDT')).toBe('398.1')
    expect(free('BTC')).toBe('0')
  })
})
