import { expect, it } from 'vitest'

import { list, plural } from './words.ts'

it('plural: one takes the singular, zero and more the plural, thousands are grouped', () => {
  expect([0, 1, 2, 1_200].map((count) => plural(count, 'bot'))).toEqual([
    '0 bots',
    '1 bot',
    '2 bots',
    '1,200 bots',
  ])
  expect([1, 2].map((count) => plural(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries'])
})

it('list: commas between all but the last two', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((words) => list(words))).toEqual([
    '',
    'a',
    'a and b',
    'a, b and c',
  ])
  expect(list(['a', 'b', 'c'], 'or')).toBe('a, b or c')
})
