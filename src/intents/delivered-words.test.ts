import { expect, it } from 'vitest'

import { deliveredWords } from './delivered-words.ts'

it('says how often an order arrived that was sent once', () => {
  expect(deliveredWords(2)).toBe('Delivered twice. Two')
  expect(deliveredWords(3)).toBe('Delivered 3 times. 3')
})
