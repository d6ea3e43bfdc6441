import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { trailingPrice } from './trailing.ts'

it.each([
  ['below the highest price', 'below', '150', '135'],
  ['above the lowest price', 'above', '80', '88'],
] as const)('a trailing exit of 10 percent stands %s', (_, side, best, price) => {
  const percent = decimal('10')
  expect(trailingPrice({ side, percent, best: decimal(best) })).toBe(price)
})
