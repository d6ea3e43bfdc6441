import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { baseChange, FEE_RATE, fillOf, quoteChange } from './fees.ts'

const [units, price] = [decimal('0.02'), decimal('60000')]

it('takes the fee of a buy on top of what is paid', () => {
  const fill = fillOf('buy', units, price, FEE_RATE)
  expect(fill).toMatchObject({ total: '1200', commission: '1.2' })
  expect([baseChange(fill), quoteChange(fill)]).toEqual(['0.02', '-1201.2'])
})

it('takes the fee of a sell from what is received', () => {
  const fill = fillOf('sell', units, price, FEE_RATE)
  expect([baseChange(fill), quoteChange(fill)]).toEqual(['-0.02', '1198.8'])
})

it('rounds a fee up to twelve places, as exchanges do', () => {
  const fill = fillOf('buy', decimal('0.00000001'), decimal('0.01234'), FEE_RATE)
  expect(fill.commission).toBe('0.000000000001')
})
