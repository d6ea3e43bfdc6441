import { expect, it } from 'vitest'

import { deliveredAndMade } from './delivered-words.ts'

it('says how often an order arrived that was sent once', () => {
  expect(deliveredAndMade(2)).toBe('Delivered twice. Two')
  expect(deliveredAndMade(3)).toBe('Delivered 3 times. 3')
})
