import { expect, it } from 'vitest'

import { missingOf, notKnownWords } from './use-not-known.tsx'

it('a review names the figures that it cannot show, and no others', () => {
  expect(notKnownWords(missingOf({ account: 'Spot', price: 1, balance: 0 }))).toBe(undefined)
  expect(notKnownWords(missingOf({ account: undefined, price: 1 }))).toBe('The account')
  expect(notKnownWords(missingOf({ account: 'Spot', price: undefined, balance: undefined }))).toBe(
    'The last price or the free balance',
  )
})
