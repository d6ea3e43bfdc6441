import { expect, it } from 'vitest'

import { decimal } from './decimal.ts'
import { legiblePlaces, widestLegible } from './legible.ts'

it.each([
  ['29858.0951665114', 3],
  ['1204.50001', 4],
  ['0.21804512', 8],
  ['0.218045123456', 8],
  ['-13.907912345', 6],
  ['1500000.123456', 2],
  ['22.939', 3],
  ['1200', 0],
])('%s is shown with %i decimals', (text, places) => {
  expect(legiblePlaces(decimal(text))).toBe(places)
})

it('money has its own decimals at any size', () => {
  expect(legiblePlaces(decimal('9072.005'), 'USDT')).toBe(2)
  expect(legiblePlaces(decimal('9072.005'), 'ETH')).toBe(3)
})

it('a column has the decimals of its longest amount, or none if it is empty', () => {
  expect(widestLegible([decimal('1.5'), undefined, null, decimal('0.125')])).toBe(3)
  expect(widestLegible([])).toBe(0)
})
