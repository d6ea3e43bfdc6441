import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { commission } from '#contract/commission.ts'
import { add, type Decimal, decimal, multiply, subtract, toNumber, toText } from '#money/decimal.ts'
import { exact } from '#testing/decimals.ts'
import { propertyRuns } from '#testing/proof-size.ts'
import { aDca, aGrid, aShort } from '#testing/scripted-bots.ts'
import { dcaLadder, dcaStart } from '#trading/dca-ladder.ts'
import { gridFunds, gridLadder, gridSides, gridStart } from '#trading/grid-ladder.ts'

const [TICK, LOT, FEE] = [decimal('0.01'), decimal('0.00001'), decimal('0.001')]
const LEAST = decimal('0.0000000001')
const numRuns = propertyRuns(2_000)
const hundredths = (cents: number): Decimal => exact(BigInt(cents), 2)

const grids = fc.record({
  lower: fc.integer({ min: 5_000, max: 9_900 }),
  upper: fc.integer({ min: 10_100, max: 30_000 }),
  lines: fc.integer({ min: 2, max: 20 }),
  type: fc.constantFrom('arithmetic', 'geometric'),
  quantity: fc.integer({ min: 11, max: 300 }),
})

it('the page’s preview of a grid has the orders of the engine, and its launch costs to the last unit', () => {
  const property = fc.property(grids, ({ lower, upper, lines, type, quantity }) => {
    const draft = {
      lower_price: hundredths(lower),
      upper_price: hundredths(upper),
      grids_quantity: lines,
      grid_type: type,
      quantity_per_grid: hundredths(quantity),
    }
    const range = { lower: draft.lower_price, upper: draft.upper_price, lines, type, tick: TICK }
    const prices = gridLadder(range)
    const price = decimal('100')
    const sides = gridSides(prices, price)
    const funds = gridFunds({
      prices,
      sides,
      quantity: draft.quantity_per_grid,
      unit: 'base',
      lot: LOT,
      feeRate: FEE,
    })
    const coins = multiply(funds.base, price)
    const needed = add(funds.quote, add(coins, commission(coins, FEE)))
    const { at, bot, engine, id, free } = aGrid('0s 100', draft, { usdt: toText(needed) })
    expect(engine.requiredBalances(id).required_balance).toMatchObject({
      base: { quantity: funds.base },
      quote: { quantity: funds.quote },
    })
    at(1)
    expect(bot().grid_lines.map((line) => line.price)).toEqual(prices)
    expect(bot().grid_lines.map(({ side }) => side)).toEqual(sides)
    expect(
      bot().grid_lines.every(({ side, order_placed }) => order_placed === (side !== null)),
    ).toBe(true)
    expect([free('USDT'), free('BTC')]).toEqual(['0', '0'])
    const short = toText(subtract(needed, LEAST))
    expect(() => aGrid('0s 100', draft, { usdt: short })).toThrow('cannot be created')
  })
  fc.assert(property, { numRuns, seed: 41 })
})

