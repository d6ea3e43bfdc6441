import { expect, it } from 'vitest'

import { stopGridBot } from '#contract/grid-bots.ts'
import { importSecret } from '#signing/keys.ts'
import { recordedFetch } from '#testing/recorded-fetch.ts'

import { ApiError, secondsOf } from './api-error.ts'
import { createClient } from './client.ts'
import { createClock } from './clock.ts'

type Answer = Parameters<typeof recordedFetch>[0]

const key = await importSecret('a secret of some length')
const credentials = { apiKey: 'key-1', key, emptyForm: 'path?' as const }

it.each([
  ['a proxy error page', { status: 502, text: '<html>' }, { kind: 'unreadable', status: 502 }],
  ['a success without JSON', { status: 201, text: 'ok' }, { kind: 'unreadable', status: 201 }],
  ['an empty success', { status: 201, text: '' }, { kind: 'unreadable', status: 201 }],
  ['a success without fields', { status: 201, body: {} }, { kind: 'unreadable', status: 201 }],
  ['a list in place of a bot', { status: 201, body: [1] }, { kind: 'unreadable', status: 201 }],
  ['no response', new TypeError('Failed to fetch'), { kind: 'unreachable' }],
  [
    'a refusal',
    {
      status: 422,
      body: {
        error: 'record_invalid',
        error_description: 'Some values cannot be accepted.',
        error_attributes: { 'position.total': ['is too big'], 'units[value]': 'odd', x: [1] },
      },
    },
    {
      kind: 'refused',
      status: 422,
      code: 'record_invalid',
      description: 'Some values cannot be accepted.',
      attributes: { 'position.total': ['is too big'], 'units.value': ['odd'], x: [] },
    },
  ],
  [
    'a refusal with a sentence instead of a code',
    { status: 403, body: { error: 'Forbidden. Unavailable for this account.' } },
    {
      kind: 'refused',
      status: 403,
      code: 'Forbidden. Unavailable for this account.',
      description: 'Forbidden. Unavailable for this account.',
      attributes: {},
    },
  ],
  [
    'a refusal with Retry-After',
    { status: 429, body: { error: 'rate_limited' }, headers: { 'Retry-After': '12' } },
    {
      kind: 'refused',
      status: 429,
      code: 'rate_limited',
      description: 'rate_limited',
      attributes: {},
      retryAfter: 12,
    },
  ],
  [
    'a proxy error page with Retry-After',
    { status: 429, text: '<h1>Slow down</h1>', headers: { 'Retry-After': '30' } },
    { kind: 'unreadable', status: 429, retryAfter: 30 },
  ],
  [
    'a fractional Retry-After',
    { status: 429, body: { error: 'rate_limited' }, headers: { 'Retry-After': '2.5' } },
    { kind: 'refused', status: 429, retryAfter: 3 },
  ],
  [
    'a 429 with used-up limits instead of Retry-After',
    {
      status: 429,
      body: { error: 'rate_limited' },
      headers: {
        'X-RateLimit-Limit': '60',
        'X-RateLimit-Remaining': '0',
        'X-RateLimit-Reset': '8',
      },
    },
    { kind: 'refused', status: 429, retryAfter: 8 },
  ],
  [
    'an error that is not text',
    { status: 500, body: { error: { a: 1 } } },
    { kind: 'unreadable', status: 500 },
  ],
] satisfies [string, Answer, object][])(
  'the error of a failed call says what happened: %s',
  async (_name, answer, failure) => {
    const { fetch } = recordedFetch(answer)
    const client = createClient({ baseUrl: 'https://api.test', credentials, fetch })
    const call = client.call(stopGridBot, { params: { id: 7 } })
    await expect(call).rejects.toMatchObject({ name: 'ApiError', failure })
  },
)

it('a date in Retry-After counts by the clock of the service', async () => {
  const clock = createClock(
    () => Date.UTC(2026, 10, 21, 11, 0, 0),
    () => 0,
  )
  // The service is an hour ahead.
  clock.sample({ sentAt: 0, receivedAt: 0, serverTime: 3_600_000 })
  const { fetch } = recordedFetch({
    status: 429,
    body: { error: 'rate_limited' },
    headers: { 'Retry-After': 'Sat, 21 Nov 2026 12:01:30 GMT' },
  })
  const client = createClient({ baseUrl: 'https://api.test', credentials, fetch, clock })
  const call = client.call(stopGridBot, { params: { id: 7 } })
  await expect(call).rejects.toMatchObject({ failure: { retryAfter: 90 } })
})

it('a 403 with used-up limits has no retryAfter', async () => {
  const { fetch } = recordedFetch({
    status: 403,
    body: { error: 'access_denied' },
    headers: { RateLimit: '"minute";r=0;t=8' },
  })
  const client = createClient({ baseUrl: 'https://api.test', credentials, fetch })
  const error = await client.call(stopGridBot, { params: { id: 7 } }).catch((caught) => caught)
  expect((error as ApiError).failure).not.toHaveProperty('retryAfter')
})

it.each(['soon', '1e3', '-5', ''])('“%s” in Retry-After is ignored', (text) => {
  expect(secondsOf(text, 0)).toBe(undefined)
})

it('an error message has at most 300 characters of the text of the service', () => {
  const description = 'x'.repeat(5_000)
  const refused = { kind: 'refused', status: 422, code: 'x', description, attributes: {} } as const
  const { message, failure } = new ApiError(refused)
  expect(message).toHaveLength(300)
  expect(failure).toEqual(refused)
})
