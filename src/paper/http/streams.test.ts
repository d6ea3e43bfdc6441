import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type IncomingMessage, request as httpRequest } from 'node:http'
import { connect as connectHttp2, type IncomingHttpHeaders } from 'node:http2'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { eventsIn } from '#client/client.ts'
import { listPairs } from '#contract/market.ts'
import { readableRows } from '#contract/read.ts'
import { setMode } from '#contract/system.ts'
import type { Credentials } from '#signing/credentials.ts'
import { eventually } from '#testing/eventually.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { TEST_CERTIFICATE } from '#testing/test-certificate.ts'
import { signedHeaders } from '#testing/sample-requests.ts'
import { traderAtWork } from '#testing/trader-at-work.ts'

import type { Crowd } from './connections.ts'
import { LOOPBACK_ONLY } from './reach.ts'
import { MAX_STREAMS } from './streams.ts'

const ORIGIN = 'http://127.0.0.1:4780'
const STREAM = '/api/v1/stream'
const BITCOIN = `${STREAM}?pairs=USDT_BTC`

let paper: TestService
let port: number
const closing: (() => void)[] = []
beforeEach(async () => {
  paper = await openTestService()
  port = await paper.serve()
})
afterEach(async () => {
  closing.splice(0).forEach((close) => close())
  await paper.close()
})

const ask = async (target: string, credentials: Credentials = paper.credentials) =>
  paper.fetch(ORIGIN + target, { headers: await signedHeaders(credentials, { target }) })

type Event = { name: string; data: unknown }

/** An open stream, the events that have come, and whether the service has ended it. */
async function open(target = BITCOIN, credentials?: Credentials) {
  const { body, status } = await ask(target, credentials)
  if (!body || status !== 200) throw new Error(`The stream was refused with ${status}`)
  const events: Event[] = []
  const stream = { events, isOver: false, named: (name: string) => dataOf(events, name) }
  const read = async () => {
    for await (const { name, data } of eventsIn(body)) events.push({ name, data: JSON.parse(data) })
  }
  void read()
    .catch(() => undefined)
    .finally(() => (stream.isOver = true))
  await settled()
  return stream
}

const dataOf = (events: readonly Event[], wanted: string): unknown[] =>
  events.flatMap(({ name, data }) => (name === wanted ? [data] : []))

