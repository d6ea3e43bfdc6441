import { expect, it } from 'vitest'

import { splitAtTags, tagsOf } from './tags.ts'

it.each([
  ['', []],
  ['no tag, # alone', []],
  ['C#4 of issue#7', []],
  ['#swing', ['#swing']],
  ['#Swing, and #swing again', ['#swing']],
  ['Breakout #swing, then #übernacht_2 and #swing.', ['#swing', '#übernacht_2']],
])('finds the tags of “%s”', (note, tags) => expect(tagsOf(note)).toEqual(tags))

it('splits a note so that its parts are the note again', () => {
  const note = 'Breakout #swing, later'
  expect(splitAtTags(note)).toEqual(['Breakout ', '#swing', ', later'])
  expect(splitAtTags(note).join('')).toBe(note)
})
