import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { pricePlaces } from './price.tsx'

it.each([
  ['64231.123456789', 2],
  ['1000', 2],
  ['-1000.5', 2],
  ['999.99999', 4],
  ['1', 2],
  ['1.23456', 4],
  ['0.99999999', 6],
  ['0.01', 2],
  ['0.0123456789', 6],
  ['0.00999999', undefined],
  ['0.000000012', undefined],
  ['0', undefined],
])('a price of %s is shown with %s decimals', (price, places) => {
  expect(pricePlaces(decimal(price))).toBe(places)
})
