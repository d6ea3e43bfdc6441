import { expect, it } from 'vitest'

import { lookOf } from './looks.ts'

it('lines of six compared bots differ even if all greys have the colour of text', () => {
  const looks = Array.from({ length: 6 }, (_, place) => {
    const { tone, dash = '' } = lookOf(place)
    return `${tone === 'accent' ? 'accent' : 'text'} ${dash}`
  })
  expect(new Set(looks).size).toBe(6)
})
