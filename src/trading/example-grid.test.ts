import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { add, compare, decimal, type Decimal, multiply, subtract, toText } from '#money/decimal.ts'
import { propertyRuns } from '#testing/proof-size.ts'

import {
  type ExampleGrid,
  exampleGrid,
  type GridMarket,
  quantityFor,
  rangeAround,
} from './example-grid.ts'
import { FEE_RATE } from './fees.ts'
import { gridFunds, gridLadder, gridSides, gridStart } from './grid-ladder.ts'
import { judgeGridBot, rangeOf } from './judge-grid-bot.ts'

const ETHER: GridMarket = {
  price: decimal('3200'),
  tick: decimal('0.01'),
  lot: decimal('0.0001'),
  minTotal: decimal('5'),
  isFutures: false,
  free: { base: decimal('1'), quote: decimal('10000') },
}

const draftOf = ({ lower, upper, quantity, ...rest }: ExampleGrid) => ({
  account_id: 1,
  pair: 'USDT_ETH',
  lower_price: lower,
  upper_price: upper,
  quantity_per_grid: quantity,
  ...rest,
})

/** Calculates the quote amount from the ladder itself. */
function costOf(made: ExampleGrid, market: GridMarket): Decimal {
  const { price = decimal('0'), ask = price, lot, minTotal, free } = market
  const prices = gridLadder(rangeOf(draftOf(made), market))
  const sides = gridSides(prices, price)
  const { quantity } = made
  const needed = gridFunds({ prices, sides, quantity, unit: 'base', lot, feeRate: FEE_RATE })
  const own = free.base ?? decimal('0')
  return gridStart({ needed, own, price: ask, book: market, lot, minTotal, feeRate: FEE_RATE })
    .total
}

/** Powers of ten from 0.00000001 to 1. */
const step = fc
  .integer({ min: 0, max: 8 })
  .map((places) => decimal(places === 0 ? '1' : `0.${'1'.padStart(places, '0')}`))
const amount = fc
  .bigInt({ min: 0n, max: 10n ** 14n })
  .map((units) => multiply(decimal(String(units)), decimal('0.00000001')))

const market = fc
  .record({
    price: amount,
    spread: fc.integer({ min: 0, max: 100 }),
    tick: fc.option(step, { nil: undefined }),
    lot: fc.option(step, { nil: undefined }),
    minTotal: fc.option(amount, { nil: undefined }),
    free: fc.record({ base: amount, quote: amount }),
  })
  .map(({ price, spread, ...rest }): GridMarket => ({
    ...rest,
    price,
    ask: add(price, multiply(price, decimal(`0.000${String(spread).padStart(3, '0')}`))),
    isFutures: false,
  }))

it('an example grid spans ±10 % and uses a tenth of the free balance', () => {
  const made = exampleGrid(ETHER) as ExampleGrid
  expect([made.lower, made.upper].map(toText)).toEqual(['2880', '3520'])
  expect(made.grids_quantity).toBe(10)
  const tenth = { base: decimal('0.1'), quote: decimal('1000') }
  expect(compare(costOf(made, { ...ETHER, free: tenth }), tenth.quote)).not.toBe(1)
})

it('an example grid passes all rules and is covered by the free balance', () => {
  fc.assert(
    fc.property(market, (known) => {
      const made = exampleGrid(known)
      if ('cannot' in made) return
      expect(judgeGridBot(draftOf(made), known, false)).toEqual({})
      const free = known.free.quote ?? decimal('0')
      expect(compare(costOf(made, known), free)).not.toBe(1)
    }),
    { numRuns: propertyRuns(20_000) },
  )
})

it('an example grid exists for every pair if the balance suffices', () => {
  const rich = market.filter(
    ({ price }) => price !== undefined && compare(price, decimal('0.01')) > 0,
  )
  fc.assert(
    fc.property(rich, (known) => {
      const plenty = {
        ...known,
        tick: decimal('0.00000001'),
        lot: decimal('0.00000001'),
        minTotal: decimal('5'),
        free: { base: decimal('0'), quote: decimal('1000000000') },
      }
      expect(exampleGrid(plenty)).toHaveProperty('quantity')
    }),
    { numRuns: propertyRuns(5_000) },
  )
})

it('an example grid keeps typed values, or gives a reason', () => {
  const typed = exampleGrid(ETHER, { lower: decimal('3000'), lines: 5 })
  expect(typed).toMatchObject({
    lower: decimal('3000'),
    upper: decimal('3520'),
    grids_quantity: 5,
  })
  const poor = { ...ETHER, free: { base: decimal('0'), quote: decimal('3') } }
  expect(exampleGrid(poor)).toEqual({
    cannot: 'The free balance is too small for a grid bot on this pair.',
  })
  expect(exampleGrid({ ...ETHER, price: undefined })).toHaveProperty('cannot')
  expect(exampleGrid({ ...ETHER, isFutures: true })).toHaveProperty('cannot')
  expect(exampleGrid({ ...ETHER, free: { base: undefined, quote: undefined } })).toHaveProperty(
    'cannot',
  )
})

describe('quantity for a share of the balance', () => {
  const range = rangeAround(10, ETHER)
  const shape = { ...range!, grids_quantity: 20, grid_type: 'geometric' } as const

  it('a quantity never exceeds its share and nearly uses it', () => {
    for (const share of ['0.25', '0.5', '1'].map(decimal)) {
      const quantity = quantityFor(share, shape, ETHER)
      expect(quantity).toBeDefined()
      const free = { base: share, quote: multiply(decimal('10000'), share) }
      const cost = costOf({ ...shape, quantity: quantity! }, { ...ETHER, free })
      expect(compare(cost, free.quote)).not.toBe(1)
      const left = subtract(free.quote, cost)
      expect(compare(left, multiply(free.quote, decimal('0.1')))).toBe(-1)
    }
  })

  it("a quantity is unknown without balances or below the exchange's minimum", () => {
    const none = { ...ETHER, free: { base: undefined, quote: decimal('1') } }
    expect(quantityFor(decimal('1'), shape, none)).toBeUndefined()
    const poor = { ...ETHER, free: { base: decimal('0'), quote: decimal('10') } }
    expect(quantityFor(decimal('1'), shape, poor)).toBeUndefined()
  })
})
