import { expect, it } from 'vitest'

import { list, plural } from './format.ts'

it('plural: 1 takes the singular, every other count the plural; thousands are grouped', () => {
  expect([0, 1, 2, 1_200].map((count) => plural(count, 'bot'))).toEqual([
    '0 bots',
    '1 bot',
    '2 bots',
    '1,200 bots',
  ])
  expect([1, 2].map((count) => plural(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries'])
})

it('list: commas between words, “and” before the last', () => {
  expect([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map((words) => list(words))).toEqual([
    '',
    'a',
    'a and b',
    'a, b and c',
  ])
  expect(list(['a', 'b', 'c'], 'or')).toBe('a, b or c')
})
