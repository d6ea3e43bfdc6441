import type { Attributes } from '#contract/sentences.ts'
import { refusalBody } from '#contract/errors.ts'
import type { Instant } from '#contract/primitives.ts'
import { isUnreadable, read } from '#contract/read.ts'

export type Failure =
  | {
      /** An error response in the service's documented shape. */
      kind: 'refused'
      /** HTTP status after translation by the dialect. */
      status: number
      /** HTTP status as sent, if it differs from `status`. */
      answered?: number
      code: string
      /** Text of the service; "" if it sent none. */
      description: string
      /** Our explanation of the refusal and advice. */
      explanation?: string
      /** Sentences by dotted path of the request. */
      attributes: Attributes
      /** Seconds. */
      retryAfter?: number | undefined
      /** `retryAfter` is the usual block of such services; this one sent no time. */
      isWaitAssumed?: true
    }
  /** The request was not sent. Without `because`: it could not be signed. */
  | { kind: 'unsent'; because?: string }
  /** No response, or only a part of one. */
  | { kind: 'unreachable'; because?: string }
  /** Any other response, such as a proxy's error page. */
  | {
      kind: 'unreadable'
      status: number
      because?: string
      /** JSON of the response without secrets. */
      raw?: unknown
      /** Seconds. Proxies send it too. */
      retryAfter?: number
    }

export type RefusedError = ApiError & { readonly failure: Extract<Failure, { kind: 'refused' }> }

export const isRefused = (error: ApiError): error is RefusedError =>
  error.failure.kind === 'refused'

/** Error of a failed call. `intents/outcome.ts` judges whether a failed write was executed. */
export class ApiError extends Error {
  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    super(sentenceOf(failure), options)
    this.name = 'ApiError'
    this.failure = failure
  }
}

/**
 * Interprets an unsuccessful response. `json` is `undefined` if the body is not JSON; `retryAfter`
 * is in seconds.
 */
export function failureOf(status: number, json: unknown, retryAfter: number | undefined): Failure {
  const isObject = typeof json === 'object' && json !== null && 'error' in json
  const body = isObject ? read(refusalBody, json).value : undefined
  const wait = retryAfter === undefined ? {} : { retryAfter }
  if (!body || isUnreadable(body) || body.error === '')
    return { kind: 'unreadable', status, ...wait }
  return {
    kind: 'refused',
    status,
    code: body.error,
    // Some services put the sentence into `error`.
    description: body.error_description || body.error,
    attributes: isObject && 'error_attributes' in json ? attributesIn(json.error_attributes) : {},
    ...wait,
  }
}

/** Parses `Retry-After` into seconds: a number, or a date by the service's clock (`now`). */
export function secondsOf(retryAfter: string | null, now: Instant | undefined): number | undefined {
  if (retryAfter === null) return undefined
  if (/^\d{1,15}(\.\d{1,9})?$/.test(retryAfter)) return Math.ceil(Number(retryAfter))
  // `Date.parse` would accept any other number as a year.
  const at = /^[A-Z][a-z]{2},/.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN
  return now === undefined || Number.isNaN(at)
    ? undefined
    : Math.max(0, Math.ceil((at - now) / 1_000))
}

/** Converts the path `units[value]` to `units.value` and drops everything that is not text. */
function attributesIn(json: unknown): Attributes {
  if (typeof json !== 'object' || json === null) return {}
  const sentences = Object.entries(json).map(([path, found]): [string, string[]] => [
    path.replaceAll('[', '.').replaceAll(']', ''),
    (Array.isArray(found) ? found : [found]).filter(
      (one): one is string => typeof one === 'string',
    ),
  ])
  return Object.fromEntries(sentences)
}

const MAX_SHOWN_CHARACTERS = 300

/** Cuts a text of the service, which may be of any length, to 300 characters. */
export const cutWords = (text: string): string =>
  text.length <= MAX_SHOWN_CHARACTERS ? text : `${text.slice(0, MAX_SHOWN_CHARACTERS - 1)}…`

function sentenceOf(failure: Failure): string {
  if (failure.kind === 'refused') {
    return [cutWords(failure.description), failure.explanation].filter(Boolean).join(' ')
  }
  if (failure.kind === 'unsent') return failure.because ?? 'The request could not be signed.'
  if (failure.because !== undefined) return failure.because
  return failure.kind === 'unreachable'
    ? 'The service cannot be reached.'
    : `The service sent a response that cannot be read (status ${failure.status}).`
}
