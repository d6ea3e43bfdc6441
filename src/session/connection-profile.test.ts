import { expect, it } from 'vitest'

import { type ConnectionProfile, readBaseUrl, readProfile } from './connection-profile.ts'

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
])('the typed address “%s” is read as %s', (typed, baseUrl) => {
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
  ['https://api.example.com/?key=1', '“?” or “#”'],
  ['https://api.example.com/#top', '“?” or “#”'],
  ['https://api.example.com/public/api/v1', '/api/v1'],
])('the typed address “%s” is refused with a reason', (typed, words) => {
  const reading = readBaseUrl(typed, PAGE)
  expect(reading.ok ? '' : reading.message).toContain(words)
})

const PROFILE: ConnectionProfile = {
  id: 'main',
  label: 'Main',
  baseUrl: 'https://api.example.com',
  dialect: 'quarterdeck',
  kind: 'hmac',
  keyedAs: 'once',
  apiKeyHint: '5678',
  world: 'Binance',
  user: 'trader',
  declaredMode: 'paper',
  modeHeardAt: 1_700_000_000_000,
  tellsMode: true,
  writeEnabled: true,
  transport: { kind: 'no-streams', foundAt: 1_700_000_000_000 },
  acceptsDuplicates: true,
  emptyForm: 'path',
  storage: 'vault',
  hasToken: true,
  tokenExpiresAt: 1_700_000_100_000,
}

it.each<Partial<ConnectionProfile>>([
  {},
  { tellsMode: false },
  { writeEnabled: false },
  { acceptsDuplicates: false },
  { hasToken: false, tokenExpiresAt: undefined },
  { declaredMode: 'real' },
  { declaredMode: undefined, modeHeardAt: 0 },
  { dialect: '3commas', emptyForm: 'path?', kind: 'rsa', storage: 'session' },
])('a stored profile reads back as it was written: %j', (changes) => {
  const profile = { ...PROFILE, ...changes }
  expect(readProfile(JSON.parse(JSON.stringify(profile)))).toEqual(profile)
})

it('a stored profile without optional fields has trading switched off and an unknown mode', () => {
  const { id, baseUrl, kind, storage } = PROFILE
  expect(readProfile({ id, baseUrl, kind, storage })).toMatchObject({
    tellsMode: false,
    writeEnabled: false,
    acceptsDuplicates: false,
    hasToken: false,
    declaredMode: undefined,
  })
})