describe('preview of price impact', () => {
  const book = { depth: decimal('5'), impact: decimal('0.001'), tick: TICK }
  const thin = { depth: '5', impact: '0.001' }

  it('the page’s preview of price impact is what a grid spends on its first coins, to the last unit', () => {
    const draft = {
      lower_price: decimal('90'),
      upper_price: decimal('110'),
      grids_quantity: 5,
      quantity_per_grid: decimal('2'),
    }
    const prices = [90, 95, 100, 105, 110].map((price) => decimal(String(price)))
    const price = decimal('100')
    const sides = gridSides(prices, price)
    const feeRate = FEE
    const quantity = draft.quantity_per_grid
    const needed = gridFunds({ prices, sides, quantity, unit: 'base', lot: LOT, feeRate })
    const start = { needed, own: decimal('0'), price, lot: LOT, feeRate }
    const { purchase, total } = gridStart({ ...start, book })
    // Four coins at 100.08.
    expect([toText(purchase), toText(subtract(total, gridStart(start).total))]).toEqual([
      '4',
      '0.32032',
    ])
    const { at, free } = aGrid('0s 100', draft, { ...thin, usdt: toText(total) })
    at(1)
    expect([free('USDT'), free('BTC')]).toEqual(['0', '0'])
    const short = toText(subtract(total, LEAST))
    expect(() => aGrid('0s 100', draft, { ...thin, usdt: short })).toThrow('cannot be created')
  })

  it('the page’s preview of price impact is the start of a DCA deal, from which its other orders are counted', () => {
    const settings = {
      strategy: 'Long' as const,
      base_order_size: decimal('500'),
      safety_order_size: decimal('100'),
      safety_order_step_scale: decimal('1'),
      safety_order_volume_scale: decimal('1'),
      price_deviation: decimal('2'),
      max_safety_orders: 2,
      take_profit_pct: decimal('3'),
      tp_type: 'percentage' as const,
    }
    const price = dcaStart({ ...settings, start_order_type: 'market' }, decimal('100'), book)
    expect(toText(price)).toBe('100.1')
    const [base, ...safety] = dcaLadder(settings, { price, tick: TICK, lot: LOT })
    const { at, orders } = aDca('0s 100', settings, thin)
    at(5)
    expect(orders().toSorted()).toEqual([
      ...safety.map(({ units, price: level }) => `buy ${toText(units)} at ${toText(level)}`),
      `sell ${toText(base?.held ?? FEE)} at ${toText(base?.takeProfit ?? FEE)}`,
    ])
  })
})

const deals = fc.record({
  isLong: fc.boolean(),
  base: fc.integer({ min: 10, max: 500 }),
  safety: fc.integer({ min: 10, max: 500 }),
  stepScale: fc.integer({ min: 50, max: 200 }),
  volumeScale: fc.integer({ min: 50, max: 200 }),
  deviation: fc.integer({ min: 50, max: 800 }),
  orders: fc.integer({ min: 0, max: 5 }),
  profit: fc.integer({ min: 50, max: 900 }),
  type: fc.constantFrom('percentage', 'base'),
})

it('the page’s preview of a deal has the orders and profit targets of the engine, order after order', () => {
  const property = fc.property(deals, (deal) => {
    const settings = {
      strategy: deal.isLong ? ('Long' as const) : ('Short' as const),
      base_order_size: decimal(String(deal.base)),
      safety_order_size: decimal(String(deal.safety)),
      safety_order_step_scale: hundredths(deal.stepScale),
      safety_order_volume_scale: hundredths(deal.volumeScale),
      price_deviation: hundredths(deal.deviation),
      max_safety_orders: deal.orders,
      take_profit_pct: hundredths(deal.profit),
      tp_type: deal.type,
    }
    const ladder = dcaLadder(settings, { price: decimal('100'), tick: TICK, lot: LOT })
    // A bot is refused if an order has no price, or is below the exchange's minimum.
    fc.pre(ladder.length > deal.orders)
    fc.pre(ladder.every(({ units, price }) => toNumber(multiply(units, price)) >= 5))
    // A short is liquidated beyond, at nearly twice its average.
    fc.pre(ladder.every(({ price }) => deal.isLong || toNumber(price) < 197))
    // The price goes from one safety order to the next.
    const course = ladder.map(({ price }, index) => [index * 10, toNumber(price)] as const)
    const make = deal.isLong ? aDca : aShort
    const { at, orders } = make(course, settings, { usdt: '1000000' })
    const [enter, leave] = deal.isLong ? ['buy', 'sell'] : ['sell', 'buy']
    for (const [index, step] of ladder.entries()) {
      at(index * 10 + 5)
      const left = ladder.slice(index + 1)
      expect(orders().toSorted()).toEqual(
        [
          `${leave} ${toText(step.held)} at ${toText(step.takeProfit)}`,
          ...left.map(({ units, price }) => `${enter} ${toText(units)} at ${toText(price)}`),
        ].toSorted(),
      )
    }
  })
  fc.assert(property, { numRuns, seed: 42 })
})
