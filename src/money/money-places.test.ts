import fc from 'fast-check'
import { expect, it } from 'vitest'

import { decimal, fromNumber, round } from './decimal.ts'
import { formatMoney, moneyPlaces, widestMoney } from './format.ts'

it.each([
  ['USDT', '1.23456789', 2],
  ['EUR', '1', 2],
  ['USDT:USDT', '1.5', 2],
  ['BTC', '1.23456789', 8],
  ['BTC', '0.123456789012', 8],
  ['ETH', '12', 0],
  ['', '1.2345', 4],
  ['TRY', '1.23456789', 2],
  ['BRL', '1.5', 2],
  ['PYUSD', '1.23456789', 2],
  ['KRW', '1452000.25', 0],
])('an amount in %j of %s has %i decimals', (currency, amount, places) => {
  expect(moneyPlaces(currency, decimal(amount))).toBe(places)
})

it('an amount of a coin keeps all of its up to eight decimals', () => {
  const property = fc.property(fc.integer(), fc.integer({ min: 0, max: 8 }), (units, places) => {
    const amount = round(fromNumber(units / 10 ** places), 8, 'half-even')
    expect(round(amount, moneyPlaces('BTC', amount), 'half-even')).toBe(amount)
  })
  fc.assert(property)
})

it('formatMoney rounds to the decimals of the currency, but keeps two digits of a small amount', () => {
  const text = (amount: string, currency: string) => formatMoney(decimal(amount), currency)
  expect([text('1234.567', 'USDT'), text('0.5', 'KRW'), text('1234.5678', 'BTC')]).toEqual([
    '1,234.57',
    '0.5',
    '1,234.5678',
  ])
  expect(formatMoney(decimal('2.5'), 'EUR', { signed: true })).toBe('+2.50')
})

it('a column has the decimals of its longest amount', () => {
  const amounts = [decimal('0.5'), undefined, decimal('0.00000021')]
  expect([widestMoney('BTC', amounts), widestMoney('USDT', amounts)]).toEqual([8, 2])
  expect(widestMoney('BTC', [])).toBe(0)
})
