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
  ['a page of a proxy', { status: 502, text: '<html>' }, { kind: 'unreadable', status: 502 }],
  ['a success that is no JSON', { status: 201, text: 'ok' }, { kind: 'unreadable', status: 201 }],
  ['an empty success', { status: 201, text: '' }, { kind: 'unreadable', status: 201 }],
  ['a success that tells nothing', { status: 201, body: {} }, { kind: 'unreadable', status: 201 }],
  ['a list in place of a bot', { status: 201, body: [1] }, { kind: 'unreadable', status: 201 }],
  ['no answer', new TypeError('Failed to fetch'), { kind: 'unreachable' }],
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
    'a refusal that is only a sentence',
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
    'a wish to be asked later',
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
    'a wish to be asked later on the page of a proxy',
    { status: 429, text: '<h1>Slow down</h1>', headers: { 'Retry-After': '30' } },
    { kind: 'unreadable', status: 429, retryAfter: 30 },
  ],
  [
    'a wish to be asked later with a fraction',
    { status: 429, body: { error: 'rate_limited' }, headers: { 'Retry-After': '2.5' } },
    { kind: 'refused', status: 429, retryAfter: 3 },
  ],
  [
    'a refusal that tells by its limits when there is more',
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
    'an error that is no text',
    { status: 500, body: { error: { a: 1 } } },
    { kind: 'unreadable', status: 500 },
  ],
] satisfies [string, Answer, object][])(
  'says what went wrong: %s',
  async (_name, answer, failure) => {
    const { fetch } = recordedFetch(answer)
    const client = createClient({ baseUrl: 'https://api.test', credentials, fetch })
    const call = client.call(stopGridBot, { params: { id: 7 } })
    await expect(call).rejects.toMatchObject({ name: 'ApiError', failure })
  },
)

it('reads a date to be asked again at by the clock of the service', async () => {
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

it('waits for no limit where something else was refused', async () => {
  const { fetch } = recordedFetch({
    status: 403,
    body: { error: 'access_denied' },
    headers: { RateLimit: '"minute";r=0;t=8' },
  })
  const client = createClient({ baseUrl: 'https://api.test', credentials, fetch })
  const error = await client.call(stopGridBot, { params: { id: 7 } }).catch((caught) => caught)
  expect((error as ApiError).failure).not.toHaveProperty('retryAfter')
})

it.each(['soon', '1e3', '-5', ''])('reads no time into “%s”', (text) => {
  expect(secondsOf(text, 0)).toBe(undefined)
})

it('says no more of what a service has said than a person reads', () => {
  const description = 'x'.repeat(5_000)
  const refused = { kind: 'refused', status: 422, code: 'x', description, attributes: {} } as const
  const { message, failure } = new ApiError(refused)
  expect(message).toHaveLength(300)
  expect(failure).toEqual(refused)
})
