import { describe, expect, it } from 'vitest'

import { readParts } from '#contract/read.ts'
import { smartTradeDraft } from '#contract/smart-trade-draft.ts'
import { decimal, multiply, subtract, toNumber, toText } from '#money/decimal.ts'
import { aDraft, aStop, scriptedWorld, type Prices } from '#testing/scripted-world.ts'
import { previewSmartTrade } from '#trading/smart-trade-preview.ts'

import { newMarket, seededMarket } from '../market/market.ts'
import { marketView } from '../smart-trades/smart-trade-create.ts'

const aWorld = (prices: Prices, balances: Record<string, string> = {}) =>
  scriptedWorld({
    prices: { USDT_BTC: prices },
    balances: { USDT: '1000000', ...balances },
    depth: '2',
    impact: '0.0004',
    halfSpread: 50,
  })

type World = ReturnType<typeof aWorld>

const trade = ({ engine, account }: World, units: string, side: 'buy' | 'sell', price?: string) =>
  engine.createSmartTrade({
    account_id: account.id,
    pair: 'USDT_BTC',
    instant: true,
    position: {
      type: side,
      order_type: 'market',
      units: { value: decimal(units) },
      ...(price === undefined ? {} : { price: { value: decimal(price) } }),
    },
  })

const fills = async ({ engine }: World) =>
  (await engine.history({})).map(({ filled }) => [
    toText(filled.units),
    toText(filled.price ?? decimal('0')),
  ])

it('a large market order pays what its preview says, and moves nobody else’s price', async () => {
  const world = aWorld('0s 90000')
  const draft = {
    instant: true,
    position: { type: 'buy', order_type: 'market', units: { value: '1' } },
  }
  const view = marketView(world.world, world.account.id, 'USDT_BTC')
  const preview = previewSmartTrade(readParts(smartTradeDraft, draft), view)
  trade(world, '1', 'buy')
  world.at(2)
  // The ask of 90,000.50 and 0.02 %.
  expect(await fills(world)).toEqual([['1', '90018.5']])
  expect(toText(preview.entryPrice ?? decimal('0'))).toBe('90018.5')
  const spent = subtract(decimal('1000000'), world.free('USDT'))
  expect(preview.needs?.amount).toBe(spent)
  expect(toText(world.engine.pairs()[0]?.last ?? decimal('0'))).toBe('90000')
})

it('a large market order for several seconds pays for each of them', async () => {
  const world = aWorld('0s 90000')
  trade(world, '5', 'buy')
  world.at(5)
  const [[units, price] = []] = await fills(world)
  expect(units).toBe('5')
  // (2 · 90,036.50 + 2 · 90,036.50 + 90,018.50) ÷ 5
  expect(price).toBe('90032.9')
})

it('a large market order for a sale gets less by as much', async () => {
  const world = aWorld('0s 90000', { BTC: '3' })
  trade(world, '2', 'sell')
  world.at(2)
  expect(await fills(world)).toEqual([['2', '89963.5']])
})

describe('a limit order', () => {
  const limit = (world: World, price: string, units = '2') =>
    world.engine.createSmartTrade({
      account_id: world.account.id,
      pair: 'USDT_BTC',
      position: {
        type: 'buy',
        order_type: 'limit',
        units: { value: decimal(units) },
        price: { value: decimal(price) },
      },
      take_profit: {
        enabled: true,
        steps: [{ order_type: 'limit', volume: decimal('100'), price: { percent: decimal('50') } }],
      },
    })

  it('a limit order that takes pays its impact, and never more than its limit', async () => {
    const world = aWorld('0s 90000')
    limit(world, '90100')
    limit(world, '90010')
    world.at(2)
    expect(await fills(world)).toEqual([
      ['2', '90036.5'],
      ['2', '90010'],
    ])
  })

  it('a limit order that rests gets its own price', async () => {
    const world = aWorld('0s 90000, 60s 89000')
    limit(world, '89500')
    world.at(61)
    expect(await fills(world)).toEqual([['2', '89500']])
  })
})

it.each([
  ['less than a second offers', '1.12'],
  ['a little more than a second offers', '1.00001'],
])(
  'a stop that buys back with too little money for all of it buys what the money is enough for, %s',
  async (_, units) => {
    const { engine, account, at, free } = scriptedWorld({
      prices: {
        USDT_BTC: '0s 100, 10s 114',
      },
      balances: { BTC: units },
      depth: '1',
      impact: '0.001',
    })
    const stop_loss = aStop('110')
    const { id } = engine.createSmartTrade(aDraft(account, { side: 'sell', units, stop_loss }))
    at(30)
    const { status, data } = await engine.smartTrade(id)
    expect(status.type).toBe('stop_loss_finished')
    // A unit costs 114 and up to 0.1 % of impact and 0.1 % of fee more.
    const spent = multiply(data.closed_amount, decimal('114.23'))
    expect(toNumber(spent)).toBeGreaterThan(toNumber(decimal(units)) * 99.8)
    expect(toNumber(free('USDT'))).toBeLessThan(0.1)
  },
)

it('an order of any size costs at most 3 % in fees, spread and impact', () => {
  const world = aWorld('0s 90000', { BTC: '5000', USDT: '0' })
  const before = world.free('USDT')
  world.engine.sellAllToUsd(world.account.connectionId)
  const got = toNumber(subtract(world.free('USDT'), before))
  expect(toText(world.free('BTC'))).toBe('0')
  expect(got / (5_000 * 90_000)).toBeGreaterThan(0.97)
  expect(got / (5_000 * 90_000)).toBeLessThan(0.999)
})

it('an order of what a second offers costs some hundredths of a percent, a small one nothing to speak of', () => {
  const firstDay = Date.UTC(2026, 0, 1)
  const market = seededMarket({ seed: 1, firstDay, market: newMarket(firstDay) })
  for (const { depth, impact } of market.instruments) {
    expect(toNumber(impact)).toBeGreaterThan(0.0002)
    expect(toNumber(impact)).toBeLessThan(0.001)
    expect(toNumber(depth ?? decimal('0'))).toBeGreaterThan(0)
  }
})
