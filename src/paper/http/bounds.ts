import { Refusal } from '../refusal.ts'
import { MAX_BODY_BYTES, type RawRequest, splitTarget } from './raw-request.ts'

const MAX_TARGET = 4_096
const MAX_HEADERS = 50
const MAX_PARAMETERS = 30
const PRINTABLE = /^[\x21-\x7e]+$/

/** What is too big or not a proper request line is turned away before anything in it is read. */
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
