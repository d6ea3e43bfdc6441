import type { IncomingMessage } from 'node:http'

import { Refusal } from '../refusal.ts'
import { MAX_BODY_BYTES, type RawRequest, splitTarget } from './raw-request.ts'

/** Also behind a prefix: a relayed service may have one. */
const API = /\/api(\/|$)/

/** Whether the service answers this, and not the dashboard's files. */
export function isForService({ url = '/', method = 'GET' }: IncomingMessage): boolean {
  const { path } = splitTarget(url)
  const isPage = method === 'GET' || method === 'HEAD'
  return !isPage || API.test(path)
}

/** The request as it came in. Rejects with a `Refusal` when the sender went away in the middle of it. */
export async function rawRequestOf(incoming: IncomingMessage): Promise<RawRequest> {
  const { method = 'GET', url = '/', headersDistinct, rawHeaders, socket } = incoming
  return {
    method,
    target: url,
    // One that is sent twice is the list that it stands for; node would drop some of them unseen.
    header: (name) => headersDistinct[name]?.join(', '),
    headerCount: rawHeaders.length / 2,
    bytes: await bytesOf(incoming),
    address: socket.remoteAddress ?? '',
    port: socket.localPort ?? 0,
  }
}

function bytesOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(incoming.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    return Promise.resolve(undefined)
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    incoming.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= MAX_BODY_BYTES) chunks.push(chunk)
      else resolve(undefined)
    })
    incoming.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    incoming.on('error', () => reject(wentAway()))
    incoming.on('close', () => reject(wentAway()))
  })
}

/** Nobody will read this; it is a refusal so that it is not taken for a failure of the service. */
const wentAway = () => new Refusal('invalid_request', 'The request ended before it was whole.')
