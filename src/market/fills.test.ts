import { describe, expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { fillMarkers, fillsIn, oldestRead, type OrdersRead } from './fills.tsx'

const HOUR = 3_600_000
const fill = (minutes: number, isBuy: boolean, price: string) => ({
  at: 10 * HOUR + minutes * 60_000,
  isBuy,
  units: decimal('0.08'),
  price: decimal(price),
  uuid: `order ${minutes}`,
})
/** The newest first, as a history has them. */
const FILLS = [fill(80, false, '3250'), fill(30, true, '3010.5'), fill(5, true, '3030')]

const wordsOf = (areAmountsHidden: boolean) =>
  fillMarkers({ fills: FILLS, base: 'ETH', places: 2, length: HOUR, areAmountsHidden }).map(
    ({ side, label, words }) => [side, label, words],
  )

describe('fills as markers of a chart', () => {
  it('markers are one for each candle and side, the oldest first', () => {
    expect(wordsOf(false)).toEqual([
      ['below', 'Bought 2×', 'Bought 2 times at 3,010.50 to 3,030.00'],
      ['above', 'Sold 0.08', 'Sold 0.08 ETH at 3,250.00'],
    ])
  })

  it('markers say no amount while amounts are hidden', () => {
    expect(wordsOf(true)).toEqual([
      ['below', 'Bought 2×', 'Bought 2 times at 3,010.50 to 3,030.00'],
      ['above', 'Sold', 'Sold at 3,250.00'],
    ])
  })

  const orders = (isWhole: boolean) =>
    ({
      isWhole,
      rows: [80, 30, 5].map((minutes) => ({
        closed_at: minutes,
        source: { type: 'dca_bot', id: '7' },
        filled: { units: decimal('1') },
      })),
    }) as unknown as OrdersRead

  it('fills of a deal leave out those of earlier deals of its bot', () => {
    const fills = fillsIn(orders(true), { type: 'dca_bot', id: '7', since: 30 })
    expect(fills.map(({ at }) => at)).toEqual([80, 30])
  })

  it('markers say from where on they are drawn, unless they are all there', () => {
    expect(oldestRead(orders(false), 4)).toBe(5)
    expect(oldestRead(orders(false), 5)).toBeUndefined()
    expect(oldestRead(orders(true), 4)).toBeUndefined()
  })
})
