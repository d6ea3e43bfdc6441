import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http2'
import { get } from 'node:https'
import { connect as connectTls, TLSSocket } from 'node:tls'
import { afterAll, describe, expect, it } from 'vitest'

import { aKeyPair } from '#testing/a-paired-connection.ts'
import { openTestService } from '#testing/open-test-service.ts'
import { sendRaw } from '#testing/raw-http.ts'
import { TEST_CERTIFICATE } from '#testing/test-certificate.ts'

import {
  isFromOwnMachine,
  isLocal,
  LOOPBACK_ONLY,
  ownOriginOf,
  type Reach,
  senderOf,
} from './reach.ts'

const PUBLIC = 'https://desk.example'
const PROXY = '10.0.0.2'
const behindProxy: Reach = {
  ...LOOPBACK_ONLY,
  host: '0.0.0.0',
  publicOrigin: PUBLIC,
  proxies: new Set([PROXY]),
}

type From = { peer?: string; isTls?: boolean; host?: string; headers?: Record<string, string> }
function incoming({ peer = '127.0.0.1', isTls, host = '127.0.0.1:4780', headers = {} }: From) {
  const all: Record<string, string> = { host, ...headers }
  return {
    socket: Object.create(isTls ? TLSSocket.prototype : null, {
      remoteAddress: { value: peer },
      localPort: { value: 4780 },
    }),
    headers: all,
    headersDistinct: Object.fromEntries(Object.entries(all).map(([name, one]) => [name, [one]])),
  } as unknown as IncomingMessage
}

it.each<[string, From, string | undefined]>([
  ['this machine', {}, 'http://127.0.0.1:4780'],
  ['the public name, through the proxy', { peer: PROXY, host: 'desk.example' }, PUBLIC],
  ['the public name in capitals', { peer: PROXY, host: 'Desk.Example' }, PUBLIC],
  ['the proxy on an IPv6 socket', { peer: `::ffff:${PROXY}`, host: 'desk.example' }, PUBLIC],
  ['another name, through the proxy', { peer: PROXY, host: 'evil.example' }, undefined],
  ['the public name with a port', { peer: PROXY, host: 'desk.example:4780' }, undefined],
  ['the public name, in the clear', { peer: '10.0.0.9', host: 'desk.example' }, undefined],
  ['a local name, in the clear', { peer: '10.0.0.9' }, undefined],
])('%s', (_what, from, origin) => {
  expect(ownOriginOf(incoming(from), behindProxy)).toBe(origin)
})

it.each([
  ['localhost:4780', 'http://localhost:4780'],
  ['127.0.0.1:4780', 'http://127.0.0.1:4780'],
  ['desk.example', undefined],
])('the bridge of a container reaches %s by a public origin on localhost', (host, origin) => {
  const reach = { ...LOOPBACK_ONLY, host: '0.0.0.0', publicOrigin: 'http://localhost:4780' }
  expect(ownOriginOf(incoming({ peer: '172.17.0.1', host }), reach)).toBe(origin)
})

it('the origin that a request was sent to is none but this machine without a public origin', () => {
  expect(ownOriginOf(incoming({ host: 'desk.example' }), LOOPBACK_ONLY)).toBeUndefined()
})

