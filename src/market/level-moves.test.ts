import * as fc from 'fast-check'
import { expect, it } from 'vitest'

import { compare, decimal, fromNumber, isMultipleOf, subtract, toNumber } from '#money/decimal.ts'

import { moveOf, nudged, priceThere, stepOf } from './level-moves.ts'

const tick = decimal('0.05')

it('a level that is moved lands on a tick wherever it is dropped, and never below the first', () => {
  const place = fc.double({ min: -1000, max: 200_000, noNaN: true })
  fc.assert(
    fc.property(place, (there) => {
      // Nothing moves if no tick is left.
      const price = priceThere(decimal('90850'), there, tick) ?? tick
      const isNear = Math.abs(toNumber(price) - Math.max(there, 0.05)) <= 0.025 + 1e-9
      expect([isMultipleOf(price, tick), toNumber(price) > 0, isNear]).toEqual([true, true, true])
    }),
  )
  expect(priceThere(decimal('90850'), -3, tick)).toBeUndefined()
})

it('a price is taken back onto the tick by any key, from wherever it was typed', () => {
  const keys = fc.constantFrom('ArrowUp', 'ArrowDown', 'PageUp', 'PageDown')
  const typed = fc.integer({ min: 1, max: 10_000_000 }).map((n) => fromNumber(n / 1000))
  fc.assert(
    fc.property(typed, keys, fc.boolean(), (price, key, shiftKey) => {
      expect(isMultipleOf(nudged(price, { key, shiftKey }, tick) ?? tick, tick)).toBe(true)
    }),
  )
})

it('a level that is moved goes by a round step, by one tick with Shift, by ten steps with a page key', () => {
  const price = decimal('90850')
  const by = (key: string, shiftKey = false) => {
    const there = nudged(price, { key, shiftKey }, tick)
    return there && subtract(there, price)
  }
  expect(stepOf(price, tick)).toBe(decimal('100'))
  expect(by('ArrowUp')).toBe(decimal('100'))
  expect(by('ArrowDown', true)).toBe(decimal('-0.05'))
  expect(by('PageUp')).toBe(decimal('1000'))
  expect(by('a')).toBeUndefined()
})

it('a price keeps the decimals that are shown where no tick is known', () => {
  const there = priceThere(decimal('90850'), 91_234.567_891, undefined)
  expect(there).toBe(decimal('91234.57'))
  expect(compare(stepOf(decimal('0.00000012'), undefined), decimal('0'))).toBe(1)
})

it.each([
  ['0.02', '0.00002'],
  ['0.0000000012', '0.000000000002'],
  ['1.5', '0.002'],
  ['60000', '100'],
])(
  'a level that is moved moves %s by no more than a small part of it where no tick is known',
  (price, most) => {
    for (const shiftKey of [false, true]) {
      const there = nudged(decimal(price), { key: 'ArrowUp', shiftKey }, undefined)!
      const back = nudged(there, { key: 'ArrowDown', shiftKey }, undefined)
      expect(compare(there, decimal(price))).toBe(1)
      expect(compare(subtract(there, decimal(price)), decimal(most))).toBeLessThan(1)
      expect(back).toBe(decimal(price))
    }
  },
)

it('a price is not moved to where it is not allowed', () => {
  const price = decimal('90850')
  const { to, by } = moveOf(price, {
    tick,
    spoken: '',
    onMove: () => undefined,
    isAllowed: (there) => compare(there, price) > 0,
  })
  expect(to(90_840)).toBeUndefined()
  expect(to(90_860.02)).toBe(decimal('90860'))
  expect(by({ key: 'ArrowDown', shiftKey: false }, price)).toBeUndefined()
})
