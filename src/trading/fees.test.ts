import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { FEE_RATE, fillOf } from './fees.ts'

const [units, price] = [decimal('0.02'), decimal('60000')]

it.each(['buy', 'sell'] as const)('the fee of a %s is in the quote currency', (side) => {
  expect(fillOf(side, units, price, FEE_RATE)).toMatchObject({ total: '1200', commission: '1.2' })
})

it('a fee is rounded up to twelve decimals', () => {
  const fill = fillOf('buy', decimal('0.00000001'), decimal('0.01234'), FEE_RATE)
  expect(fill.commission).toBe('0.000000000001')
})