describe('who sends', () => {
  const hops = { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' }
  it.each<[string, From, string]>([
    ['is the last hop that the proxy names', { peer: PROXY, headers: hops }, '203.0.113.7'],
    ['is the other end, whatever it says', { peer: '10.0.0.9', headers: hops }, '10.0.0.9'],
    ['is the proxy where it names none', { peer: PROXY }, PROXY],
    [
      'is the proxy where it names no address',
      { peer: PROXY, headers: { 'x-forwarded-for': 'unknown' } },
      PROXY,
    ],
  ])('%s', (_what, from, sender) => {
    expect(senderOf(incoming(from), behindProxy)).toBe(sender)
  })
})

describe('a program on this machine', () => {
  const local = { ...behindProxy, proxies: new Set(['127.0.0.1']) }
  it.each<[string, From, boolean]>([
    ['asks by a local name', {}, true],
    ['does not ask by the public one', { host: 'desk.example' }, false],
    ['names no hop', { headers: { 'x-forwarded-for': '203.0.113.7' } }, false],
    ['is behind no proxy', { headers: { 'x-forwarded-host': 'desk.example' } }, false],
    ['is not at another address', { peer: PROXY }, false],
  ])('%s', (_what, from, expected) => {
    expect(isLocal(incoming(from), local)).toBe(expected)
  })

  it.each<[string, From, Partial<Reach>, boolean]>([
    ['of a service for this machine alone is its owner', {}, {}, true],
    ['by another name is not taken for its owner', { host: 'desk.example' }, {}, false],
    ['with a port of another service is not', { host: '127.0.0.1:80' }, {}, false],
    ['over a socket from elsewhere is not', { peer: '192.168.0.7' }, { host: '0.0.0.0' }, false],
    ['over TLS from elsewhere is not', { peer: '192.168.0.7', isTls: true }, {}, false],
    ['is not, with a public origin', {}, { publicOrigin: PUBLIC }, false],
    ['is not, beside a proxy', {}, { proxies: new Set([PROXY]) }, false],
  ])('%s', (_what, from, reach, expected) => {
    expect(isFromOwnMachine(incoming(from), { ...LOOPBACK_ONLY, ...reach })).toBe(expected)
  })
})

describe('a service that is reached from elsewhere', async () => {
  const reach: Reach = { ...LOOPBACK_ONLY, publicOrigin: PUBLIC, proxies: new Set(['127.0.0.1']) }
  const paper = await openTestService({ rateLimit: 600 })
  const port = await paper.serve({ reach })
  afterAll(() => paper.close())

  const pair = (origin: string, from = '203.0.113.7') =>
    sendRaw(port, {
      method: 'POST',
      target: '/pair',
      headers: {
        Host: 'desk.example',
        Origin: origin,
        'X-Forwarded-For': from,
        'Content-Type': 'application/json',
      },
      body: '{"code":"wrong","public_key":"wrong"}',
    })

  it('answers pages of its public origin and no others', async () => {
    expect((await pair(PUBLIC)).status).toBe(422)
    expect((await pair('http://desk.example')).json).toMatchObject({ error: 'forbidden_origin' })
    expect((await pair(`http://127.0.0.1:${port}`)).json).toMatchObject({
      error: 'forbidden_origin',
    })
  })

  it('failed attempts count by the address that the proxy names, IPv6 by its /64', async () => {
    const { publicPem } = await aKeyPair()
    const guess = (from: string) =>
      sendRaw(port, {
        method: 'POST',
        target: '/pair',
        headers: {
          Host: 'desk.example',
          Origin: PUBLIC,
          'X-Forwarded-For': `1.2.3.4, ${from}`,
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ code: 'wrong', public_key: publicPem }),
      })
    const statusesFrom = async (addressOf: (attempt: number) => string) => {
      const statuses: number[] = []
      for (let tries = 0; tries < 11; tries++) statuses.push((await guess(addressOf(tries))).status)
      return statuses
    }
    const refusedLast = [...Array<number>(10).fill(403), 429]
    expect(await statusesFrom(() => '203.0.113.8')).toEqual(refusedLast)
    expect((await guess('203.0.113.9')).status).toBe(403)
    // A customer of a provider has a whole /64 of IPv6.
    expect(await statusesFrom((attempt) => `2001:db8::${attempt + 1}`)).toEqual(refusedLast)
    expect((await guess('2001:db8:0:1::1')).status).toBe(403)
  })

  it('the service tells the public nothing of its worlds', async () => {
    const health = (headers: Record<string, string>) =>
      sendRaw(port, { target: '/health', headers })
    const open = await health({ Host: 'desk.example', 'X-Forwarded-For': '203.0.113.7' })
    expect(open.json).not.toHaveProperty('worlds')
    expect((await health({ Host: `127.0.0.1:${port}` })).json).toHaveProperty('worlds')
  })

  it('the service asks browsers to stay on https', async () => {
    const { headers } = await sendRaw(port, { target: '/', headers: { Host: 'desk.example' } })
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })
})

it('the service ends TLS itself, with a certificate', async () => {
  const reach: Reach = { ...LOOPBACK_ONLY, publicOrigin: PUBLIC, tls: TEST_CERTIFICATE }
  const paper = await openTestService()
  const port = await paper.serve({ reach })
  try {
    const status = (host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { Host: host }
        const options = {
          port,
          headers,
          ca: TEST_CERTIFICATE.cert,
          servername: 'desk.example',
          path: '/api/v1/time',
        }
        get({ host: '127.0.0.1', agent: false, ...options }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        }).on('error', reject)
      })
    expect(await status('desk.example')).toBe(200)
    expect(await status(`127.0.0.1:${port}`)).toBe(200)
    expect(await status('evil.example')).toBe(421)
  } finally {
    await paper.close()
  }
})

it('an HTTP/2 connection answers reads, writes and HEAD, and stays open between them', async () => {
  const paper = await openTestService()
  const reach = { ...LOOPBACK_ONLY, tls: TEST_CERTIFICATE }
  const port = await paper.serve({ reach, connections: { sweep: 200 } })
  const tls = { port, host: '127.0.0.1', ca: TEST_CERTIFICATE.cert, servername: 'localhost' }
  const session = connect(`https://127.0.0.1:${port}`, tls)
  const send = (headers: OutgoingHttpHeaders, body?: string) =>
    new Promise<{ headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
      const stream = session.request(headers, { endStream: body === undefined })
      let answered: IncomingHttpHeaders = {}
      let text = ''
      stream.on('response', (received) => (answered = received))
      stream.setEncoding('utf8').on('data', (part: string) => (text += part))
      stream.on('end', () => resolve({ headers: answered, text })).on('error', reject)
      if (body !== undefined) stream.end(body)
    })
  try {
    const time = await send({ ':path': '/api/v1/time' })
    expect(time.headers).toMatchObject({ ':status': 200, 'content-length': `${time.text.length}` })
    await new Promise<void>((resolve) => session.ping(() => resolve()))
    // Half a head is closed after 4 sweeps.
    const half = connectTls(tls, () => half.write('GET /api/v1/time HTTP/1.1\r\n'))
    await once(half.resume(), 'close')

    const written = await send(
      { ':path': '/pair', ':method': 'POST', 'content-type': 'application/json' },
      '{"code":"wrong","public_key":"wrong"}',
    )
    expect(written.headers[':status']).toBe(422)
    const head = await send({ ':path': '/health', ':method': 'HEAD' })
    expect(head).toMatchObject({ headers: { ':status': 200 }, text: '' })
    const other = await send({ ':path': '/api/v1/time', ':authority': 'evil.example' })
    expect(other.headers[':status']).toBe(421)
    expect(paper.failures).toEqual([])
  } finally {
    session.destroy()
    await paper.close()
  }
})
