import { Refusal } from '../refusal.ts'
import type { RawRequest } from './raw-request.ts'
import { type Answer, jsonAnswer } from './answer.ts'

const METHODS = 'GET, POST, PATCH, DELETE'
const REQUEST_HEADERS = 'apikey, signature, authorization, content-type, idempotency-key, if-match'
const EXPOSED_HEADERS = 'ETag, Retry-After, RateLimit, RateLimit-Policy, Idempotent-Replayed'

/** A page that sends no `Origin`, as with a GET; other ports of this machine are same-site. */
const FOREIGN_SITES: ReadonlySet<string | undefined> = new Set(['cross-site', 'same-site'])

/** Throws if the host is none of this service. */
export function checkHost(request: RawRequest): void {
  if (request.ownOrigin === undefined) {
    throw new Refusal('misdirected_request', 'This service does not answer under that host name.')
  }
}

/** Throws for a page of another origin that is not allowed. */
export function checkOrigin(request: RawRequest, allowed: ReadonlySet<string>): void {
  const origin = request.header('origin')
  if (origin === undefined) {
    if (!FOREIGN_SITES.has(request.header('sec-fetch-site'))) return
  } else if (origin === request.ownOrigin || allowed.has(origin)) {
    return
  }
  throw new Refusal('forbidden_origin', 'Pages of that origin may not call this service.')
}

/** Headers that let an allowed page read the answer, including refusals. */
export function corsHeaders(
  request: RawRequest,
  allowed: ReadonlySet<string>,
): Record<string, string> {
  if (allowed.size === 0) return {}
  const origin = request.header('origin')
  if (origin === undefined || !allowed.has(origin)) return { Vary: 'Origin' }
  return {
    Vary: 'Origin',
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
  }
}

/** A browser's question before a call from another origin. */
export function isPreflight(request: RawRequest, allowed: ReadonlySet<string>): boolean {
  const origin = request.header('origin')
  return (
    request.method === 'OPTIONS' &&
    request.header('access-control-request-method') !== undefined &&
    origin !== undefined &&
    allowed.has(origin)
  )
}

export function preflightAnswer(): Answer {
  return jsonAnswer(204, null, {
    'Access-Control-Allow-Methods': METHODS,
    'Access-Control-Allow-Headers': REQUEST_HEADERS,
    'Access-Control-Max-Age': '600',
  })
}
