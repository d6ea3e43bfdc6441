import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server as TcpServer,
} from 'node:net'
import { tmpdir } from 'node:os'

import { afterEach, expect, it } from 'vitest'

import type { ApiError } from '#client/api-error.ts'
import { createClient } from '#client/client.ts'
import { limitsOf } from '#client/rate-limit.ts'
import { stopGridBot } from '#contract/grid-bots.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { outcomeOfFailure } from '#intents/outcome.ts'
import { importSecret } from '#signing/keys.ts'
import { openTestService } from '#testing/open-test-service.ts'
import { sendRaw } from '#testing/raw-http.ts'

import { createRelay } from './relay.ts'
import { createServer, listen } from './serve.ts'

const servers: Server[] = []
const tcpServers: TcpServer[] = []
afterEach(() => {
  for (const server of tcpServers.splice(0)) server.close()
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
})

/** A relay to a port of this machine. */
async function relayTo(port: number, patience = 5_000): Promise<number> {
  const report = (): void => undefined
  const service = createRelay({ upstream: `http://127.0.0.1:${port}`, patience, report })
  const root = tmpdir()
  const health = () =>
    Promise.resolve({
      service: 'relay' as const,
      status: 'ok' as const,
      version: '1.2.3',
      build: 'abc',
      pair: '',
      uptime_s: 0,
    })
  const server = createServer({ service, root, connectTo: [], report, health, requestsOnOne: 1 })
  servers.push(server)
  return listen(server, 0)
}

/** Another service, and what came to it. */
async function upstream(answer: RequestListener) {
  const came: { method: string; url: string; headers: object; body: string }[] = []
  const server = createHttpServer((incoming, outgoing) => {
    let body = ''
    incoming.on('data', (chunk: Buffer) => (body += chunk.toString()))
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming
      came.push({ method, url, headers, body })
      answer(incoming, outgoing)
    })
  })
  servers.push(server)
  return { port: await listen(server, 0), came }
}

/** A service that answers with these bytes. */
async function rawUpstream(bytes: string) {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  tcpServers.push(server)
  return { port: (server.address() as AddressInfo).port }
}

const fails = (sentence: RegExp) => ({
  status: 502,
  json: { error: 'upstream_failed', error_description: expect.stringMatching(sentence) },
})

it('the relay lets a signed request through that the service behind it accepts', async () => {
  const paper = await openTestService()
  const port = await relayTo(await paper.serve())
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    credentials: paper.credentials,
    fetch,
  })
  const query = { page: 1, per_page: 10 }
  expect(await client.call(listSmartTrades, { query })).toEqual([])
  await paper.close()
})

it('the relay refuses a stream with 404 and asks the service for none', async () => {
  const { port, came } = await upstream((_, outgoing) => outgoing.end('{}'))
  const target = '/prefix/api/v1/stream?pairs=USDT_BTC'
  expect((await sendRaw(await relayTo(port), { target })).status).toBe(404)
  expect(came).toEqual([])
})

it('the relay hands on the reviewed revision of a request, and the revision of the answer', async () => {
  const { port, came } = await upstream((_, outgoing) => {
    outgoing.writeHead(412, { 'Content-Type': 'application/json', ETag: '"5"' })
    outgoing.end('{}')
  })
  const { headers } = await sendRaw(await relayTo(port), {
    method: 'PATCH',
    target: '/api/v1/smart_trades/7',
    headers: { 'If-Match': '"4"' },
  })
  expect(came[0]?.headers).toMatchObject({ 'if-match': '"4"' })
  expect(headers['etag']).toBe('"5"')
})

it.each(['RateLimit', 'X-RateLimit', 'X-Rate-Limit'])(
  'the relay hands on the limits that the service reports in %s-Limit and its like',
  async (prefix) => {
    const limits = {
      [`${prefix}-Limit`]: '100',
      [`${prefix}-Remaining`]: '7',
      [`${prefix}-Reset`]: '30',
    }
    const { port } = await upstream((_, outgoing) => {
      outgoing.writeHead(200, { 'Content-Type': 'application/json', ...limits })
      outgoing.end('[]')
    })
    const { headers } = await sendRaw(await relayTo(port), {
      method: 'GET',
      target: '/api/v1/smart_trades',
    })
    expect(limitsOf(new Headers(headers as Record<string, string>), 0)).toEqual({
      policies: [{ quota: 100, window: 60 }],
      left: [{ left: 7, reset: 30, quota: 100 }],
    })
  },
)

it('the relay passes path, query and body on as they are, the key and the signature, and nothing else', async () => {
  const { port, came } = await upstream((_, outgoing) => {
    outgoing.writeHead(201, { 'Content-Type': 'application/json', 'Set-Cookie': 'a=b' })
    outgoing.end('{ "id" : 1 }')
  })
  const answer = await sendRaw(await relayTo(port), {
    method: 'POST',
    target: '/public/api/v2/smart_trades?a=%2F&b',
    headers: {
      Apikey: 'k',
      Signature: 's',
      'Forced-Mode': 'paper',
      Cookie: 'c=d',
      'X-Other': 'x',
    },
    body: '{ "a":  1 }',
  })
  expect(came).toEqual([
    {
      method: 'POST',
      url: '/public/api/v2/smart_trades?a=%2F&b',
      headers: {
        apikey: 'k',
        'forced-mode': 'paper',
        signature: 's',
        host: `127.0.0.1:${port}`,
        connection: 'close',
        'content-length': '11',
      },
      body: '{ "a":  1 }',
    },
  ])
  expect(answer).toMatchObject({ status: 201, text: '{ "id" : 1 }' })
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    connection: 'close',
  })
  expect(answer.headers['set-cookie']).toBeUndefined()
})

