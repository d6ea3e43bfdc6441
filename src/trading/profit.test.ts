import fc from 'fast-check'
import { expect, it } from 'vitest'

import {
  add,
  type Decimal,
  decimal,
  fromNumber,
  isZero,
  negate,
  subtract,
  ZERO,
} from '#money/decimal.ts'

import { type Fill, fillOf } from './fees.ts'
import { percentOf, roundTrip } from './profit.ts'

const rates = { entryFeeRate: decimal('0.001'), exitFeeRate: decimal('0.001') }

/** What a fill does to the quote currency held. */
const change = ({ side, total, commission }: Fill): Decimal =>
  side === 'buy' ? negate(add(total, commission)) : subtract(total, commission)

it('is what the fills leave in the quote currency', () => {
  const price = fc.integer({ min: 1, max: 1e9 }).map((value) => fromNumber(value / 1000))
  const direction = fc.constantFrom('long' as const, 'short' as const)
  const property = fc.property(direction, price, price, price, (way, units, entry, exit) => {
    const { profit, entered } = roundTrip({
      direction: way,
      units,
      entryPrice: entry,
      exitPrice: exit,
      ...rates,
    })
    const sides = way === 'long' ? (['buy', 'sell'] as const) : (['sell', 'buy'] as const)
    const changes = [
      change(fillOf(sides[0], units, entry, rates.entryFeeRate)),
      change(fillOf(sides[1], units, exit, rates.exitFeeRate)),
    ] as const
    expect(profit).toBe(add(...changes))
    expect(isZero(entered)).toBe(false)
  })
  fc.assert(property)
})

it('is no percent of nothing', () => {
  expect(percentOf(decimal('5'), ZERO)).toBe('0')
  expect(percentOf(decimal('1'), decimal('3'))).toBe('33.33333333')
})
