import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

import type { RefusalBody } from '#contract/errors.ts'

import { jsonAnswer } from './answer.ts'
import { checkBounds } from './bounds.ts'
import { checkHost, checkOrigin } from './origin.ts'
import type { RawRequest } from './raw-request.ts'
import { refuse, type Report } from './refusal.ts'

type Settings = {
  /** The one origin that everything goes to. */
  upstream: string
  /** How many milliseconds it has for a whole answer. */
  patience: number
  report: Report
}

/** What signs and describes a request; cookies and the rest of a browser's headers stay here. */
const SENT = ['accept', 'apikey', 'authorization', 'content-type', 'idempotency-key', 'signature']
const RETURNED = [
  'Allow',
  'Content-Type',
  'Date',
  'Idempotent-Replayed',
  'Retry-After',
  'WWW-Authenticate',
]
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/**
 * Another service's API under this page's own origin, for services that answer no other origin.
 * Bytes and signature pass unchanged, so it needs no key. Each request is tried once, over a
 * connection of its own: on one used before nobody could tell whether a request had arrived.
 */
export function createRelay({ upstream, patience, report }: Settings) {
  const { protocol, hostname, port } = new URL(upstream)
  const open = protocol === 'https:' ? httpsRequest : httpRequest

  const forward = (request: RawRequest): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const outgoing = open({
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        method: request.method,
        path: request.target,
        headers: headersOf(request),
        agent: false,
        signal: AbortSignal.timeout(patience),
      })
      outgoing.once('response', resolve)
      outgoing.once('error', reject)
      outgoing.end(request.bytes)
    })

  return {
    async answer(request: RawRequest): Promise<Response> {
      try {
        checkBounds(request)
        checkHost(request)
        checkOrigin(request, new Set())
      } catch (error) {
        return refuse(error, 'relay', report)
      }
      try {
        const incoming = await forward(request)
        const status = incoming.statusCode ?? 0
        if (status >= 300 && status < 400) {
          incoming.destroy()
          return failed(`${upstream} answered with a redirection, which is not followed.`)
        }
        const body = await bytesOf(incoming)
        return jsonAnswer(status, body.length > 0 ? body : null, returned(incoming))
      } catch {
        return failed(`${upstream} gave no whole answer. What was sent may have been done.`)
      }
    },
  }
}

function headersOf(request: RawRequest): Record<string, string | number> {
  const sent = SENT.flatMap((name) => {
    const value = request.header(name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const length = request.bytes?.length ?? 0
  return { ...Object.fromEntries(sent), ...(length > 0 && { 'content-length': length }) }
}

function returned({ headers }: IncomingMessage): Record<string, string> {
  const kept = RETURNED.flatMap((name) => {
    const value = headers[name.toLowerCase()]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return Object.fromEntries(kept)
}

async function bytesOf(incoming: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES) throw new Error('The answer has no end.')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/** A 502: whoever sent an order has to take its outcome for unknown. */
function failed(sentence: string): Response {
  const body: RefusalBody = { error: 'upstream_failed', error_description: sentence }
  return jsonAnswer(502, JSON.stringify(body))
}
