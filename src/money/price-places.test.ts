import { expect, it } from 'vitest'

import { decimal } from './decimal.ts'
import {
  formatPrice,
  placesByPair,
  pricePlaces,
  shortPrice,
  tickPlaces,
  widestPrice,
} from './format.ts'

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
  ['0.00999999', 7],
  ['0.00123456789', 7],
  ['0.000000012', 9],
  ['0.0000000064123456', 13],
  ['0', 2],
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

it('a pair named __proto__ is a row like any other', () => {
  const places = placesByPair([{ pair: '__proto__', price: decimal('1.5') }])
  expect(Object.keys(places)).toEqual(['__proto__'])
})

it('the tick size of a market is inferred from its longest price', () => {
  const prices = ['142.1', '142.14', '142'].map(decimal)
  expect(tickPlaces([...prices, null, undefined])).toBe(2)
  expect(tickPlaces([decimal('92159')])).toBe(2)
  expect(tickPlaces([undefined])).toBeUndefined()
})

it('a tick size has at most eight decimals, more only for a tiny price', () => {
  expect(tickPlaces([decimal('1.23456789012345')])).toBe(8)
  expect(tickPlaces([decimal('0.0000000064'), decimal('0.000000006412345678')])).toBe(13)
})

it.each([
  ['0.0000000064', 8, '0.0000000064'],
  ['0.00000000641234', 8, '0.000000006412'],
  ['0.0123456', 2, '0.01235'],
  ['1.23456', 2, '1.235'],
  ['12.3456', 2, '12.35'],
  ['64231.5', 2, '64,231.50'],
  ['0.00000000641234', undefined, '0.0000000064123'],
])('a price of %s with %s decimals keeps at least four digits: %s', (price, places, text) => {
  expect(formatPrice(decimal(price), places)).toBe(text)
})

it('a column of prices is padded to at most five decimals', () => {
  expect(widestPrice([decimal('1.5'), decimal('0.0000000064')])).toBe(5)
  expect(widestPrice([decimal('0.0000000064')], 13)).toBe(5)
  expect([widestPrice([decimal('1.5')], 4), widestPrice([undefined], 4)]).toEqual([4, 0])
})

it('a price label replaces eight or more zeros with their count', () => {
  expect(shortPrice(decimal('0.0000000020339'))).toBe('0.0(8)20339')
  expect(shortPrice(decimal('0.00012345'))).toBe('0.00012345')
})
