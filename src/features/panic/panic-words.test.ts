import { expect, it } from 'vitest'

import { whyNotOf } from './panic-words.ts'

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
