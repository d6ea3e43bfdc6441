import { expect, it } from 'vitest'

import { answerOwnAddress, isAnsweredHere, isSharedOrigin } from './own-address.ts'

it.each([
  'https://ada.github.io/',
  'https://ada.gitlab.io/#/portfolio',
  'https://ada.bitbucket.io/#/portfolio',
  'https://desk.example/some/path/#/',
])('%s shares its origin with other sites', (address) => expect(isSharedOrigin(address)).toBe(true))

it.each(['https://desk.example/#/portfolio', 'https://desk.pages.dev/', 'http://127.0.0.1:80/'])(
  '%s has an origin of its own',
  (address) => expect(isSharedOrigin(address)).toBe(false),
)

it('a service in the page is reachable without a network, another one is not', () => {
  answerOwnAddress({
    serves: (url) => url.startsWith('https://desk.example/api/'),
    fetch: () => Promise.reject(new TypeError('Nobody asked.')),
  })
  expect(isAnsweredHere('https://desk.example')).toBe(true)
  expect(isAnsweredHere('https://api.example')).toBe(false)
})
