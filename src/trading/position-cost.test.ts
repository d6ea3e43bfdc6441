import fc from 'fast-check'
import { expect, it } from 'vitest'

import {
  add,
  compare,
  type Decimal,
  decimal,
  fromNumber,
  isNegative,
  multiply,
  negate,
  subtract,
  sum,
  ZERO,
} from '#money/decimal.ts'
import { propertyRuns } from '#testing/proof-size.ts'

import { type Fill, fillOf } from './fees.ts'
import {
  afterAdding,
  afterClosing,
  averageOf,
  breakEvenOf,
  costOfClosing,
  costOfOpen,
  NO_FLOW,
  resultOfClosing,
} from './position-cost.ts'
import { percentOf } from './profit.ts'

const FEE = decimal('0.001')
const TICK = decimal('0.01')

/** Returns the change of the quote balance. */
const change = ({ side, total, commission }: Fill): Decimal =>
  side === 'buy' ? negate(add(total, commission)) : subtract(total, commission)

const amounts = fc.integer({ min: 1, max: 1e9 }).map((value) => fromNumber(value / 1000))
const directions = fc.constantFrom('long' as const, 'short' as const)

it('the result of a close equals the change of the quote balance', () => {
  const property = fc.property(
    directions,
    amounts,
    amounts,
    amounts,
    (direction, units, entry, exit) => {
      const [opens, closes] =
        direction === 'long' ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const)
      const opened = fillOf(opens, units, entry, FEE)
      const cost = { units, total: opened.total, fee: opened.commission }
      expect(resultOfClosing({ direction, cost, exitFeeRate: FEE }, exit)).toBe(
        add(change(opened), change(fillOf(closes, units, exit, FEE))),
      )
    },
  )
  fc.assert(property)
})

it('break-even is the first tick without a loss', () => {
  const property = fc.property(
    directions,
    amounts,
    amounts,
    amounts,
    (direction, units, total, fee) => {
      const closing = { direction, cost: { units, total, fee }, exitFeeRate: FEE }
      const price = breakEvenOf(closing, TICK)
      if (!price) return
      expect(isNegative(resultOfClosing(closing, price))).toBe(false)
      const before = (direction === 'long' ? subtract : add)(price, TICK)
      expect(isNegative(resultOfClosing(closing, before))).toBe(true)
    },
  )
  fc.assert(property, { numRuns: propertyRuns(1_000) })
})

it('costs of all closes add up to the entry, and a close keeps the average', () => {
  const fills = fc.array(fc.tuple(amounts, amounts, fc.integer({ min: 1, max: 100 })), {
    minLength: 1,
    maxLength: 12,
  })
  const property = fc.property(fills, (steps) => {
    let position = { basis: NO_FLOW, open: ZERO }
    let entered = ZERO
    const costs: Decimal[] = []
    for (const [units, price, percent] of steps) {
      const total = multiply(units, price)
      position = afterAdding(position, { units, total, fee: ZERO })
      entered = add(entered, total)
      const part = multiply(position.open, fromNumber(percent / 100))
      costs.push(costOfClosing(position, part).total)
      const closed = afterClosing(position, part)
      expect(averageOf(closed.basis)).toBe(averageOf(position.basis))
      position = closed
    }
    expect(add(sum(costs), costOfOpen(position).total)).toBe(entered)
    expect(compare(costOfOpen(position).total, ZERO)).toBeGreaterThanOrEqual(0)
  })
  fc.assert(property)
})

it('zero is zero percent of zero', () => {
  expect(percentOf(decimal('5'), ZERO)).toBe('0')
  expect(percentOf(decimal('1'), decimal('3'))).toBe('33.33333333')
})
