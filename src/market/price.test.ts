import { expect, test } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { placesByPair } from './price.tsx'

test('the prices of a pair have as many decimals as the one written with the most', () => {
  const places = placesByPair([
    { pair: 'USDT_SOL', price: decimal('133.215') },
    { pair: 'USDT_SOL', price: decimal('133.1') },
    { pair: 'USDT_XRP', price: decimal('2.2945') },
    { pair: 'USDT_DOT', price: undefined },
    { pair: undefined, price: decimal('1.23456') },
  ])
  expect(places).toEqual({ USDT_SOL: 3, USDT_XRP: 4 })
})

test('no pair of a service can be taken for a part of the page', () => {
  const places = placesByPair([{ pair: '__proto__', price: decimal('1.5') }])
  expect(Object.keys(places)).toEqual(['__proto__'])
})
