import { describe, expect, it } from 'vitest'

import { add, type Decimal, decimal, negate, subtract, sum } from '#money/decimal.ts'
import { aDca, aGrid, aLeveragedTrade, aShort, LEVERAGE } from '#testing/scripted-bots.ts'
import {
  aDraft,
  aStop,
  aTarget,
  scriptedMarket,
  START,
  type Prices,
  priceSteps,
} from '#testing/scripted-world.ts'
import { fundingOn } from '#trading/funding.ts'
import { previewSmartTrade } from '#trading/smart-trade-preview.ts'

import { fundingRate } from '../market/quotes.ts'

const HOUR = 3_600
/** A rate of 0.02 % at 08:00. */
const RISE: Prices = [
  [0, 100],
  [7.5 * HOUR, 100.4],
]

function aPosition(
  side: 'buy' | 'sell',
  prices: Prices = RISE,
  rest: Partial<Parameters<typeof aDraft>[1]> = {},
) {
  const scene = aLeveragedTrade({ side, prices, marketType: 'futures', ...rest })
  const { engine } = scene
  return {
    ...scene,
    fundingRows: async () => (await engine.history({})).filter(({ kind }) => kind === 'funding'),
  }
}

describe('the rate of funding', () => {
  const rateAfter = (prices: Prices, seconds = 8 * HOUR): Decimal => {
    const script = priceSteps(prices).map(
      ([second, price]) => [START + second * 1000, price] as const,
    )
    return fundingRate(scriptedMarket({ USDT_BTC: script }), 'USDT_BTC', START + seconds * 1000)
  }
  it.each([
    ['is a twentieth of how far the price stands from the mean of eight hours', RISE, '0.0002'],
    [
      'is 0.05 % at the most',
      [
        [0, 100],
        [7.5 * HOUR, 150],
      ],
      '0.0005',
    ],
    [
      'is -0.05 % at the least',
      [
        [0, 100],
        [7.5 * HOUR, 50],
      ],
      '-0.0005',
    ],
    ['is nothing where the price stands still', '0s 100', '0'],
    // (100.4 − 100.2) ÷ 100.2 ÷ 20
    [
      'counts each hour alike',
      [
        [0, 100],
        [3.5 * HOUR, 100.4],
      ],
      '0.0001',
    ],
  ] as const)('%s', (_, prices, rate) => {
    expect(rateAfter(prices)).toBe(rate)
  })
})

it('funding is rounded up when paid, down when received', () => {
  const [value, rate] = [decimal('33.33333'), decimal('0.000123')]
  // 0.00409999959
  expect(fundingOn(value, rate, 'long')).toBe('0.0041')
  expect(fundingOn(value, rate, 'short')).toBe('-0.00409999')
})

it('a futures position pays funding as a long where the rate is positive, and no interest', async () => {
  const { at, trade, owed, world } = aPosition('buy')
  at(8 * HOUR - 1)
  expect(owed('USDT')).toBe('-800')
  at(8 * HOUR)
  // 10 × 100.4 × 0.0002
  expect(owed('USDT')).toBe('-800.2008')
  expect(world.ledger.balance('funding', 'USDT')).toBe('0.2008')
  expect(world.ledger.balance('interest', 'USDT')).toBe('0')
  // 4 − 1 − 0.2008
  expect((await trade()).profit.volume).toBe('2.7992')
  // 800.2008 ÷ 9.9
  expect((await trade()).data.liquidation_price).toBe('80.83')
})

it('a futures position without a loan that is cancelled has paid its funding, in its profit as in the history', async () => {
  const leverage = { ...LEVERAGE, value: 1 } as const
  const { at, id, engine, trade, fundingRows } = aPosition('buy', RISE, {
    units: '5',
    leverage,
    stop_loss: aStop('50'),
  })
  at(8 * HOUR)
  await engine.cancelSmartTrade(id)
  at(8 * HOUR + 1)
  expect((await trade()).status.type).toBe('cancelled')
  const [row, ...others] = await fundingRows()
  expect([row?.profit?.amount, others]).toEqual(['-0.1004', []])
  // 5 × 100.4 × 0.0002
  // In percent of 500.5, its entry with the fee.
  expect((await trade()).profit).toMatchObject({ volume: '-0.1004', percent: '-0.02' })
})

it('a futures position has funding to receive counted as worth something and never as a negative debt', () => {
  const rowOf = (side: 'buy' | 'sell', prices?: Prices) => {
    const { engine, at } = aPosition(side, prices)
    const row = () =>
      engine.balanceTable('summary').find(({ currency_code: code }) => code === 'USDT')
    at(8 * HOUR - 1)
    const before = row()
    at(8 * HOUR)
    const after = row()
    return { after, gained: before && after && subtract(after.equity, before.equity) }
  }
  const short = rowOf('sell')
  expect(short.after?.borrowed).toBe('0')
  expect(short.gained).toBe('0.2008')
  const long = rowOf('buy', [
    [0, 100],
    [7.5 * HOUR, 99.6],
  ])
  expect(long.after?.borrowed).toBe('800')
  // 10 × 99.6 × 0.0002
  expect(long.gained).toBe('0.1992')
})

