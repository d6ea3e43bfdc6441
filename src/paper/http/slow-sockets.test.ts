import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { Worker } from 'node:worker_threads'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { proofSize } from '#testing/proof-size.ts'
import { sendRaw } from '#testing/raw-http.ts'
import { TEST_CERTIFICATE } from '#testing/test-certificate.ts'

import { LOOPBACK_ONLY, type Reach } from './reach.ts'

const FEW = { near: 40, most: 48 }
const isProof = Boolean(proofSize(0, 1))
const ATTACKERS = proofSize(120, 4_000)
const CONNECTIONS = isProof ? { near: 896, most: 1_024 } : FEW
const HONEST = proofSize(5, 40)
const BIG = 16 * 2 ** 20
const TLS: Reach = { ...LOOPBACK_ONLY, tls: TEST_CERTIFICATE }

let paper: TestService
let root: string
let port: number
const sockets = new Set<Socket>()
const floods = new Set<Worker>()

beforeEach(async () => {
  paper = await openTestService()
  root = join(paper.data, 'site')
  mkdirSync(root)
  writeFileSync(join(root, 'big.bin'), Buffer.alloc(BIG))
})
afterEach(async () => {
  for (const flood of floods) await flood.terminate()
  for (const socket of sockets) socket.destroy()
  await paper.close()
})

type Attack = { count?: number; text?: string; isSecure?: boolean; from?: string }

/** Floods the port from a thread, so that attackers and service do not take turns. */
async function attack({ count = ATTACKERS, text = '', isSecure, from }: Attack): Promise<void> {
  const worker = new Worker(new URL('../../testing/flood.js', import.meta.url), {
    workerData: {
      port,
      from: from ?? '127.0.0.1',
      text: text.replaceAll('{port}', String(port)),
      count,
      reads: text !== UNREAD,
      ca: isSecure === true ? TEST_CERTIFICATE.cert : undefined,
    },
  })
  floods.add(worker)
  await once(worker, 'message')
}

/** The statuses of honest reads, one after the other, and of a write. */
async function honestAnswers(isSecure: boolean): Promise<number[]> {
  const headers = { Host: `127.0.0.1:${port}` }
  const statuses: number[] = []
  for (let count = 0; count < HONEST; count++) {
    const answer = await sendRaw(port, { target: '/api/v1/time', isSecure, headers })
    statuses.push(answer.status)
  }
  // A body in two parts is no attack: its connection is younger than theirs.
  const posted = await sendRaw(port, {
    method: 'POST',
    target: '/pair',
    body: '{}',
    isSecure,
    headers: { ...headers, 'Content-Type': 'application/json' },
  })
  return [...statuses, posted.status]
}
const ALL_ANSWERED = [...Array<number>(HONEST).fill(200), 422]

const HOST = 'Host: 127.0.0.1:{port}\r\n'
const HALF_A_HEAD = `GET /api/v1/time HTTP/1.1\r\n${HOST}`
const HALF_A_BODY = `POST /pair HTTP/1.1\r\n${HOST}Content-Length: 60000\r\n\r\n{`
const UNREAD = `GET /big.bin HTTP/1.1\r\n${HOST}\r\n`
/** Fewer of those that fill the buffers of the system with answers that they do not read. */
it.each([
  ['nothing', '', ATTACKERS, CONNECTIONS],
  ['half a head', HALF_A_HEAD, ATTACKERS, CONNECTIONS],
  ['half a body', HALF_A_BODY, ATTACKERS, CONNECTIONS],
  ['no more once they should read', UNREAD, 60, FEW],
])('connections that send %s keep nobody out', async (_, text, count, connections) => {
  port = await paper.serve({ root, connections })
  await attack({ text, count })
  expect(await honestAnswers(false)).toEqual(ALL_ANSWERED)
})

it.each([
  ['that never begin a handshake', '', false, ATTACKERS, CONNECTIONS],
  ['that send half a head', HALF_A_HEAD, true, 60, FEW],
  ['that do not read', UNREAD, true, 60, FEW],
])('over TLS, connections %s keep nobody out', async (_, text, isSecure, count, connections) => {
  port = await paper.serve({ root, connections, reach: TLS })
  await attack({ text, isSecure, count })
  expect(await honestAnswers(true)).toEqual(ALL_ANSWERED)
})

it.each([false, true])(
  'one address cannot close the connections of another (over TLS: %s)',
  async (isSecure) => {
    port = await paper.serve({
      root,
      connections: { ...FEW, each: 8, sweep: 600_000 },
      reach: isSecure ? TLS : LOOPBACK_ONLY,
    })
    const idle = await openIdle(isSecure)
    await attack({ count: 60, from: '127.0.0.2' })
    expect(await honestAnswers(isSecure)).toEqual(ALL_ANSWERED)
    expect(idle.destroyed).toBe(false)
  },
)

/** A connection that has had an answer. */
async function openIdle(isSecure: boolean): Promise<Socket> {
  const address = { port, host: '127.0.0.1' }
  const socket = isSecure
    ? connectTls({ ...address, ca: TEST_CERTIFICATE.cert, servername: 'localhost' })
    : connect(address)
  sockets.add(socket)
  socket.write(`HEAD /big.bin HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
  await new Promise((resolve) => socket.once('data', resolve))
  return socket
}

it('a request that is being worked on is never cut off for others', async () => {
  port = await paper.serve({ root, connections: CONNECTIONS })
  const { service } = paper
  const answer = service.answer.bind(service)
  const begun = signal()
  const released = signal()
  service.answer = async (request) => {
    begun.give()
    await released.given
    return answer(request)
  }
  const slow = sendRaw(port, { target: '/api/v1/time' })
  await begun.given
  await attack({})
  // Connections are accepted in their order: all of those have been.
  expect((await sendRaw(port, { target: '/big.bin', method: 'HEAD' })).status).toBe(200)
  released.give()
  expect((await slow).status).toBe(200)
})

it('half a head is waited for no longer than 2 s', async () => {
  port = await paper.serve({ root })
  const socket = connect(port, '127.0.0.1')
  const began = performance.now()
  socket.write('GET /api/v1/time HTTP/1.1\r\n')
  await new Promise((resolve) => socket.once('close', resolve).resume())
  expect(performance.now() - began).toBeLessThan(proofSize(Infinity, 3_500))
})

it.each([false, true])(
  'a request that arrives while the service stalls is answered (over TLS: %s)',
  async (isSecure) => {
    port = await paper.serve({
      root,
      connections: { sweep: 20 },
      reach: isSecure ? TLS : LOOPBACK_ONLY,
    })
    const headers = { Host: `127.0.0.1:${port}` }
    for (let count = 0; count < 2; count++) {
      const answer = sendRaw(port, { target: '/api/v1/time', isSecure, headers })
      // Accepted, then everything stands still; again once the handshake or the request has come.
      for (let stalls = 0; stalls < 4; stalls++) {
        await new Promise(setImmediate)
        stall(120)
      }
      expect((await answer).status).toBe(200)
    }
  },
)

it('a connection that was idle before the service stalled may go on', async () => {
  port = await paper.serve({ root, connections: { idle: 100 } })
  const idle = await openIdle(false)
  idle.write(`HEAD /big.bin HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`)
  stall(300)
  const [head] = (await once(idle, 'data')) as [Buffer]
  expect(head.toString()).toContain('200 OK')
})

/** The whole process, and so the service, does nothing for so many milliseconds. */
function stall(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

function signal() {
  let give = (): void => undefined
  const given = new Promise<void>((resolve) => (give = resolve))
  return { given, give: () => give() }
}
