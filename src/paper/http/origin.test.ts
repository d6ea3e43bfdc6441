import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { sendRaw } from '#testing/raw-http.ts'

const ALLOWED = 'https://desk.example'

type Side = { paper: TestService; port: number }
let closed: Side
let open: Side

async function serve(allowedOrigins: string[]): Promise<Side> {
  const paper = await openTestService({ allowedOrigins: new Set(allowedOrigins) })
  return { paper, port: await paper.serve() }
}
beforeAll(async () => {
  closed = await serve([])
  open = await serve([ALLOWED])
})
afterAll(async () => {
  await closed.paper.close()
  await open.paper.close()
})

const target = '/api/v1/time'
const PORT = '{port}'

const HOSTS: [string, number][] = [
  [`127.0.0.1:${PORT}`, 200],
  [`localhost:${PORT}`, 200],
  [`LocalHost:${PORT}`, 200],
  [`[::1]:${PORT}`, 200],
  ['127.0.0.1', 421],
  ['127.0.0.1:1', 421],
  [`evil.example:${PORT}`, 421],
  [`127.0.0.1.evil.example:${PORT}`, 421],
  [`localhost.:${PORT}`, 421],
  [`127.1:${PORT}`, 421],
]

it.each(HOSTS)('%s on the API is answered with %d', async (written, status) => {
  const Host = written.replace(PORT, String(closed.port))
  expect(await sendRaw(closed.port, { target, headers: { Host } })).toMatchObject({ status })
})

it('Host of a stranger gets no page either', async () => {
  const headers = { Host: 'evil.example' }
  const answer = await sendRaw(closed.port, { target: '/', headers })
  expect(answer).toMatchObject({ status: 421, json: { error: 'misdirected_request' } })
})

it('Host is judged for pairing as well', async () => {
  const headers = { Host: 'evil.example' }
  const answer = await sendRaw(closed.port, { method: 'POST', target: '/pair', headers })
  expect(answer.status).toBe(421)
})

const FOREIGN: [string, Record<string, string>][] = [
  ['a page of another site', { Origin: 'https://evil.example' }],
  ['a file on the disk', { Origin: 'null' }],
  ['another port of this machine', { Origin: 'http://127.0.0.1:1' }],
  ['the same name over https', { Origin: `https://127.0.0.1:${PORT}` }],
  ['the other name of this machine', { Origin: `http://localhost:${PORT}` }],
  ['a prefix of an allowed one', { Origin: 'https://desk.exampl' }],
  ['an allowed one with more behind it', { Origin: `${ALLOWED}.evil.example` }],
  ['a picture on another site', { 'Sec-Fetch-Site': 'cross-site' }],
  ['a picture on another port of this machine', { 'Sec-Fetch-Site': 'same-site' }],
  ['one whose site is another, with a key', { 'Sec-Fetch-Site': 'same-site', APIKEY: 'x' }],
]

const OWN: [string, Record<string, string>][] = [
  ['a program', {}],
  ['its own page', { Origin: `http://127.0.0.1:${PORT}`, 'Sec-Fetch-Site': 'same-origin' }],
  ['an address typed in', { 'Sec-Fetch-Site': 'none' }],
]

const at = (port: number, headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(PORT, String(port))]),
  )

describe.each([
  ['without --allow-origin', () => closed],
  ['with --allow-origin', () => open],
])('Origin, %s,', (_name, side) => {
  it.each(FOREIGN)('of %s is refused before the key', async (_from, headers) => {
    const { port } = side()
    const answer = await sendRaw(port, {
      target: '/api/v1/smart_trades',
      headers: at(port, headers),
    })
    expect(answer).toMatchObject({ status: 403, json: { error: 'forbidden_origin' } })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })

  it.each(OWN)('of %s is let through', async (_from, headers) => {
    const { port } = side()
    expect((await sendRaw(port, { target, headers: at(port, headers) })).status).toBe(200)
  })
})

describe('an allowed origin', () => {
  const headers = { Origin: ALLOWED, 'Sec-Fetch-Site': 'cross-site' }

  it('an allowed origin may read answers and refusals', async () => {
    for (const path of [target, '/api/v1/smart_trades', '/api/v1/nothing']) {
      const answer = await sendRaw(open.port, { target: path, headers })
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': ALLOWED,
        'access-control-expose-headers':
          'ETag, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed',
        vary: 'Origin',
      })
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
    }
  })

  it('gets what it may send', async () => {
    const answer = await sendRaw(open.port, {
      method: 'OPTIONS',
      target: '/api/v1/smart_trades',
      headers: { ...headers, 'Access-Control-Request-Method': 'POST' },
    })
    expect(answer).toMatchObject({ status: 204, text: '' })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': ALLOWED,
      'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
      'access-control-allow-headers':
        'apikey, signature, authorization, content-type, idempotency-key, if-match',
      connection: 'close',
    })
    expect(Number(answer.headers['access-control-max-age'])).toBeLessThanOrEqual(600)
  })

  it('an allowed origin is a foreign one for a service that does not allow it', async () => {
    const asked = { ...headers, 'Access-Control-Request-Method': 'POST' }
    const wire = { method: 'OPTIONS', target: '/api/v1/smart_trades', headers: asked }
    expect((await sendRaw(closed.port, wire)).status).toBe(403)
  })
})

it('answers of a service with --allow-origin differ by Origin, and say so to caches', async () => {
  const answer = await sendRaw(open.port, { target })
  expect(answer.headers.vary).toBe('Origin')
  expect(answer.headers['access-control-allow-origin']).toBeUndefined()
})
