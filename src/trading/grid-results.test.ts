import { expect, it } from 'vitest'

import { decimal, toText } from '#money/decimal.ts'

import { buyAndHold, profitPerDay } from './grid-results.ts'

const DAY = 86_400_000

it.each([
  // 30 in ten days; a loss in a day and a half.
  ['30', 10, '3'],
  ['-3', 1.5, '-2'],
  ['0', 2, '0'],
])('a profit of %s in %s days is %s per day', (profit, days, perDay) => {
  const mean = profitPerDay(decimal(profit), days * DAY)
  expect(mean && toText(mean)).toBe(perDay)
})

it('profit per day is unknown for less than a day', () => {
  expect(profitPerDay(decimal('30'), DAY - 1)).toBeUndefined()
})

it.each([
  ['100', '125', '25'],
  ['80', '60', '-25'],
  ['3', '4', '33.3333'],
  ['0.00000001', '0.00000001', '0'],
])('buying at %s and holding until %s returns %s percent', (start, last, percent) => {
  const held = buyAndHold(decimal(start), decimal(last))
  expect(held && toText(held)).toBe(percent)
})

it('buy and hold is unknown for a start price of 0', () => {
  expect(buyAndHold(decimal('0'), decimal('5'))).toBeUndefined()
})
