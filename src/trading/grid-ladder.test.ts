import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { absolute, compare, decimal, fromNumber, isMultipleOf, subtract } from '#money/decimal.ts'

import {
  gridFunds,
  gridLadder,
  gridProblem,
  gridProfit,
  type GridRange,
  gridSides,
  gridStep,
  lineBeyond,
  lineUnits,
  oppositeLine,
} from './grid-ladder.ts'

const even: GridRange = {
  lower: decimal('100'),
  upper: decimal('200'),
  lines: 5,
  type: 'arithmetic',
  tick: decimal('0.1'),
}
const doubling: GridRange = { ...even, upper: decimal('1600'), type: 'geometric' }

it('a grid extends by its own step, on a tick', () => {
  const tick = decimal('0.1')
  const on = (step: string, type: GridRange['type'], direction: 'up' | 'down') =>
    lineBeyond(decimal('100'), decimal(step), { type, tick, direction })
  expect(on('25', 'arithmetic', 'up')).toBe('125')
  expect(on('25', 'arithmetic', 'down')).toBe('75')
  expect(on('1.5', 'geometric', 'up')).toBe('150')
  expect(on('1.5', 'geometric', 'down')).toBe('66.7')
  expect(on('100', 'arithmetic', 'down')).toBe('0')
})

it('an arithmetic grid has equal differences', () => {
  expect(gridLadder(even)).toEqual(['100', '125', '150', '175', '200'])
  expect(gridStep(even)).toBe('25')
})

it('a geometric grid has equal ratios', () => {
  expect(gridLadder(doubling)).toEqual(['100', '200', '400', '800', '1600'])
  expect(gridStep(doubling)).toBe('2')
})

it("grid steps equal those in 3Commas' examples", () => {
  const geometric = { lower: decimal('0.0175'), upper: decimal('0.024073'), lines: 81 } as const
  const arithmetic = { lower: decimal('0.11016'), upper: decimal('0.15161'), lines: 10 } as const
  // The service shows 1.00399408015751539830711995 and
  // 0.004605555555555555555555555555555555555555556.
  expect(gridStep({ ...geometric, type: 'geometric' })).toBe('1.00399408015751539830712')
  expect(gridStep({ ...arithmetic, type: 'arithmetic' })).toBe('0.004605555555555555555556')
})

it('grid lines keep both ends, rise and are on ticks', () => {
  const property = fc.property(
    fc.integer({ min: 1, max: 1e9 }),
    fc.integer({ min: 1, max: 1e9 }),
    fc.integer({ min: 2, max: 200 }),
    fc.constantFrom('arithmetic' as const, 'geometric' as const),
    (low, width, lines, type) => {
      const range = { lines, type, tick: decimal('1'), lower: fromNumber(low) }
      const upper = fromNumber(low + width)
      fc.pre(gridProblem({ ...range, upper }) === undefined)
      const prices = gridLadder({ ...range, upper })
      expect([prices.length, prices[0], prices.at(-1)]).toEqual([lines, range.lower, upper])
      expect(prices.every((price) => isMultipleOf(price, range.tick))).toBe(true)
      expect(prices.slice(1).every((price, at) => compare(price, prices[at]!) > 0)).toBe(true)
    },
  )
  fc.assert(property)
})

it.each([
  [{ lines: 1 }, 'A grid has at least 2 lines.'],
  [{ lines: 1001 }, 'A grid has at most 1,000 lines.'],
  [{ lower: decimal('0') }, 'The lower price must be more than 0.'],
  [{ lower: decimal('200') }, 'The upper price must be above the lower price.'],
  [{ tick: decimal('60') }, 'The lines are closer together than the price step of the pair.'],
])('a grid is impossible with %j', (change, sentence) => {
  expect(gridProblem({ ...even, ...change })).toBe(sentence)
  expect(() => gridLadder({ ...even, ...change })).toThrow(RangeError)
})

describe('grid orders', () => {
  const prices = gridLadder(even)

  it('orders buy below the price and sell above it, and the nearest line waits', () => {
    expect(gridSides(prices, decimal('160'))).toEqual(['buy', 'buy', null, 'sell', 'sell'])
    expect(gridSides(prices, decimal('162.5'))).toEqual(['buy', 'buy', null, 'sell', 'sell'])
    expect(gridSides(prices, decimal('10'))).toEqual([null, 'sell', 'sell', 'sell', 'sell'])
    expect(gridSides(prices, decimal('999'))).toEqual(['buy', 'buy', 'buy', 'buy', null])
  })

  it('orders need units for all sells, and quote currency plus fees for all buys', () => {
    const sides = gridSides(prices, decimal('160'))
    const orders = { prices, sides, quantity: decimal('2'), feeRate: decimal('0.001') }
    // 2 × (100 + 125) plus fees of 0.2 + 0.25.
    expect(gridFunds({ ...orders, unit: 'base' })).toEqual({ base: '4', quote: '450.45' })
    expect(gridFunds({ ...orders, sides: prices.map(() => null), unit: 'base' })).toEqual({
      base: '0',
      quote: '0',
    })
  })

  it('orders may be sized in the quote currency', () => {
    const line = { quantity: decimal('100'), unit: 'quote', lot: decimal('0.01') } as const
    expect(lineUnits(decimal('175'), line)).toBe('0.57')
  })

  it('a filled buy is followed by a sell one line above', () => {
    expect(oppositeLine(1, 'buy')).toEqual({ index: 2, side: 'sell' })
    expect(oppositeLine(2, 'sell')).toEqual({ index: 1, side: 'buy' })
    // 2 × (150 − 125) minus fees of 0.25 and 0.3.
    const [units, rate] = [decimal('2'), decimal('0.001')]
    expect(gridProfit(units, decimal('125'), decimal('150'), rate)).toBe('49.45')
  })

  it('orders leave exactly one line waiting, the nearest', () => {
    const property = fc.property(fc.integer({ min: 50, max: 250 }), (at) => {
      const price = fromNumber(at)
      const sides = gridSides(prices, price)
      const distance = (index: number) => absolute(subtract(prices[index]!, price))
      const waiting = sides.indexOf(null)
      expect(sides.filter((side) => side === null)).toHaveLength(1)
      expect(prices.every((_, index) => compare(distance(index), distance(waiting)) >= 0)).toBe(
        true,
      )
    })
    fc.assert(property)
  })
})
