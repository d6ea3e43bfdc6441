import { expect, it } from 'vitest'

import { splitAtTags, tagsOf } from './tags.ts'

it.each([
  ['', []],
  ['no tag, # alone', []],
  ['C#4 of issue#7', []],
  ['#swing', ['#swing']],
  ['#Swing, and #swing again', ['#swing']],
  ['Breakout #swing, then #übernacht_2 and #swing.', ['#swing', '#übernacht_2']],
])('tags are found in “%s”', (note, tags) => expect(tagsOf(note)).toEqual(tags))

it('parts of a note join to the same note', () => {
  const note = 'Breakout #swing, later'
  expect(splitAtTags(note)).toEqual(['Breakout ', '#swing', ', later'])
  expect(splitAtTags(note).join('')).toBe(note)
})