it('the relay tries an order once when the connection breaks, and calls its outcome unknown', async () => {
  const { port, came } = await upstream((incoming) => incoming.socket.destroy())
  const relay = await relayTo(port)
  const order = { method: 'POST', target: '/api/v1/smart_trades', body: '{}' }
  expect(await sendRaw(relay, order)).toMatchObject(fails(/may have been done/))
  expect(came).toHaveLength(1)
})

it('the relay says the same of an answer that breaks off, of silence, and of nobody there', async () => {
  const broken = await upstream((incoming, outgoing) => {
    outgoing.writeHead(200, { 'Content-Length': '100' })
    outgoing.write('{', () => incoming.socket.destroy())
  })
  const silent = await upstream(() => undefined)
  const gone = await upstream(() => undefined)
  servers.pop()?.close()
  for (const { port } of [broken, silent, gone]) {
    const answer = await sendRaw(await relayTo(port, 300), { target: '/api/v1/time' })
    expect(answer).toMatchObject(fails(/no whole answer/))
  }
})

it('the relay does not wait for an answer that switches protocols', async () => {
  const { port } = await rawUpstream(
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
  )
  const answer = await sendRaw(await relayTo(port), { target: '/api/v1/time' })
  expect(answer).toMatchObject(fails(/answered 101, which is no status/))
})

it('the relay hands on what a refusal says beside its body', async () => {
  const said = {
    allow: 'GET',
    ratelimit: '"minute";r=0;t=7',
    'ratelimit-policy': '"minute";q=600;w=60',
    'retry-after': '7',
    'www-authenticate': 'Bearer',
  }
  const { port } = await upstream((_, outgoing) => outgoing.writeHead(405, said).end('{}'))
  const answer = await sendRaw(await relayTo(port), { method: 'PUT', target: '/api/v1/time' })
  expect(answer).toMatchObject({ status: 405, headers: said })
})

it.each(['text/html', 'image/svg+xml', 'text/javascript', ''])(
  'the relay calls JSON that came as %j what it is, and lets it neither run nor be framed',
  async (type) => {
    const { port } = await upstream((_, outgoing) => {
      outgoing.writeHead(200, { 'Content-Type': type }).end('["<script>1</script>"]')
    })
    const answer = await sendRaw(await relayTo(port), { target: '/api/v1/time' })
    expect(answer).toMatchObject({ status: 200, text: '["<script>1</script>"]' })
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
  },
)

it.each([200, 201, 401, 403, 404, 422, 500])(
  'the relay replaces a page that came with %i by a 502',
  async (status) => {
    const { port } = await upstream((_, outgoing) => {
      outgoing.writeHead(status, { 'Content-Type': 'text/html' })
      outgoing.end('<script>steal()</script>')
    })
    const answer = await sendRaw(await relayTo(port), { target: '/api/v1/time' })
    expect(answer).toMatchObject(fails(new RegExp(`answered ${status} .* not JSON`)))
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.text).not.toContain('steal')
  },
)

it.each([429, 418])(
  'the relay keeps a %i that is no JSON, with the pause it asks for',
  async (status) => {
    const { port } = await upstream((_, outgoing) => {
      outgoing.writeHead(status, { 'Content-Type': 'text/plain', 'Retry-After': '30' })
      outgoing.end('error code: 1015')
    })
    const answer = await sendRaw(await relayTo(port), { target: '/api/v1/time' })
    expect(answer).toMatchObject({ status, json: { error: 'upstream_failed' } })
    expect(answer.headers['retry-after']).toBe('30')
  },
)

it.each([200, 403, 429])(
  'the relay leaves a write unknown that a page answers with %i',
  async (status) => {
    const { port, came } = await upstream((_, outgoing) => {
      outgoing.writeHead(status, { 'Content-Type': 'text/html' }).end('<title>Blocked</title>')
    })
    const client = createClient({
      baseUrl: `http://127.0.0.1:${await relayTo(port)}`,
      credentials: {
        apiKey: 'key',
        key: await importSecret('a secret of many characters'),
        emptyForm: 'path?',
      },
      fetch,
    })
    const error = await client.call(stopGridBot, { params: { id: 7 } }).then(
      () => undefined,
      (thrown: ApiError) => thrown,
    )
    expect(error && outcomeOfFailure(error).kind).toBe('unknown')
    expect(came).toHaveLength(1)
  },
)

it.each([199, 600, 999])('the relay hands on no status %i', async (status) => {
  const { port } = await rawUpstream(`HTTP/1.1 ${status} Odd\r\nContent-Length: 2\r\n\r\n{}`)
  const answer = await sendRaw(await relayTo(port, 2_000), { target: '/api/v1/time' })
  expect(answer).toMatchObject(fails(status < 200 ? /no whole answer/ : /no status/))
})

it('the relay follows no redirection', async () => {
  const { port, came } = await upstream((_, outgoing) => {
    outgoing.writeHead(307, { Location: '/elsewhere' }).end()
  })
  const answer = await sendRaw(await relayTo(port), { target: '/api/v1/time' })
  expect(answer).toMatchObject(fails(/not followed/))
  expect(came).toHaveLength(1)
})

it.each<[number, Record<string, string>]>([
  [421, { Host: 'evil.example' }],
  [403, { Origin: 'https://evil.example' }],
  [403, { 'Sec-Fetch-Site': 'cross-site' }],
])('the relay answers %i to a page of elsewhere, and nothing leaves', async (status, headers) => {
  const { port, came } = await upstream((_, outgoing) => outgoing.end())
  const relay = await relayTo(port)
  const answer = await sendRaw(relay, { target: '/api/v1/time', headers })
  expect(answer.status).toBe(status)
  expect(came).toEqual([])
})
