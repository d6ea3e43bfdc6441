import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ServerHttp2Stream } from 'node:http2'

import type { Health } from '../health.ts'
import { Refusal } from '../refusal.ts'
import { type Answer, type EventStream, jsonAnswer } from './answer.ts'
import {
  headerOf,
  isFromOwnMachine,
  isLocal,
  networkOf,
  ownOriginOf,
  type Reach,
  senderOf,
} from './reach.ts'
import { MAX_BODY_BYTES, type RawRequest, splitTarget } from './raw-request.ts'

/** In bytes: unread data at the close of a connection would discard the answer. */
const MOST_READ = 4 * 1024 * 1024

/** Also after a prefix, for a relayed service. */
const API = /\/api(\/|$)/

/** Returns true for the service, false for the dashboard's files. */
export function isForService({ url = '/', method = 'GET' }: IncomingMessage): boolean {
  const { path } = splitTarget(url)
  const isPage = method === 'GET' || method === 'HEAD'
  return !isPage || API.test(path)
}

/** The request as received. Rejects with a `Refusal` if the sender disconnects. */
export async function rawRequestOf(incoming: IncomingMessage, reach: Reach): Promise<RawRequest> {
  const { method = 'GET', url = '/', rawHeaders } = incoming
  // Read before the body: an HTTP/2 request loses its socket when the connection ends.
  const read = {
    address: networkOf(senderOf(incoming, reach)),
    ownOrigin: ownOriginOf(incoming, reach),
    isFromOwnMachine: isFromOwnMachine(incoming, reach),
  }
  return {
    ...read,
    method,
    target: url,
    header: (name) => headerOf(incoming, name),
    headerCount: rawHeaders.length / 2,
    bytes: await bytesOf(incoming),
  }
}

function bytesOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MAX_BODY_BYTES) chunks.push(chunk)
      else if (size > MOST_READ) resolve(undefined)
    })
    incoming.on('end', () =>
      resolve(size > MAX_BODY_BYTES ? undefined : new Uint8Array(Buffer.concat(chunks))),
    )
    incoming.on('error', () => reject(wentAway()))
    // A whole request has nothing left to read.
    incoming.on('close', () => incoming.complete || reject(wentAway()))
  })
}

/** A refusal, so that it is not reported as a failure; no client reads it. */
const wentAway = () => new Refusal('invalid_request', 'The request ended before it was whole.')

/** Avoids web objects, which cost more than all else in an answer of 300 kB. */
export function sendAnswer(answer: Answer, outgoing: ServerResponse): void {
  const { status, headers, body, stream } = answer
  // HTTP/2 has no such header.
  const { method, httpVersionMajor } = outgoing.req
  const { Connection: _, ...others } = headers
  const sent = httpVersionMajor === 2 ? others : headers
  if (stream) return sendStream({ ...answer, headers: sent }, stream, outgoing)
  if (body === null) {
    outgoing.writeHead(status, sent).end()
    return
  }
  const length = String(Buffer.byteLength(body))
  outgoing.writeHead(status, { ...sent, 'Content-Length': length })
  outgoing.end(method === 'HEAD' ? undefined : body)
}

function sendStream({ status, headers }: Answer, stream: EventStream, outgoing: ServerResponse) {
  // Over HTTP/2 other answers share the connection.
  const { stream: frames } = outgoing as { stream?: ServerHttp2Stream }
  outgoing.once('close', stream.close)
  // Not by `writeHead`, after which `isStream` could not read them.
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
  outgoing.writeHead(status)
  if (outgoing.req.method === 'HEAD' || (frames ?? outgoing).destroyed) {
    outgoing.end()
    return
  }
  outgoing.flushHeaders()
  stream.attach({
    write: (text) => void outgoing.write(text),
    isBehind: () => outgoing.writableLength >= outgoing.writableHighWaterMark,
    end: () => void outgoing.end(),
    drop: () => void (frames ?? outgoing).destroy(),
  })
}

export const isStream = (outgoing: ServerResponse): boolean =>
  outgoing.getHeader('Content-Type') === 'text/event-stream'

/** Outside the API and unsigned. */
export const isHealthCheck = ({ url = '/', method }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && HEALTH_PATHS.has(splitTarget(url).path)

const READY = '/ready'
const HEALTH_PATHS: ReadonlySet<string> = new Set(['/health', READY])

/**
 * Status for everybody, reasons for this machine only. `/health` is 200 while the process lives,
 * `/ready` while all worlds take orders.
 */
export function healthAnswer(incoming: IncomingMessage, reach: Reach, health: Health): Answer {
  const { details, ...short } = health
  const isMaking = details?.worlds.some(({ progress }) => progress !== null) === true
  const isUnready = short.status !== 'ok' || isMaking
  const status = isUnready && splitTarget(incoming.url ?? '').path === READY ? 503 : 200
  const body = isLocal(incoming, reach) ? { ...short, ...details } : short
  return jsonAnswer(status, JSON.stringify(body))
}
