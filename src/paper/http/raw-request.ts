import { Refusal } from '../refusal.ts'

/** A request as received, without decoding. */
export type RawRequest = {
  method: string
  /** Path and query exactly as sent: the signature covers these characters. */
  target: string
  header(name: string): string | undefined
  headerCount: number
  /** `undefined` if there were too many. */
  bytes: Uint8Array<ArrayBuffer> | undefined
  /** For counting failures: an IPv4 address, or the /64 of an IPv6 address. */
  address: string
  /** The service's origin that it was sent to; `undefined` for any other. */
  ownOrigin: string | undefined
  /** Sent on the service's own machine, past no proxy, and the service has no public origin. */
  isFromOwnMachine?: boolean
}

export const MAX_BODY_BYTES = 64 * 1024

export function splitTarget(target: string): { path: string; query: string } {
  const mark = target.indexOf('?')
  return mark === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}

const MAX_TARGET = 4_096
const MAX_HEADERS = 50
const MAX_PARAMETERS = 30
const PRINTABLE = /^[\x21-\x7e]+$/

/** Refuses oversized requests and invalid request lines before parsing. */
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