it('a short receives its funding when it is closed, as a separate row', async () => {
  const { at, trade, owed, engine, id, free, world, fundingRows } = aPosition('sell')
  at(8 * HOUR)
  expect(owed('USDT')).toBe('0.2008')
  expect((await trade()).profit.volume).toBe('-4.7992')
  // (1000 − 1 + 200 + 0.2008) ÷ 10.1
  expect((await trade()).data.liquidation_price).toBe('118.73')
  await engine.closeSmartTrade(id)
  at(8 * HOUR + 2)
  expect([owed('USDT'), owed('BTC')]).toEqual(['0', '0'])
  expect(await fundingRows()).toMatchObject([
    {
      source: { type: 'smart_trade', id: String(id) },
      filled: { units: '0', total: '0' },
      profit: { amount: '0.2008', currency: 'USDT' },
    },
  ])
  // −4 − 1 − 1.004 + 0.2008
  expect((await trade()).profit.volume).toBe('-5.8032')
  expect(free('USDT')).toBe('994.1968')
  expect(world.ledger.balance('funding', 'USDT')).toBe('-0.2008')
})

it('a futures position pays or receives the share of what is closed', async () => {
  const targets = [aTarget({ at: '95', volume: '50' }), aTarget({ at: '50', volume: '50' })]
  const prices = [...RISE, [9 * HOUR, 95]] as const
  const { at, owed, trade, fundingRows } = aPosition('sell', prices, {
    take_profit: { enabled: true, steps: targets },
  })
  at(10 * HOUR)
  expect(await fundingRows()).toMatchObject([{ profit: { amount: '0.1004' } }])
  expect(owed('USDT')).toBe('0.1004')
  // 50 − 1 − 0.475 + 0.2008
  expect((await trade()).profit.volume).toBe('48.7258')
})

it.each(['buy', 'sell'] as const)(
  'a futures position that is isolated as a %s loses its margin and what it has received',
  async (side) => {
    const [before, after] = side === 'buy' ? [99.6, 70] : [100.4, 140]
    const { at, free, trade, world, fundingRows } = aPosition(
      side,
      [
        [0, 100],
        [7.5 * HOUR, before],
        [9 * HOUR, after],
      ],
      { leverage: { ...LEVERAGE, type: 'isolated' } },
    )
    at(10 * HOUR)
    expect((await trade()).status.title).toBe('Liquidated')
    // 1000 − 200, of a long less its fee: what was received has paid of the debt
    expect(free('USDT')).toBe(side === 'buy' ? '799' : '800')
    const received = side === 'buy' ? '0.1992' : '0.2008'
    expect(await fundingRows()).toMatchObject([{ profit: { amount: received } }])
    // 800 − 0.1992 − (700 − 0.7); 1400 + 1.4 − 0.2008 − 1199
    expect(world.ledger.balance('insurance', 'USDT')).toBe(
      side === 'buy' ? '-100.5008' : '-202.1992',
    )
    expect((await trade()).profit.volume).toBe(side === 'buy' ? '-201' : '-200')
  },
)

it.each(['buy', 'sell'] as const)(
  'a futures position of a %s costs in a day three times what it costs now',
  (side) => {
    const { at, owed, account, engine, world } = aPosition(side, RISE)
    at(8 * HOUR)
    const draft = aDraft(account, { side, units: '10', leverage: LEVERAGE })
    const [row] = engine.pairs().filter(({ pair }) => pair === 'USDT_BTC')
    expect(row?.daily_funding).toBe('0.0006')
    const { fundingADay, interestADay } = previewSmartTrade(draft, {
      price: row?.last,
      dailyFunding: row?.daily_funding,
    })
    const once = negate(add(owed('USDT'), decimal(side === 'buy' ? '800' : '0')))
    expect(fundingADay).toBe(sum([once, once, once]))
    expect(interestADay).toBeUndefined()
    expect(negate(world.ledger.balance('funding', 'USDT'))).toBe(negate(once))
  },
)

it('a futures position has none while its order waits', () => {
  const { at, owed } = aPosition('buy', RISE, { price: '90' })
  at(9 * HOUR)
  expect(owed('USDT')).toBe('-720')
})

