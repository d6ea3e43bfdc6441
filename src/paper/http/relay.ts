import { type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

import type { RefusalBody } from '#contract/errors.ts'
import { openStream } from '#contract/stream.ts'

import { Refusal } from '../refusal.ts'
import { type Answer, jsonAnswer } from './answer.ts'
import { checkHost, checkOrigin } from './origin.ts'
import { checkBounds, type RawRequest, splitTarget } from './raw-request.ts'
import { refuse, type Report } from './refusal.ts'

type Settings = {
  /** The only destination. */
  upstream: string
  /** In milliseconds, for a whole answer. */
  patience: number
  report: Report
}

/** Headers that sign or describe a request; cookies and the rest stay here. */
const FORWARDED_HEADERS = [
  'accept',
  'apikey',
  'authorization',
  'content-type',
  // The mode of a request at other services.
  'forced-mode',
  'idempotency-key',
  'if-match',
  'signature',
]
const RETURNED = [
  'Allow',
  'Date',
  'ETag',
  'Idempotent-Replayed',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  // Other rate limit headers that the page reads.
  ...['RateLimit', 'X-RateLimit', 'X-Rate-Limit'].flatMap((prefix) =>
    ['Limit', 'Remaining', 'Reset'].map((name) => `${prefix}-${name}`),
  ),
]
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/**
 * Passes another service's API through, bytes and signature unchanged, so it needs no key. Sends
 * each request once on a new connection: on a reused one its arrival could be unknown.
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
      outgoing.once('upgrade', (incoming, socket) => {
        socket.destroy()
        resolve(incoming)
      })
      outgoing.once('error', reject)
      outgoing.once('close', () => reject(new Error('There was no answer.')))
      outgoing.end(request.bytes)
    })

  return {
    async answer(request: RawRequest): Promise<Answer> {
      try {
        checkBounds(request)
        checkHost(request)
        checkOrigin(request, new Set())
        if (isStreamRequest(request)) throw new Refusal('not_found', NO_STREAMS)
      } catch (error) {
        return refuse(error, 'relay', report)
      }
      try {
        const incoming = await forward(request)
        const status = incoming.statusCode ?? 0
        const isRedirection = status >= 300 && status < 400
        if (isRedirection || status < 200 || status > 599) {
          incoming.destroy()
          return failed(
            isRedirection
              ? `${upstream} answered with a redirection, which is not followed.`
              : `${upstream} answered ${status}, which is no status. What was sent may have been done.`,
          )
        }
        const body = await bytesOf(incoming)
        if (!isJson(body)) return unreadable(upstream, incoming)
        return jsonAnswer(status, body.length > 0 ? body : null, returned(incoming))
      } catch {
        return failed(`${upstream} gave no whole answer. What was sent may have been done.`)
      }
    },
  }
}

/** A relayed answer is sent whole, so a stream would last until its timeout. */
const isStreamRequest = ({ target }: RawRequest): boolean =>
  splitTarget(target).path.endsWith(openStream.path)

const NO_STREAMS = 'The relay passes on no streams.'

function headersOf(request: RawRequest): Record<string, string | number> {
  const sent = FORWARDED_HEADERS.flatMap((name) => {
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

/** Returns true if the page can read it, including an empty body. */
function isJson(body: Uint8Array): boolean {
  if (body.length === 0) return true
  try {
    JSON.parse(new TextDecoder().decode(body))
    return true
  } catch {
    return false
  }
}

/** Replaces a proxy's page. Only 429 keeps its status: others would say that nothing was done. */
function unreadable(upstream: string, incoming: IncomingMessage): Answer {
  const { statusCode: status = 0 } = incoming
  const isPause = status === 429 || status === 418
  return failed(
    `${upstream} answered ${status} with something that is not JSON. What was sent may have been done.`,
    isPause ? status : 502,
    returned(incoming),
  )
}

/** No such status counts as a refusal, so the sender treats the outcome as unknown. */
function failed(
  sentence: string,
  status = 502,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body: RefusalBody = { error: 'upstream_failed', error_description: sentence }
  return jsonAnswer(status, JSON.stringify(body), headers)
}