/** Time for what is under way in the process. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    paper.clock.now += 1_000
    paper.clock.steady += 1_000
    await paper.process.tick()
    await settled()
  }
}

it('a stream sends the prices of its pairs once a second, dated by the service’s clock', async () => {
  const stream = await open()
  await pass(3)
  const prices = stream.named('prices') as { pair: string; last: string; time: string }[][]
  expect(prices).toHaveLength(3)
  const listed = readableRows(await paper.client.call(listPairs, {}))
  const bitcoin = listed.find(({ pair }) => pair === 'USDT_BTC')
  const shown = { exchange: bitcoin?.exchange, last: bitcoin?.last, bid: bitcoin?.bid }
  const time = new Date(paper.clock.now).toISOString()
  expect(prices.at(-1)).toContainEqual(expect.objectContaining({ ...shown, time }))
  expect(new Set(prices.flat().map(({ pair }) => pair))).toEqual(new Set(['USDT_BTC']))
})

it('a stream sends no second price within a second', async () => {
  const stream = await open()
  await pass(1)
  await paper.process.tick()
  await settled()
  expect(stream.named('prices')).toHaveLength(1)
})

it('a stream without pairs sends no prices', async () => {
  const stream = await open(STREAM)
  await pass(2)
  expect(stream.events.map(({ name }) => name)).toEqual(['beat'])
})

it('a stream beats at once and every five seconds', async () => {
  const stream = await open(STREAM)
  expect(stream.named('beat')).toEqual([{ time: new Date(paper.clock.now).toISOString() }])
  await pass(11)
  expect(stream.named('beat')).toHaveLength(3)
})

it('a stream names the areas that another key has changed, and no entity', async () => {
  const stream = await open(STREAM)
  const { ids } = await traderAtWork(port, await paper.addKey())
  await pass(1)
  const changed = new Set(stream.named('changed').flat())
  expect(changed).toEqual(new Set(['smart_trades', 'grid_bots', 'dca_bots', 'balances', 'history']))
  expect(JSON.stringify(stream.events)).not.toMatch(new RegExp(`"${ids.dca}"|[{,]"?id"?:`))
})

it('a stream names no area that its key may not read', async () => {
  const reader = await paper.addKey({ permissions: ['EXCHANGES_READ'] })
  const stream = await open(STREAM, reader)
  await traderAtWork(port, paper.credentials)
  await pass(1)
  expect(stream.named('changed').flat()).toContain('balances')
  const hidden = ['smart_trades', 'grid_bots', 'dca_bots', 'history']
  expect(stream.named('changed').flat()).not.toEqual(
    expect.arrayContaining([expect.stringMatching(hidden.join('|'))]),
  )
})

it('a stream names nothing that another user has changed', async () => {
  const stream = await open(STREAM, await paper.addKey({ user: 'other' }))
  await traderAtWork(port, paper.credentials)
  await pass(1)
  expect(stream.named('changed')).toEqual([])
})

it('within a second of the end of its key', async () => {
  const key = await paper.addKey()
  const stream = await open(BITCOIN, key)
  await paper.store.keys.revoke(key.apiKey)
  await pass(1)
  expect(stream.isOver).toBe(true)
  expect(stream.named('prices')).toEqual([])
})

it('the service ends a stream when its key expires', async () => {
  const stream = await open(BITCOIN, await paper.addKey({ expiresAt: paper.clock.now + 1_500 }))
  await pass(1)
  expect(stream.isOver).toBe(false)
  await pass(1)
  expect(stream.isOver).toBe(true)
})

it('the service ends a stream when the mode changes, after it has named the mode', async () => {
  const stream = await open()
  await paper.client.call(setMode, { query: { mode: 'real' } })
  await pass(1)
  expect(stream.isOver).toBe(true)
  expect(stream.named('changed').at(-1)).toEqual(['mode'])
  expect(stream.named('prices')).toEqual([])
})

describe('a request for a stream', () => {
  const statusOf = async (target: string, credentials?: Credentials) => {
    const { status, body } = await ask(target, credentials)
    closing.push(() => void body?.cancel())
    return status
  }
  const fill = async (credentials?: Credentials) => {
    for (let count = 0; count < MAX_STREAMS; count += 1) await statusOf(STREAM, credentials)
  }

  it.each([
    ['names a pair that is not listed', 'USDT_NOPE', 'There is no pair USDT_NOPE.'],
    ['names too many pairs', Array.from({ length: 201 }, (_, at) => `A_${at}`).join(','), '200'],
  ])(
    'a request for a stream that %s is refused with 400 and the field',
    async (_what, pairs, sentence) => {
      const answer = await ask(`${STREAM}?pairs=${pairs}`)
      expect(answer.status).toBe(400)
      const { error_attributes: wrong } = (await answer.json()) as {
        error_attributes: { pairs: string[] }
      }
      expect(wrong.pairs[0]).toContain(sentence)
    },
  )

  it('a request for a stream is refused with 429 beyond four per user, and other users are not affected', async () => {
    await fill()
    const fifth = await ask(STREAM, await paper.addKey())
    expect(fifth.status).toBe(429)
    expect(await fifth.json()).toMatchObject({ error: 'too_many_streams' })
    expect(await statusOf(STREAM, await paper.addKey({ user: 'other' }))).toBe(200)
    expect(await statusOf('/api/v1/user/mode')).toBe(200)
  })

  it('a request for a stream is accepted again after another stream of the user has ended', async () => {
    await fill()
    closing.pop()?.()
    expect(await statusOf(STREAM)).toBe(200)
  })

  it('a request for a stream by HEAD leaves no stream behind', async () => {
    const signed = await signedHeaders(paper.credentials, { target: STREAM })
    const fields = Object.entries({ Host: `127.0.0.1:${port}`, ...signed })
    const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    for (let count = 0; count <= MAX_STREAMS; count += 1) {
      // Left open by the client, so that only the service can end it.
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      closing.push(() => socket.destroy())
      socket.write(`HEAD ${STREAM} HTTP/1.1\r\n${lines}\r\n`)
      const [head] = (await once(socket, 'data')) as [Buffer]
      expect(String(head)).toContain('200 OK')
    }
  })
})

it('a reader that does not read gets nothing queued and is dropped after ten seconds', async () => {
  const unread = await ask(BITCOIN)
  await pass(40)
  const events: unknown[] = []
  const reading = (async () => {
    for await (const event of eventsIn(unread.body ?? new ReadableStream())) events.push(event)
  })()
  await expect(reading).rejects.toThrow('does not read')
  expect(events.length).toBeLessThanOrEqual(16)
})

it('a reader that closes its connection makes room for another', async () => {
  const readers = []
  for (let count = 0; count < MAX_STREAMS; count += 1) readers.push(await openOverHttp())
  readers[0]?.destroy()
  await eventually(async () => expect((await ask(STREAM)).status).toBe(200))
})

it('a stream over HTTP/2 gets events, and its end makes room for another', async () => {
  const session = await connectOverTls()
  const open2 = async () => {
    const stream = session.request({ ':path': BITCOIN, ...(await headersOf(BITCOIN)) })
    await once(stream, 'data')
    return stream
  }
  const readers = []
  for (let count = 0; count < MAX_STREAMS; count += 1) readers.push(await open2())
  const [part] = (await Promise.all([once(readers[1] as never, 'data'), pass(1)]))[0] as [Buffer]
  expect(String(part)).toContain('USDT_BTC')
  readers[0]?.close()
  await eventually(async () => expect((await ask(STREAM)).status).toBe(200))
})

it.each(['HTTP/1.1', 'HTTP/2'])(
  'a reader that is gone before its answer leaves no stream behind (%s)',
  async (version) => {
    const session = version === 'HTTP/2' ? await connectOverTls() : undefined
    const headers = await headersOf(STREAM)
    const { service } = paper
    const answer = service.answer.bind(service)
    for (let count = 0; count < MAX_STREAMS; count += 1) {
      const reader = session
        ? session.request({ ':path': STREAM, ...headers })
        : httpRequest({ host: '127.0.0.1', port, path: STREAM, headers, agent: false }).end()
      reader.on('error', () => undefined)
      const answered = new Promise<void>((resolve) => {
        service.answer = async (request) => {
          const made = await answer(request)
          reader.destroy()
          await settled()
          setImmediate(resolve)
          return made
        }
      })
      await answered
    }
    service.answer = answer
    expect((await ask(STREAM)).status).toBe(200)
  },
)

it('streams that are asked for at once are no more than four', async () => {
  const asked = Array.from({ length: MAX_STREAMS + 2 }, () => open(STREAM).catch(() => undefined))
  const streams = (await Promise.all(asked)).filter((stream) => stream && !stream.isOver)
  expect(streams).toHaveLength(MAX_STREAMS)
})

it('a write in two parts is answered beside a stream that has long been open', async () => {
  const session = await connectOverTls({ sweep: 5 })
  const stream = session.request({ ':path': STREAM, ...(await headersOf(STREAM)) })
  await once(stream, 'data')
  for (let sweeps = 0; sweeps < 30; sweeps += 1) await settled()
  const sent = session.request({ ':method': 'POST', ':path': '/pair', 'content-type': JSON_TYPE })
  sent.write('{')
  for (let sweeps = 0; sweeps < 3; sweeps += 1) await settled()
  sent.end('}')
  const answered = Promise.race([once(sent, 'response'), once(session, 'close')])
  const [head] = (await answered) as [IncomingHttpHeaders | undefined]
  expect(head?.[':status']).toBe(422)
})

it('a reader keeps its stream while unread downloads crowd the connections', async () => {
  const root = join(paper.data, 'site')
  mkdirSync(root)
  writeFileSync(join(root, 'big.bin'), Buffer.alloc(16 * 2 ** 20))
  await paper.close({ keepData: true })
  paper = await openTestService({ data: paper.data })
  port = await paper.serve({ root, connections: { near: 12, most: 16 } })
  const reader = await openOverHttp()
  for (let count = 0; count < 30; count += 1) closing.push(await unreadDownload())
  const [part] = (await Promise.all([once(reader, 'data'), pass(1)])) as [[Buffer], void]
  expect(String(part[0])).toContain('USDT_BTC')
})

const JSON_TYPE = 'application/json'

const headersOf = (target: string) => signedHeaders(paper.credentials, { target })

/** A session of HTTP/2 with a service of its own port. */
async function connectOverTls(connections: Partial<Crowd> = {}) {
  const reach = { ...LOOPBACK_ONLY, tls: TEST_CERTIFICATE }
  port = await paper.serve({ reach, connections })
  const session = connectHttp2(`https://localhost:${port}`, { ca: TEST_CERTIFICATE.cert })
  closing.push(() => session.destroy())
  return session
}

/** The answer to a stream over a connection of its own, after its first beat. */
async function openOverHttp(): Promise<IncomingMessage> {
  const headers = await signedHeaders(paper.credentials, { target: BITCOIN })
  const sent = httpRequest({ host: '127.0.0.1', port, path: BITCOIN, headers, agent: false }).end()
  const [incoming] = (await once(sent, 'response')) as [IncomingMessage]
  closing.push(() => incoming.destroy())
  incoming.on('error', () => undefined)
  await once(incoming, 'data')
  return incoming
}

async function unreadDownload(): Promise<() => void> {
  const socket: Socket = connect({ port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  socket.write(`GET /big.bin HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
  await once(socket, 'readable')
  return () => socket.destroy()
}
