import { getRequestListener } from '@hono/node-server'
import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import { createSecureServer } from 'node:http2'
import type { Duplex } from 'node:stream'

import { type RefusalCode, REFUSALS } from '#contract/errors.ts'

import type { Health } from '../health.ts'
import { isMetricsRequest, type Metrics } from '../metrics.ts'
import { Problem } from '../problem.ts'
import { Refusal } from '../refusal.ts'
import { type Answer, responseOf } from './answer.ts'
import { type Crowd, limitConnections } from './connections.ts'
import {
  healthAnswer,
  isForService,
  isHealthCheck,
  rawRequestOf,
  sendAnswer,
} from './node-messages.ts'
import type { RawRequest } from './raw-request.ts'
import { headerOf, isLocal, LOOPBACK_ONLY, ownOriginOf, type Reach } from './reach.ts'
import { refuse, type Report } from './refusal.ts'
import { siteAt } from './site.ts'

type Parts = {
  service: { answer(request: RawRequest): Promise<Answer> }
  root: string
  connectTo: readonly string[]
  report: Report
  /** Requests until a connection is closed; 1,000 if omitted. */
  requestsOnOne?: number
  metrics?: Metrics
  /** This machine only if omitted. */
  reach?: Reach
  connections?: Partial<Crowd>
  health: () => Promise<Health>
}

const LIMITS = {
  maxHeaderSize: 8_192,
  // Node counts a stall of this process against the client; `limitConnections` does not.
  headersTimeout: 0,
  requestTimeout: 0,
  // Checked below, so that its refusal has a body.
  requireHostHeader: false,
}
const CONNECTIONS: Crowd = { near: 896, most: 1_024, each: 256, sweep: 500, idle: 5_000 }
/** In milliseconds: idle limit of a connection, above all of one that does not read its answer. */
const IDLE_MS = 60_000
const MAX_REQUESTS_ON_ONE = 1_000

export function createServer(parts: Parts): Server {
  const { service, root, connectTo, report, requestsOnOne = MAX_REQUESTS_ON_ONE } = parts
  const { connections, reach = LOOPBACK_ONLY } = parts
  const site = siteAt(root, connectTo, { isPublic: reach.publicOrigin?.startsWith('https:') })
  site.onError((error) => responseOf(refuse(error, 'a page', report)))
  const sendPage = getRequestListener((request) => site.fetch(request), {
    // A host or target that makes no URL; `site` never sees it.
    errorHandler: () => responseOf(refuse(unreadable(), 'no request', report)),
  })

  /** `undefined` for a page and its files. */
  async function answerTo(incoming: IncomingMessage): Promise<Answer | undefined> {
    // A host has no comma: two hosts have one.
    if ((headerOf(incoming, 'host') ?? ',').includes(',')) throw unreadable()
    if (isHealthCheck(incoming)) return healthAnswer(incoming, reach, await parts.health())
    if (parts.metrics && isMetricsRequest(incoming)) {
      if (isLocal(incoming, reach)) return parts.metrics.answer()
      throw new Refusal('not_found', 'There is nothing at this path.')
    }
    if (isForService(incoming)) {
      const request = await rawRequestOf(incoming, reach)
      const begun = performance.now()
      const answer = await service.answer(request)
      parts.metrics?.answered(
        answer.line ?? 'no endpoint',
        answer.status,
        (performance.now() - begun) / 1_000,
      )
      return answer
    }
    if (ownOriginOf(incoming, reach) !== undefined) return undefined
    throw misdirected()
  }

  async function listener(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    try {
      const answer = await answerTo(incoming)
      if (answer) sendAnswer(answer, outgoing)
      else await sendPage(incoming, outgoing)
    } catch (error) {
      sendAnswer(refuse(error, 'no request', report), outgoing)
    }
  }

  const server = reach.tls ? secureServer(reach.tls) : createHttpServer(LIMITS)
  server.on('request', (incoming, outgoing) => void listener(incoming, outgoing))
  // Ignores unknown expectations; Node's own refusal has no body.
  server.on('checkExpectation', (incoming, outgoing) => void listener(incoming, outgoing))
  server.timeout = IDLE_MS
  limitConnections(server, { ...CONNECTIONS, ...connections }, reach.proxies)
  server.maxRequestsPerSocket = requestsOnOne
  server.on('clientError', refuseUnreadable)
  return server
}

/** HTTP/2, because browsers stream a request body only there; other programs may use HTTP/1.1. */
function secureServer(tls: NonNullable<Reach['tls']>): Server {
  const server = createSecureServer({
    ...tls,
    allowHTTP1: true,
    settings: { maxConcurrentStreams: 100 },
  })
  // A browser that closes a connection is no failure.
  server.on('sessionError', () => undefined)
  return Object.assign(server as unknown as Server, LIMITS)
}

/** Listens, by default on this machine only. Throws `Problem` if it cannot. */
export function listen(
  server: Server,
  port: number,
  host: string = LOOPBACK_ONLY.host,
): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(portProblem(error, port, host)))
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

function portProblem(
  { code, message }: NodeJS.ErrnoException,
  port: number,
  host: string,
): Problem {
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new Problem(`This machine has no address ${host}; choose another with --host ADDRESS.`)
  }
  if (code === 'EADDRINUSE') {
    return new Problem(`Port ${port} is taken; end what uses it, or choose another with --port N.`)
  }
  if (code === 'EACCES') {
    return new Problem(`Port ${port} needs more rights; choose one above 1023 with --port N.`)
  }
  return new Problem(`Port ${port} cannot be opened (${message}); choose another with --port N.`)
}

/** Refuses bytes that are no HTTP, in plain bytes. */
function refuseUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const code: RefusalCode =
    error.code === 'HPE_HEADER_OVERFLOW' ? 'headers_too_large' : 'invalid_request'
  const body = JSON.stringify({ error: code, error_description: 'This is no request of ours.' })
  socket.end(
    [
      `HTTP/1.1 ${REFUSALS[code]} Refused`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

const unreadable = () => new Refusal('invalid_request', 'This is no request of ours.')

const misdirected = () =>
  new Refusal('misdirected_request', 'This service does not answer under that host name.')
