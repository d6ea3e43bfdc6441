import { expect, it } from 'vitest'

import { readBaseUrl } from './connection-profile.ts'

const PAGE = 'http://127.0.0.1:4780'

it.each([
  ['https://api.example.com', 'https://api.example.com'],
  [' https://API.example.com/ ', 'https://api.example.com'],
  ['https://api.example.com/public/', 'https://api.example.com/public'],
  ['api.example.com/public', 'https://api.example.com/public'],
  ['http://localhost:4780', 'http://localhost:4780'],
  ['http://[::1]:4780', 'http://[::1]:4780'],
  ['', PAGE],
  ['/', PAGE],
  ['/relay', `${PAGE}/relay`],
])('takes “%s” as %s', (typed, baseUrl) => {
  expect(readBaseUrl(typed, PAGE)).toEqual({ ok: true, baseUrl })
})

it.each([
  ['https://', 'not a web address'],
  ['what is this', 'not a web address'],
  ['http://api.example.com', 'https://'],
  ['http://127.0.0.1.example.com', 'https://'],
  ['ftp://api.example.com', 'https://'],
  ['javascript://api.example.com', 'https://'],
  ['https://me:secret@api.example.com', 'user name and password'],
  ['https://api.example.com/?key=1', 'what follows'],
  ['https://api.example.com/#top', 'what follows'],
  ['https://api.example.com/public/api/v1', '/api/v1'],
])('refuses “%s” and says why', (typed, words) => {
  const reading = readBaseUrl(typed, PAGE)
  expect(reading.ok ? '' : reading.message).toContain(words)
})
