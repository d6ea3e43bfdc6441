import { afterEach, describe, expect, it, vi } from 'vitest'

import { stopGridBot } from '#contract/grid-bots.ts'
import { listSmartTrades, setSmartTradeNote } from '#contract/smart-trades.ts'
import type { Credentials } from '#signing/credentials.ts'
import { importSecret } from '#signing/keys.ts'
import { recordedFetch } from '#testing/recorded-fetch.ts'

import { createClient, type SendOptions } from './client.ts'
import { probeTransport, transportWithoutAsking } from './transport.ts'

const key = await importSecret('a secret of some length')
const credentials: Credentials = { apiKey: 'key-1', key, emptyForm: 'path?' }
const SECURE = 'https://api.test'
const note = { params: { id: 7 }, body: { note: 'é🧭' } }

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const aClient = (baseUrl: string, more: { goesAsText?: () => boolean } = {}) => {
  const { fetch, sent } = recordedFetch()
  return { client: createClient({ baseUrl, credentials, fetch, ...more }), sent }
}

/** Sends a note and returns its request. */
async function sendNote(baseUrl: string, options: SendOptions = {}, asText = false) {
  const { client, sent } = aClient(baseUrl, { goesAsText: () => asText })
  await client.call(setSmartTradeNote, note, options).catch(() => undefined)
  const [request] = sent
  if (!request) throw new Error('No request was sent.')
  return { ...request, duplex: Reflect.get(request.init, 'duplex') as unknown }
}

it('a write over https is a stream with the same bytes and signature as text', async () => {
  const streamed = await sendNote(SECURE)
  const text = await sendNote('http://127.0.0.1:4780')
  expect(streamed.init.body).toBeInstanceOf(ReadableStream)
  expect(streamed.duplex).toBe('half')
  expect([streamed.body, streamed.headers.get('Signature')]).toEqual([
    text.body,
    text.headers.get('Signature'),
  ])
  expect(streamed.headers.get('Content-Type')).toBe('application/json')
})

it('a write without a body is an empty stream over https', async () => {
  const { client, sent } = aClient(SECURE)
  await client.call(stopGridBot, { params: { id: 7 } }).catch(() => undefined)
  expect(sent[0]?.init.body).toBeInstanceOf(ReadableStream)
  expect(sent[0]?.body).toBe('')
  expect(sent[0]?.headers.has('Content-Type')).toBe(false)
})

it('a write is text to this machine, with an Idempotency-Key, or if duplicates are accepted', async () => {
  const requests = [
    await sendNote('http://127.0.0.1:4780'),
    await sendNote(SECURE, { idempotencyKey: 'a' }),
    await sendNote(SECURE, {}, true),
  ]
  expect(requests.map(({ init, duplex }) => [init.body, duplex])).toEqual(
    Array.from({ length: 3 }, () => ['{"note":"é🧭"}', undefined]),
  )
})

it('a write is text in a browser that converts streams to text', async () => {
  class OldRequest {
    headers = new Headers({ 'Content-Type': 'text/plain;charset=UTF-8' })
  }
  vi.stubGlobal('Request', OldRequest)
  const { createClient: createAnew } = await import('./client.ts')
  const { transportWithoutAsking: transport } = await import('./transport.ts')
  const { fetch, sent } = recordedFetch()
  const client = createAnew({ baseUrl: SECURE, credentials, fetch })
  await client.call(setSmartTradeNote, note).catch(() => undefined)
  expect(sent[0]?.init.body).toBe('{"note":"é🧭"}')
  expect(
    transport({ baseUrl: SECURE, pageOrigin: 'http://127.0.0.1:4781', remembersKeys: false }),
  ).toBe('no-streams')
})

it('a read has no body', async () => {
  const { client, sent } = aClient(SECURE)
  await client.call(listSmartTrades, { query: {} }).catch(() => undefined)
  expect(sent[0]?.init.body).toBeUndefined()
})

it.each([
  [SECURE, true, 'idempotency-key'],
  [SECURE, false, undefined],
  ['http://127.0.0.1:4781', false, 'own-address'],
  ['http://localhost:9000/behind', false, 'this-machine'],
])(
  'the transport to %s, idempotency %s, is known without a probe: %s',
  (baseUrl, remembersKeys, transport) => {
    const pageOrigin = 'http://127.0.0.1:4781'
    expect(transportWithoutAsking({ baseUrl, pageOrigin, remembersKeys })).toBe(transport)
  },
)

describe('the probe', () => {
  const rejects = () => Promise.reject(new TypeError('Failed to fetch'))
  const answers = (status: number) => () => Promise.resolve(new Response('{}', { status }))
  const isStream = ({ body }: RequestInit) => body instanceof ReadableStream

  it.each([
    ['any response to a stream', answers(405), answers(405), 'h2', 'stream'],
    ['a response over HTTP/3', answers(405), answers(405), 'h3', 'stream-unproven'],
    ['a response over an unknown protocol', answers(404), answers(404), undefined, 'stream'],
    ['a 411 to a stream', answers(411), answers(405), undefined, 'text-only'],
    ['a response only to text', rejects, answers(404), undefined, 'text-only'],
    ['no response to either', rejects, rejects, undefined, undefined],
  ])('the probe recognises %s', async (_name, toStream, toText, protocol, transport) => {
    const asked: string[] = []
    const found = await probeTransport({
      baseUrl: `${SECURE}/prefix`,
      fetch: (url, init) => {
        asked.push(`${init.method} ${url}`)
        expect(new Headers(init.headers).has('Signature')).toBe(false)
        return isStream(init) ? toStream() : toText()
      },
      protocolOf: () => protocol,
    })
    expect(found).toBe(transport)
    expect(new Set(asked)).toEqual(new Set([`POST ${SECURE}/prefix/api/v1/time`]))
  })
})
