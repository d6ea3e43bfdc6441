import fc from 'fast-check'
import { expect, it } from 'vitest'

import { compare, decimal } from '#money/decimal.ts'
import { propertyRuns } from '#testing/proof-size.ts'

import { fromSortableText, sortableText } from './sortable-text.ts'

const amount = fc
  .tuple(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), fc.integer({ min: 0, max: 30 }))
  .map(([units, places]) => {
    const digits = String(units < 0n ? -units : units).padStart(places + 1, '0')
    const point = digits.length - places
    const text = places === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
    return decimal(`${units < 0n ? '-' : ''}${text}`)
  })
const few = fc.constantFrom(
  ...['0', '-12', '-12.5', '-1.25', '12.5', '12', '0.5', '-0.05'].map(decimal),
)

it('amounts as sortable text keep their order and every digit', () => {
  fc.assert(
    fc.property(fc.oneof(amount, few), fc.oneof(amount, few), (a, b) => {
      const [left, right] = [sortableText(a), sortableText(b)]
      expect(left < right ? -1 : left > right ? 1 : 0).toBe(compare(a, b))
      expect(fromSortableText(left)).toBe(a)
    }),
    { numRuns: propertyRuns(2_000) },
  )
})
