import { expect, it } from 'vitest'

import { valueOfWord } from './value-of-word.ts'

it('inherited names such as toString are unknown words', () => {
  const words = { active: 'Active' }
  expect(valueOfWord(words, 'active')).toBe('Active')
  for (const word of ['toString', 'constructor', '__proto__', 'other', undefined]) {
    expect(valueOfWord(words, word)).toBeUndefined()
  }
})
