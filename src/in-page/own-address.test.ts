import { expect, it } from 'vitest'

import { answerOwnAddress, isAnsweredHere, isShared } from './own-address.ts'

it.each([
  'https://ada.github.io/',
  'https://ada.gitlab.io/#/portfolio',
  'https://desk.example/some/path/#/',
])('pages of others may be at the origin of %s', (address) => expect(isShared(address)).toBe(true))

it.each(['https://desk.example/#/portfolio', 'https://desk.pages.dev/', 'http://127.0.0.1:80/'])(
  '%s has its origin for itself',
  (address) => expect(isShared(address)).toBe(false),
)

it('a service in the page is reached without a network, any other one is not', () => {
  answerOwnAddress({
    serves: (url) => url.startsWith('https://desk.example/api/'),
    fetch: () => Promise.reject(new TypeError('Nobody asked.')),
  })
  expect(isAnsweredHere('https://desk.example')).toBe(true)
  expect(isAnsweredHere('https://api.example')).toBe(false)
})
