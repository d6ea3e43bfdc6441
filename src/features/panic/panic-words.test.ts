import { expect, it } from 'vitest'

import type { PanicRow } from './panic-list.ts'
import { leftWords, whyNotOf } from './panic-words.ts'

const sentences = (offered: boolean | undefined) => {
  const whyNot = whyNotOf('quarterdeck', () => offered)
  return [whyNot('stopDcaBot'), whyNot('sellAllToUsd')]
}

it('panic: until the extensions are known, the reason is “still reading”, not “does not offer”', () => {
  expect(sentences(undefined)).toEqual([
    'Still reading whether this service offers stopping DCA bots.',
    undefined,
  ])
  expect(sentences(false)).toEqual(['This service does not offer stopping DCA bots.', undefined])
  expect(sentences(true)).toEqual([undefined, undefined])
})

it('panic: the final message calls nothing ended that is still listed or unreadable', () => {
  const isUnread = { stop: false, close: false, cancel: false, sell: false }
  const nothing = { isUnread, still: [], others: [] }
  expect(leftWords(nothing)).toBe('Read again: nothing of it is left.')
  const row = {} as PanicRow
  expect(leftWords({ ...nothing, still: [row] })).toBe('Read again: 1 bot or trade may still run.')
  expect(leftWords({ ...nothing, still: [row], others: [row] })).toBe(
    'Read again: 1 bot or trade may still run. 1 more runs and was not confirmed with it.',
  )
  expect(leftWords({ ...nothing, isUnread: { ...isUnread, close: true } })).toBe(
    'Not every list could be read again, so more may run or be open.',
  )
})
