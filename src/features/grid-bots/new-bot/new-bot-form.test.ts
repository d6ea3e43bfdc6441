import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { whyNoShares } from './new-bot-form.tsx'

const market = {
  price: decimal('2'),
  isFutures: false,
  free: { base: decimal('1'), quote: decimal('10') },
}

it.each([
  [true, market, 'That is too little for this range.'],
  [false, market, 'Enter range and lines to take a share of it.'],
  [true, { ...market, price: undefined }, 'No shares, because the price is unknown.'],
  [true, { ...market, isFutures: true }, 'No shares on futures, where a margin is taken.'],
  [
    true,
    { ...market, isFutures: undefined },
    'No shares, because the kind of the account is unknown.',
  ],
  [
    true,
    { ...market, free: { base: undefined, quote: undefined } },
    'No shares, because the free balance is unknown.',
  ],
])('a grid without shares of the balance gives the reason', (hasShape, known, reason) => {
  expect(whyNoShares(hasShape, known as typeof market)).toBe(reason)
})
