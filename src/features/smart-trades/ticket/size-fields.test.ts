import { expect, it } from 'vitest'

import { decimal } from '#money/decimal.ts'

import { whyNoShares } from './size-fields.tsx'

const known = {
  takesMargin: false,
  free: decimal('10'),
  price: decimal('2'),
  isMarket: true,
}

it.each([
  [{ ...known, takesMargin: true }, 'No shares with leverage: the margin is a part of the total.'],
  [{ ...known, free: decimal('0') }, 'No shares, because nothing is free.'],
  [known, 'No shares: too little is free for one lot.'],
  [{ ...known, price: undefined }, 'No shares, because the price is unknown.'],
  [
    { ...known, price: undefined, isMarket: false },
    'Enter a price to take a share of the free balance.',
  ],
  [{ ...known, free: undefined }, undefined],
])('%j: a ticket without shares of the balance gives the reason', (need, reason) => {
  expect(whyNoShares(need)).toBe(reason)
})
