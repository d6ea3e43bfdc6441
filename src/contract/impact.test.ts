import fc from 'fast-check'
import { expect, it } from 'vitest'

import { add, decimal, multiply, subtract, toNumber, toText } from '#money/decimal.ts'

import { impactOf, notableImpact, priceOfAmount, priceWithImpact } from './impact.ts'

const book = { depth: decimal('2'), impact: decimal('0.0004'), tick: decimal('0.01') }
const price = decimal('90000')
const of = (units: string) => toText(impactOf(decimal(units), book) ?? decimal('-1'))

it('impact grows linearly up to the depth of one second', () => {
  expect([of('0.02'), of('1'), of('2')]).toEqual(['0.000004', '0.0002', '0.0004'])
})

it('impact of a large order is the average over its seconds', () => {
  // Two seconds of 2 units at 0.0004, one of 1 unit at 0.0002.
  expect(of('5')).toBe('0.00036')
  expect(toNumber(decimal(of('2000001')))).toBeLessThanOrEqual(0.0004)
})

it('impact raises the price of a buy and lowers that of a sell, rounded to a tick', () => {
  expect(toText(priceWithImpact('buy', decimal('1'), price, book))).toBe('90018')
  expect(toText(priceWithImpact('sell', decimal('1'), price, book))).toBe('89982')
  expect(toText(priceWithImpact('buy', decimal('0.0001'), price, book))).toBe('90000')
})

it('impact is unknown and changes no price without a depth', () => {
  expect(impactOf(decimal('1'), {})).toBeUndefined()
  expect(impactOf(decimal('1'), { depth: null, impact: decimal('1') })).toBeUndefined()
  expect(priceWithImpact('buy', decimal('1'), price, {})).toBe(price)
})

it('an amount converted to units at the price with impact covers those units', () => {
  const cents = fc.integer({ min: 100, max: 2_000_000_000 })
  fc.assert(
    fc.property(cents, (amount) => {
      const money = decimal(`${amount / 100}`)
      const average = priceOfAmount('buy', money, price, book)
      const units = decimal((toNumber(money) / toNumber(average) - 1e-8).toFixed(8))
      const cost = multiply(units, priceWithImpact('buy', units, price, book))
      expect(toNumber(subtract(money, cost))).toBeGreaterThanOrEqual(0)
      expect(toNumber(subtract(add(cost, multiply(cost, book.impact)), money))).toBeGreaterThan(-1)
    }),
  )
})

it('impact is shown above 0.01 %', () => {
  expect(notableImpact(decimal('0.5'), book)).toBeUndefined()
  expect(toText(notableImpact(decimal('0.6'), book) ?? price)).toBe('0.012')
  expect(notableImpact(undefined, book)).toBeUndefined()
})
