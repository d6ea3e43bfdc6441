import { expect, it } from 'vitest'

import { sum } from '#money/decimal.ts'
import { aDraft, aStop, aTarget, aThinMarket, scriptedWorld } from '#testing/scripted-world.ts'
import { previewSmartTrade } from '#trading/smart-trade-preview.ts'

import { marketView } from './smart-trade-create.ts'

/** A thin market, with what each order won and what is owed. */
function scene(...[prices, options]: Parameters<typeof aThinMarket>) {
  const scripted = aThinMarket(prices, options)
  const { engine, account, world } = scripted
  return {
    ...scripted,
    profits: async () =>
      (await engine.history({ limit: 20 })).map(({ filled, profit }) => [
        filled.units,
        profit?.amount ?? null,
      ]),
    owed: (currency: string) => world.ledger.balance(`loans:${account.id}`, currency),
  }
}

it('a short reports the same percent as its order in the history and its plan', async () => {
  const { world, engine, account, at } = scriptedWorld({
    prices: {
      USDT_BTC: '0s 100, 10s 50',
    },
    balances: { BTC: '10' },
  })
  const steps = [aTarget({ at: '50', volume: '100' })]
  const draft = aDraft(account, {
    side: 'sell',
    units: '10',
    take_profit: { enabled: true, steps },
  })
  const [target] = previewSmartTrade(draft, marketView(world, account.id, draft.pair)).targets
  const { id } = engine.createSmartTrade(draft)
  at(20)
  // 1000 − 1 − 500 − 0.5, of the 999 received
  expect((await engine.smartTrade(id)).profit).toMatchObject({ volume: '498.5', percent: '49.9' })
  const reported = (await engine.history({ limit: 9 })).flatMap(
    ({ profit }) => profit?.percent ?? [],
  )
  expect(reported).toEqual(['49.9'])
  expect(target?.profitPercent).toBe('49.8998999')
})

it('the profit of an ended trade counts only its closed part, and no price moves it', async () => {
  const { engine, account, at } = scriptedWorld({
    prices: {
      USDT_BTC: '0s 100, 10s 110, 30s 200, 40s 50',
    },
    balances: { USDT: '10000' },
  })
  const steps = [aTarget({ at: '110', volume: '50' }), aTarget({ at: '300', volume: '50' })]
  const draft = aDraft(account, { units: '10', take_profit: { enabled: true, steps } })
  const { id } = engine.createSmartTrade(draft)
  at(19)
  // 550 + 5 × 110 − 1000 − 1 − 0.55
  expect((await engine.smartTrade(id)).profit.volume).toBe('98.45')
  await engine.cancelSmartTrade(id)
  for (const second of [20, 30, 40]) {
    at(second)
    expect(await engine.smartTrade(id)).toMatchObject({
      status: { type: 'cancelled' },
      // 550 − 500 − 0.5 − 0.55, of 500.5
      profit: { volume: '48.95', usd: '48.95', percent: '9.78' },
    })
    expect((await engine.history({ limit: 9 })).flatMap(({ profit }) => profit?.usd ?? [])).toEqual(
      ['48.95'],
    )
  }
})

const cross = (value: number) => ({ enabled: true, type: 'cross' as const, value })

it('a position that is larger than what a second offers is sold part by part at its target, and the stop closes what is left', async () => {
  const { engine, account, at, free, profits } = scene('0s 100, 10s 110, 11s 94, 12s 93')
  const take_profit = { enabled: true, steps: [aTarget({ at: '110' })] }
  const { id } = engine.createSmartTrade(
    aDraft(account, { units: '10', take_profit, stop_loss: aStop('95') }),
  )
  at(10)
  expect(await engine.smartTrade(id)).toMatchObject({
    take_profit: { steps: [{ status: { type: 'order_placed' } }] },
    data: { closed_amount: '4', closed_total: '440' },
  })
  at(11)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'stop_loss_in_progress', title: 'Closing at Stop Loss' },
    stop_loss: { status: { type: 'order_placed' } },
    data: { closed_amount: '8', closed_total: '816' },
  })
  at(12)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'stop_loss_finished' },
    // 440 + 4 × 94 + 2 × 93
    data: { closed_amount: '10', closed_total: '1002' },
    // 1002 − 1000 − 1 − 1.002
    profit: { volume: '-0.002' },
  })
  expect(free('USDT')).toBe('9999.998')
  expect(await profits()).toEqual([
    ['10', null],
    // 440 − 0.44 − 400 − 0.4
    ['4', '39.16'],
    // 562 − 0.562 − 600 − 0.6
    ['6', '-39.162'],
  ])
})

