import type { IncomingMessage } from 'node:http'

import { Refusal } from '../refusal.ts'
import { ownOriginOf, type Reach, senderOf } from './reach.ts'

/** A request as received, without decoding. */
export type RawRequest = {
  method: string
  /** Path and query exactly as sent: the signature covers these characters. */
  target: string
  header(name: string): string | undefined
  headerCount: number
  /** `undefined`: it had more bytes than are read. */
  bytes: Uint8Array<ArrayBuffer> | undefined
  /** Who sent it. */
  address: string
  /** The origin that it was sent to; `undefined` where that is none of this service. */
  ownOrigin: string | undefined
}

const MAX_BODY_BYTES = 64 * 1024
/** What is still on its way when the answer closes the connection takes that answer with it. */
const MOST_READ = 4 * 1024 * 1024

type Target = { path: string; query: string }

export function splitTarget(target: string): Target {
  const mark = target.indexOf('?')
  return mark === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

/** Also behind a prefix: a relayed service may have one. */
const API = /\/api(\/|$)/

/** Whether the service answers this, and not the dashboard's files. */
export function isForService({ url = '/', method = 'GET' }: IncomingMessage): boolean {
  const { path } = splitTarget(url)
  const isPage = method === 'GET' || method === 'HEAD'
  return !isPage || API.test(path)
}

/** The request as it came in. Rejects with a `Refusal` when the sender went away in the middle of it. */
export async function rawRequestOf(incoming: IncomingMessage, reach: Reach): Promise<RawRequest> {
  const { method = 'GET', url = '/', headersDistinct, rawHeaders } = incoming
  return {
    method,
    target: url,
    // A repeated header is joined to a list; node would drop some of them silently.
    header: (name) => headersDistinct[name]?.join(', '),
    headerCount: rawHeaders.length / 2,
    bytes: await bytesOf(incoming),
    address: senderOf(incoming, reach),
    ownOrigin: ownOriginOf(incoming, reach),
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
    // Of a whole request nothing is left to read.
    incoming.on('close', () => incoming.complete || reject(wentAway()))
  })
}

/** No client reads this; a refusal is not reported as a failure of the service. */
const wentAway = () => new Refusal('invalid_request', 'The request ended before it was whole.')

const MAX_TARGET = 4_096
const MAX_HEADERS = 50
const MAX_PARAMETERS = 30
const PRINTABLE = /^[\x21-\x7e]+$/

/** Refuses oversized requests and invalid request lines before they are parsed. */
export function checkBounds({ target, headerCount, bytes }: RawRequest): void {
  if (target.length > MAX_TARGET) {
    throw new Refusal('uri_too_long', `A URL has at most ${MAX_TARGET} characters.`)
  }
  if (headerCount > MAX_HEADERS) {
    throw new Refusal('headers_too_large', `A request has at most ${MAX_HEADERS} headers.`)
  }
  if (bytes === undefined) {
    throw new Refusal('payload_too_large', `A body has at most ${MAX_BODY_BYTES} bytes.`)
  }
  if (!target.startsWith('/') || !PRINTABLE.test(target)) {
    throw new Refusal('invalid_request', 'Send a path in plain ASCII that starts with a slash.')
  }
  if (splitTarget(target).query.split('&').length > MAX_PARAMETERS) {
    throw new Refusal('invalid_request', `A query has at most ${MAX_PARAMETERS} parameters.`)
  }
}
