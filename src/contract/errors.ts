import * as z from 'zod/mini'

import { text } from './primitives.ts'

export type { Attributes } from './sentences.ts'

/** Error codes with their HTTP status. Not in the spec, which shows no error body. */
export const REFUSALS = {
  invalid_request: 400,
  record_invalid: 422,
  api_key_missing: 401,
  signature_missing: 401,
  api_key_invalid_or_expired: 401,
  signature_invalid: 401,
  token_missing: 401,
  token_invalid: 401,
  token_expired: 401,
  webhook_secret_invalid: 401,
  access_denied: 403,
  forbidden: 403,
  forbidden_origin: 403,
  not_found: 404,
  method_not_allowed: 405,
  idempotency_in_progress: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  uri_too_long: 414,
  unsupported_media_type: 415,
  ip_banned: 418,
  misdirected_request: 421,
  idempotency_key_reused: 422,
  unprocessable_entity: 422,
  rate_limited: 429,
  too_many_streams: 429,
  headers_too_large: 431,
  internal_error: 500,
  world_unavailable: 503,
} as const
export type RefusalCode = keyof typeof REFUSALS

/** Error body. Other services may send a sentence as `error`. */
export const refusalBody = z.object({
  error: text,
  error_description: z.optional(text),
  error_attributes: z.optional(z.record(text, z.array(text))),
})
export type RefusalBody = z.output<typeof refusalBody>
