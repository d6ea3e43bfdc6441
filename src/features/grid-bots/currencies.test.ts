import { expect, it } from 'vitest'

import { gridBot } from '#contract/grid-bots.ts'
import { entity } from '#testing/entity.ts'

import { orderCurrency } from './currencies.ts'

it('counts the quantity of a line in what the service says, and else in nothing that is known', () => {
  const of = (order_currency_type: unknown) =>
    orderCurrency(entity(gridBot, { pair: 'USDT_ETH', order_currency_type }))
  expect(of('base')).toBe('ETH')
  expect(of('quote')).toBe('USDT')
  expect(of(undefined)).toMatch(/not told/)
  expect(of('coins')).toMatch(/not told/)
})
