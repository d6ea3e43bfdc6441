import { expect, it } from 'vitest'

import { valueOfWord } from './value-of-word.ts'

it('a word that every object has as a member is unknown to a table', () => {
  const words = { active: 'Active' }
  expect(valueOfWord(words, 'active')).toBe('Active')
  for (const word of ['toString', 'constructor', '__proto__', 'other', undefined]) {
    expect(valueOfWord(words, word)).toBeUndefined()
  }
})
