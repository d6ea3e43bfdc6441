import { expect, it } from 'vitest'

import { add, decimal, negate, sum } from '#money/decimal.ts'
import { aDca, aLeveragedTrade } from '#testing/scripted-bots.ts'
import { aDraft, aTarget, type Prices } from '#testing/scripted-world.ts'
import { previewSmartTrade } from '#trading/smart-trade-preview.ts'

const HOUR = 3_600

const aTrade = (
  side: 'buy' | 'sell',
  prices: Prices,
  rest: Partial<Parameters<typeof aDraft>[1]> = {},
) => aLeveragedTrade({ side, prices, marketType: 'margin', ...rest })

it('a position on borrowed money owes interest every four hours, which its profit and its liquidation include', async () => {
  const { at, trade, owed } = aTrade('buy', '0s 100')
  at(4 * HOUR - 1)
  expect(owed('USDT')).toBe('-800')
  expect((await trade()).profit.volume).toBe('-1')
  at(8 * HOUR)
  // 800 × 0.00004, twice
  expect(owed('USDT')).toBe('-800.064')
  expect((await trade()).profit.volume).toBe('-1.064')
  // 800.064 ÷ (10 × 0.99)
  expect((await trade()).data.liquidation_price).toBe('80.82')
})

it('a position on borrowed money pays it when it is closed, as a row of its own that the profit of the exit leaves out', async () => {
  const { at, trade, owed, engine, id, free, world } = aTrade('buy', '0s 100')
  at(8 * HOUR)
  await engine.closeSmartTrade(id)
  at(8 * HOUR + 2)
  expect(owed('USDT')).toBe('0')
  expect(world.ledger.balance('interest', 'USDT')).toBe('0.064')
  const rows = await engine.history({})
  expect(rows.slice(1)).toMatchObject([
    {
      source: { type: 'smart_trade', id: String(id) },
      kind: 'interest',
      market_type: 'margin',
      order: null,
      filled: { units: '0', total: '0' },
      profit: { amount: '-0.064', currency: 'USDT' },
    },
    {
      kind: 'order',
      market_type: 'margin',
      order: { type: 'market' },
      profit: { amount: '-2' },
    },
  ])
  expect((await trade()).profit.volume).toBe('-2.064')
  expect(free('USDT')).toBe('997.936')
})

it('a position on borrowed money pays the share of what is closed', async () => {
  const targets = [aTarget({ at: '110', volume: '50' }), aTarget({ at: '150', volume: '50' })]
  const { at, trade, engine } = aTrade(
    'buy',
    [
      [0, 100],
      [5 * HOUR, 110],
    ],
    { take_profit: { enabled: true, steps: targets } },
  )
  at(6 * HOUR)
  const rows = await engine.history({})
  expect(rows.filter(({ kind }) => kind === 'interest')).toMatchObject([
    { profit: { amount: '-0.016' } },
  ])
  at(8 * HOUR)
  // 50 + 50 − 1 − 0.55, less 0.016 paid, 0.016 and 400 × 0.00004 owed
  expect((await trade()).profit.volume).toBe('98.402')
})

it('a position on borrowed money of a short pays for its coins at the price of the hour', async () => {
  const { at, owed, trade } = aTrade('sell', [
    [0, 100],
    [4 * HOUR, 110],
  ])
  at(4 * HOUR)
  // 10 × 110 × 0.00004
  expect(owed('USDT')).toBe('-0.044')
  expect((await trade()).profit.volume).toBe('-101.044')
  // (1000 − 1 + 200 − 0.044) ÷ 10.1
  expect((await trade()).data.liquidation_price).toBe('118.7')
})

it.each(['buy', 'sell'] as const)(
  'the interest of a %s for a day is that of its preview',
  (side) => {
    const { at, owed, account, engine } = aTrade(side, '0s 100')
    const leverage = { enabled: true, type: 'cross' as const, value: 5 }
    const draft = aDraft(account, { side, units: '10', leverage })
    const [row] = engine.pairs().filter(({ pair }) => pair === 'USDT_BTC')
    const preview = previewSmartTrade(draft, {
      ...row,
      price: row?.last,
      dailyInterest: row?.daily_interest,
    })
    at(24 * HOUR)
    const borrowed = side === 'buy' ? '800' : '0'
    expect(negate(add(owed('USDT'), decimal(borrowed)))).toBe(preview.interestADay)
  },
)

it('a position on borrowed money owes nothing as long as its order waits', () => {
  const { at, owed } = aTrade('buy', '0s 100', { price: '90' })
  at(9 * HOUR)
  expect(owed('USDT')).toBe('-720')
})

it('a position on borrowed money that is isolated pays it from its own means', async () => {
  const { at, free, trade, world } = aTrade(
    'buy',
    [
      [0, 100],
      [5 * HOUR, 70],
    ],
    { leverage: { enabled: true, type: 'isolated', value: 5 } },
  )
  at(6 * HOUR)
  expect((await trade()).status.title).toBe('Liquidated')
  // 1000 − 200 − 1
  expect(free('USDT')).toBe('799')
  // 800.032 − (700 − 0.7)
  expect(world.ledger.balance('insurance', 'USDT')).toBe('-100.732')
  expect((await trade()).profit.volume).toBe('-201')
})

it('a bot that borrows has interest in the profit of a short deal', async () => {
  const { at, owed, bot, engine, liquidations } = aDca(
    [
      [0, 100],
      [9 * HOUR, 95],
    ],
    { strategy: 'Short', max_safety_orders: 0 },
    { marketType: 'margin' },
  )
  at(8 * HOUR + 1)
  expect(owed('USDT')).toBe('-0.008')
  // (200 − 0.1 − 0.008) ÷ 1.01
  expect(liquidations()).toEqual(['197.91'])
  at(9 * HOUR)
  expect(owed('USDT')).toBe('0')
  // 100 − 95 − 0.1 − 0.095, and two times 0.004
  expect(bot().total_profit).toBe('4.797')
  const rows = await engine.history({})
  expect(sum(rows.flatMap(({ profit }) => profit?.amount ?? []))).toBe('4.797')
})
