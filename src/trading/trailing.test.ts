import { expect, it } from 'vitest'

import { decimal, toText } from '#money/decimal.ts'

import { trail, type Trailing, trailingPrice } from './trailing.ts'

/** Feeds prices and returns where the order triggers. */
function triggerPrices(start: Trailing, prices: readonly string[]): (string | undefined)[] {
  let state = start
  return prices.map((price) => {
    const step = trail(state, decimal(price))
    state = step.state
    return step.isReached ? undefined : toText(trailingPrice(state))
  })
}

it('a trailing price follows a rise and triggers after a fall by the percent', () => {
  const start = { side: 'below', percent: decimal('10'), best: decimal('100') } as const
  expect(triggerPrices(start, ['100', '120', '115', '150', '136', '135'])).toEqual([
    '90',
    '108',
    '108',
    '135',
    '135',
    undefined,
  ])
})

it('a trailing price follows a fall and triggers after a rise', () => {
  const start = { side: 'above', percent: decimal('10'), best: decimal('100') } as const
  expect(triggerPrices(start, ['90', '80', '87.99', '88'])).toEqual(['99', '88', '88', undefined])
})
