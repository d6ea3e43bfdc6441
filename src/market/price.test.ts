import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { placesByPair, pricePlaces, tickPlaces } from './price.tsx'

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

it('the prices of a pair have as many decimals as the one written with the most', () => {
  const places = placesByPair([
    { pair: 'USDT_SOL', price: decimal('133.215') },
    { pair: 'USDT_SOL', price: decimal('133.1') },
    { pair: 'USDT_XRP', price: decimal('2.2945') },
    { pair: 'USDT_DOT', price: undefined },
    { pair: undefined, price: decimal('1.23456') },
  ])
  expect(places).toEqual({ USDT_SOL: 3, USDT_XRP: 4 })
})

it('no pair of a service can be taken for a part of the page', () => {
  const places = placesByPair([{ pair: '__proto__', price: decimal('1.5') }])
  expect(Object.keys(places)).toEqual(['__proto__'])
})

it('reads the places of a tick off a market’s own prices', () => {
  const prices = ['142.1', '142.14', '142'].map(decimal)
  expect(tickPlaces([...prices, null, undefined])).toBe(2)
  expect(tickPlaces([decimal('92159')])).toBe(2)
  expect(tickPlaces([undefined])).toBeUndefined()
})