it('a futures position has it once for each moment, also where two positions are open', async () => {
  const scene = aPosition('buy')
  scene.at(60)
  scene.engine.createSmartTrade(
    aDraft(scene.account, { side: 'sell', units: '1', leverage: LEVERAGE }),
  )
  scene.at(8 * HOUR)
  expect(scene.world.ledger.balance('funding', 'USDT')).toBe('0.18072')
})

it.each([
  // 1 × 100.4 × 0.0002
  ['Long', aDca, '0.02008'],
  ['Short', aShort, '-0.02008'],
] as const)(
  'a bot on futures counts the funding of a %s deal once',
  async (strategy, make, cost) => {
    const end = strategy === 'Long' ? 105 : 95
    const prices = [...RISE, [9 * HOUR, end]] as const
    const { at, owed, engine, bot, id } = make(
      prices,
      { strategy, max_safety_orders: 0 },
      { marketType: 'futures' },
    )
    at(8 * HOUR + 1)
    expect(owed('USDT')).toBe(String(-Number(cost)))
    at(9 * HOUR)
    expect(owed('USDT')).toBe('0')
    const rows = await engine.history({})
    expect(new Set(rows.map(({ market_type }) => market_type))).toEqual(new Set(['futures']))
    expect(rows.filter(({ kind }) => kind === 'funding')).toMatchObject([
      { order: null, profit: { amount: String(-Number(cost)) } },
    ])
    expect(sum(rows.flatMap(({ profit }) => profit?.amount ?? []))).toBe(bot().total_profit)
    const { events } = await engine.dcaBot(id, true)
    expect(events?.find(({ type }) => type === 'take_profit_filled')?.amount).toBe(
      bot().total_profit,
    )
  },
)

it('a bot on futures counts the funding of the coins of a grid', async () => {
  const { at, bot, engine, id, world, account } = aGrid(RISE, {}, { marketType: 'futures' })
  at(8 * HOUR - 1)
  const before = bot().current_profit_loss ?? '0'
  const loan = world.ledger.balance(`loans:${account.id}`, 'USDT')
  const units = Number(world.ledger.balance(`account:${account.id}:held`, 'BTC'))
  at(8 * HOUR)
  const funding = units * 100.4 * 0.0002
  expect(units).toBeGreaterThan(0)
  expect(Number(bot().current_profit_loss)).toBeCloseTo(Number(before) - funding, 7)
  expect(Number(world.ledger.balance(`loans:${account.id}`, 'USDT'))).toBeCloseTo(
    Number(loan) - funding,
    7,
  )
  engine.stopGridBot(id)
  at(8 * HOUR + 2)
  expect(world.ledger.balance(`loans:${account.id}`, 'USDT')).toBe('0')
  const rows = (await engine.history({})).filter(({ kind }) => kind === 'funding')
  expect(rows).toHaveLength(1)
  expect(Number(rows[0]?.profit?.amount)).toBeCloseTo(-funding, 7)
})

it('a bot on futures pays the debt of a short deal with what it has received before the insurance', async () => {
  const prices = [...RISE, [9 * HOUR, 400]] as const
  const { at, free, owed, events } = aShort(prices, { max_safety_orders: 0 }, { usdt: '210' })
  at(8 * HOUR)
  expect(owed('USDT')).toBe('0.02008')
  at(10 * HOUR)
  expect(await events()).toContain('liquidated')
  expect([free('USDT'), owed('USDT')]).toEqual(['0', '0'])
})

it('a bot on futures pays the loan of a grid with what it has received before the insurance', () => {
  const prices: Prices = [
    [0, 100],
    [7.5 * HOUR, 99.6],
    [9 * HOUR, 20],
  ]
  const { at, free, world, account } = aGrid(prices, {}, { marketType: 'futures', usdt: '200' })
  at(8 * HOUR)
  expect(Number(world.ledger.balance('funding', 'USDT'))).toBeLessThan(0)
  at(10 * HOUR)
  expect(Number(world.ledger.balance('insurance', 'USDT'))).toBeLessThan(0)
  expect(free('USDT')).toBe('0')
  expect(world.ledger.balance(`loans:${account.id}`, 'USDT')).toBe('0')
})

it('a bot on futures has funding for what a grid has not sold yet of its last order', () => {
  const { at, engine, id, world, account } = aGrid(
    RISE,
    {},
    { marketType: 'futures', depth: '0.5' },
  )
  at(8 * HOUR - 3)
  engine.stopGridBot(id)
  at(8 * HOUR - 1)
  const left = ['held', 'free'].map((part) =>
    Number(world.ledger.balance(`account:${account.id}:${part as 'held' | 'free'}`, 'BTC')),
  )
  at(8 * HOUR)
  const open = left.reduce((all, part) => all + part, 0)
  expect(open).toBeGreaterThan(0)
  expect(Number(world.ledger.balance('funding', 'USDT'))).toBeCloseTo(open * 100.4 * 0.0002, 8)
})
