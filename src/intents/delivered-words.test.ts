import { expect, it } from 'vitest'

import { deliveredAndMade } from './delivered-words.ts'

it('the number of deliveries is shown in words', () => {
  expect(deliveredAndMade(2)).toBe('Delivered twice. Two')
  expect(deliveredAndMade(3)).toBe('Delivered 3 times. 3')
})