it('a position that is larger than what a second offers is closed at the market part by part, and shows so until all of it is sold', async () => {
  const { engine, account, at, free } = scene('0s 100, 21s 99, 22s 97')
  const { id } = engine.createSmartTrade(aDraft(account, { units: '10', stop_loss: aStop('50') }))
  at(20)
  await engine.closeSmartTrade(id)
  at(21)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'panic_sell_pending', title: 'Closing at Market Price' },
    market_close: {},
    data: { closed_amount: '4', panic_sell_available: false, cancel_available: false },
  })
  expect(free('BTC')).toBe('0')
  await expect(engine.closeSmartTrade(id)).rejects.toThrow('being closed')
  await expect(engine.cancelSmartTrade(id)).rejects.toThrow('being closed')
  at(22)
  expect((await engine.smartTrade(id)).data.closed_amount).toBe('8')
  at(23)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'panic_sold' },
    // 4 × 99 + 6 × 97
    market_close: { filled: { units: '10', total: '978', price: '97.8' } },
    data: { closed_total: '978' },
  })
  // 10,000 − 1,000 − 1 + 978 − 0.978
  expect(free('USDT')).toBe('9976.022')
})

it('a position that is larger than what a second offers keeps what is not sold yet when its stop is cancelled', async () => {
  const { engine, account, at, free, profits } = scene('0s 100, 10s 90')
  const { id } = engine.createSmartTrade(aDraft(account, { units: '10', stop_loss: aStop('90') }))
  at(10)
  await engine.cancelSmartTrade(id)
  at(11)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'cancelled' },
    data: { entered_amount: '10', closed_amount: '4' },
  })
  expect(free('BTC')).toBe('6')
  // 4 × 90 − 0.36 − 400 − 0.4
  expect((await profits()).at(-1)).toEqual(['4', '-40.76'])
})

it('a position that is larger than what a second offers that was borrowed for pays its loan back part by part', async () => {
  const { engine, account, at, free, owed } = scene('0s 100, 10s 90, 11s 89', {
    marketType: 'margin',
  })
  const { id } = engine.createSmartTrade(
    aDraft(account, { units: '8', stop_loss: aStop('90'), leverage: cross(5) }),
  )
  at(9)
  expect(owed('USDT')).toBe('-640')
  at(10)
  expect(owed('USDT')).toBe('-320')
  at(11)
  expect(owed('USDT')).toBe('0')
  expect((await engine.smartTrade(id)).status.type).toBe('stop_loss_finished')
  // 10,000 − 800 − 0.8 + 4 × 90 + 4 × 89 − 0.716
  expect(free('USDT')).toBe('9914.484')
})

it('a position that is larger than what a second offers is liquidated part by part', async () => {
  const { engine, account, at } = scene('0s 100, 10s 80, 11s 79', { marketType: 'margin' })
  const { id } = engine.createSmartTrade(aDraft(account, { units: '8', leverage: cross(5) }))
  at(10)
  expect((await engine.smartTrade(id)).status.title).toBe('Being liquidated')
  at(11)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'stop_loss_finished', title: 'Liquidated' },
    data: { closed_total: '636' },
  })
})

it('a position that is larger than what a second offers that was sold on credit is bought back by the insurance where the account has no more', async () => {
  const { engine, account, at, free, owed, world } = scene('0s 100, 10s 180, 11s 190', {
    marketType: 'margin',
    usdt: '100.5',
  })
  const draft = { side: 'sell' as const, units: '5', leverage: cross(5) }
  const { id } = engine.createSmartTrade(aDraft(account, draft))
  at(10)
  // 100.5 + 500 − 0.5 = 600; 4 × 180 × 1.001 = 720.72, so that 120.72 lack
  expect(world.ledger.balance('insurance', 'USDT')).toBe('-120.72')
  expect(owed('BTC')).toBe('-1')
  at(11)
  // and a coin at 190 × 1.001
  expect(world.ledger.balance('insurance', 'USDT')).toBe('-310.91')
  expect(owed('BTC')).toBe('0')
  expect(free('USDT')).toBe('0')
  expect((await engine.smartTrade(id)).status.title).toBe('Liquidated')
  // Payments of the insurance are no loss of the account.
  expect((await engine.smartTrade(id)).profit.volume).toBe('-100.5')
  const reported = (await engine.history({ limit: 9 })).flatMap(
    ({ profit }) => profit?.amount ?? [],
  )
  expect(sum(reported)).toBe('-100.5')
})

it('a position that is larger than what a second offers that was sold without credit is bought back as far as the money goes', async () => {
  const { engine, account, at, free } = scriptedWorld({
    prices: {
      USDT_BTC: '0s 100, 10s 110, 11s 150',
    },
    balances: { BTC: '10' },
    depth: '4',
  })
  const { id } = engine.createSmartTrade(
    aDraft(account, { side: 'sell', units: '8', stop_loss: aStop('110') }),
  )
  at(10)
  // 800 − 0.8 − 440.44 = 358.76 are left, and what they can buy at 150.15 is 2.38934.
  expect((await engine.smartTrade(id)).data.closed_amount).toBe('4')
  at(11)
  expect(await engine.smartTrade(id)).toMatchObject({
    status: { type: 'stop_loss_finished' },
    data: { closed_amount: '6.38934' },
  })
  // 358.76 − 2.38934 × 150.15
  expect(free('USDT')).toBe('0.000599')
  // Coins not bought back stay sold: 10 − 8 + 6.38934
  expect(free('BTC')).toBe('8.38934')
})
