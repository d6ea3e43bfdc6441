import { connect } from 'node:net'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { sendRaw, type WireRequest } from '#testing/raw-http.ts'
import { signedHeaders } from '#testing/sample-requests.ts'

let paper: TestService
let port: number
beforeAll(async () => {
  paper = await openTestService()
  port = await paper.serve()
})
afterAll(() => paper.close())

const time = '/api/v1/time'
const note = '/api/v1/smart_trades/1/set_note'

const signed = async (wire: WireRequest) =>
  sendRaw(port, {
    ...wire,
    headers: {
      ...(wire.body && { 'Content-Type': 'application/json' }),
      ...wire.headers,
      ...(await signedHeaders(paper.credentials, {
        target: wire.target,
        body: String(wire.body ?? ''),
      })),
    },
  })
const post = (body: string) => signed({ method: 'POST', target: note, body })

/** A body for a note of exactly this many bytes. */
const bodyOf = (bytes: number): string => `{"note":"a"${' '.repeat(bytes - 12)}}`
const nested = (depth: number): string =>
  `{"note":"a","x":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
/** Each item is a value; the object, two names, the note and the list are five more. */
const itemsOf = (tokens: number): string =>
  `{"note":"a","x":[${Array(tokens - 5)
    .fill(1)
    .join()}]}`

it.each([
  [65_535, 404],
  [65_536, 404],
  [65_537, 413],
])('the body of %d bytes is answered with %d', async (bytes, status) => {
  expect((await post(bodyOf(bytes))).status).toBe(status)
})

it('a number is no note, however large', async () => {
  for (const body of ['{"note":7}', '{"note":1e99999}']) {
    const { status, text } = await post(body)
    expect({ body, status }).toEqual({ body, status: 400 })
    expect(text).toContain('A note has 1 to 300 characters.')
  }
})

it('far beyond the limit is refused in words, not by a connection that breaks while it is sent', async () => {
  const socket = connect(port, '127.0.0.1')
  const failed = new Promise<never>((_, reject) => socket.on('error', reject))
  const head = `POST ${note} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 1000000\r\n\r\n`
  const sendAndRead = async () => {
    socket.write(head)
    // Like most clients, it reads nothing before all of it is sent.
    for (let sent = 0; sent < 20; sent++) {
      await new Promise((resolve) => socket.write(' '.repeat(50_000), resolve))
      await new Promise((resolve) => setImmediate(resolve))
    }
    return Buffer.concat(await socket.toArray()).toString()
  }
  const answer = await Promise.race([sendAndRead(), failed])
  expect(answer).toMatch(/^HTTP\/1.1 413 [^]*payload_too_large/)
})

it('the body that grows beyond the limit without saying so is cut off', async () => {
  const answer = await sendRaw(port, {
    method: 'POST',
    target: note,
    headers: { 'Transfer-Encoding': 'chunked' },
    body: bodyOf(70_000),
  })
  expect(answer.status).toBe(413)
})

it.each([
  [15, 404],
  [16, 404],
  [17, 400],
])('nested %d deep is answered with %d', async (depth, status) => {
  expect((await post(nested(depth))).status).toBe(status)
})

it.each([
  [1_999, 404],
  [2_000, 404],
  [2_001, 400],
])('the body of %d names and values is answered with %d', async (tokens, status) => {
  expect((await post(itemsOf(tokens))).status).toBe(status)
})

it.each([
  [4_095, 200],
  [4_096, 200],
  [4_097, 414],
])('the URL of %d characters is answered with %d', async (length, status) => {
  const target = `${time}?x=`.padEnd(length, 'x')
  expect((await sendRaw(port, { target })).status).toBe(status)
})

it.each([
  [29, 200],
  [30, 200],
  [31, 400],
])('the URL with %d parameters is answered with %d', async (count, status) => {
  const target = `${time}?${Array(count).fill('x=1').join('&')}`
  expect((await sendRaw(port, { target })).status).toBe(status)
})

it.each(['http://127.0.0.1/api/v1/time', '*'])('%s is no path of ours', async (target) => {
  const answer = await sendRaw(port, { method: 'POST', target })
  expect(answer).toMatchObject({ status: 400, json: { error: 'invalid_request' } })
})

// Signed text has no boundary between a query and a body.
it.each([
  ['a body', 'GET', time, '{}', 'A GET request has no body.'],
  ['a query and a body', 'POST', `${note}?x=1`, '{"note":"a"}', 'Send either a query or a body.'],
])('the request with %s is refused', async (_name, method, target, body, sentence) => {
  expect(await signed({ method, target, body })).toMatchObject({
    status: 400,
    json: { error: 'invalid_request', error_description: sentence },
  })
})

it.each([
  ['page=1&page=2', 'Send this once.'],
  ['page=1&p%61ge=2', 'Send this once.'],
  ['page=%ff', 'This is not percent-encoded UTF-8.'],
])('the query ?%s names the parameter that is wrong', async (query, sentence) => {
  expect(await signed({ target: `/api/v1/smart_trades?${query}` })).toMatchObject({
    status: 400,
    json: { error: 'invalid_request', error_attributes: { page: [sentence] } },
  })
})

// Host and Connection are there besides.
it.each([
  [47, 200],
  [48, 200],
  [49, 431],
])('%d of the sender are answered with %d', async (count, status) => {
  const headers = Object.fromEntries(Array.from({ length: count }, (_, i) => [`X-${i}`, 'x']))
  expect((await sendRaw(port, { target: time, headers })).status).toBe(status)
})

it('the headers that prove something prove nothing when they are there twice', async () => {
  const bearer = `Bearer ${paper.credentials.token}`
  const answer = await sendRaw(port, {
    target: '/api/v1/bots/dca',
    headers: { Authorization: [bearer, bearer] },
  })
  expect(answer).toMatchObject({ status: 401, json: { error: 'token_invalid' } })
})

it('the headers of more than 8 KiB are refused', async () => {
  const answer = await sendRaw(port, { target: time, headers: { 'X-Long': 'x'.repeat(8_200) } })
  expect(answer).toMatchObject({ status: 431, json: { error: 'headers_too_large' } })
})

/** Invalid HTTP has to be written by hand. */
const sendBytes = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.end(text))
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })

describe('framing', () => {
  const host = () => `Host: 127.0.0.1:${port}`

  it.each([
    ['two lengths', 'Content-Length: 2\r\nTransfer-Encoding: chunked'],
    ['two different lengths', 'Content-Length: 2\r\nContent-Length: 3'],
    ['a length that is none', 'Content-Length: -2'],
    ['a folded header', 'X-Folded: a\r\n b'],
  ])('framing with %s is refused', async (_name, lines) => {
    const answer = await sendBytes(`POST ${note} HTTP/1.1\r\n${host()}\r\n${lines}\r\n\r\n{}`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).toContain('"error":"invalid_request"')
    expect(answer.toLowerCase()).toContain('connection: close')
  })

  it.each([
    ['no Host', ''],
    ['two Hosts', `Host: 127.0.0.1:{port}\r\nHost: 127.0.0.1:{port}\r\n`],
  ])('framing with %s is refused, for a page too', async (_name, lines) => {
    const hosts = lines.replaceAll('{port}', String(port))
    for (const target of [time, '/']) {
      const answer = await sendBytes(`GET ${target} HTTP/1.1\r\n${hosts}\r\n`)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer).toContain('"error":"invalid_request"')
    }
  })

  it('framing with an expectation beyond HTTP is answered as any other', async () => {
    const answer = await sendBytes(`GET ${time} HTTP/1.1\r\n${host()}\r\nExpect: foo\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('framing that is no HTTP is refused', async () => {
    expect(await sendBytes('hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /)
  })
})
