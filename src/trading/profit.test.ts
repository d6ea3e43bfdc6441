import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { percentOf } from './profit.ts'

it('a percent is rounded once, to the requested decimals', () => {
  // 42.230450003: rounding twice, to eight decimals first, would give 42.2304.
  expect(percentOf(decimal('224.38305'), decimal('531.33'), 4)).toBe('42.2305')
  expect(percentOf(decimal('224.38305'), decimal('531.33'))).toBe('42.23045')
})
