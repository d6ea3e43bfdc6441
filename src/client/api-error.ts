import type { Attributes } from '#contract/sentences.ts'
import { refusalBody } from '#contract/errors.ts'
import type { Instant } from '#contract/primitives.ts'
import { isUnreadable, read } from '#contract/read.ts'

/** How a call ended badly. */
export type Failure =
  | {
      /** An answer in the service's error shape. */
      kind: 'refused'
      /** By which it is judged. */
      status: number
      /** The status of the answer, if its service means another one by it. */
      answered?: number
      code: string
      /** The text of the service; "" if it gave none. */
      description: string
      /** What it means and what to do, in our words. */
      explanation?: string
      /** Sentences by dotted path of the request. */
      attributes: Attributes
      /** Seconds until the service wants to be asked again. */
      retryAfter?: number | undefined
      /** The service named no time: this is how long services of its kind block. */
      isWaitAssumed?: true
    }
  /** It never left: it could not be signed, unless `because` says otherwise. */
  | { kind: 'unsent'; because?: string }
  /** No answer, or only a part of one. */
  | { kind: 'unreachable'; because?: string }
  /** Any other answer: the page of a proxy, or something of an unknown shape unless `because` says. */
  | {
      kind: 'unreadable'
      status: number
      because?: string
      /** The JSON of an answer that lacks what its entity needs; never with a secret. */
      raw?: unknown
      /** Seconds until it wants to be asked again: a proxy may name them as well. */
      retryAfter?: number
    }

/** An answer in which the service says no. */
export type RefusedError = ApiError & { readonly failure: Extract<Failure, { kind: 'refused' }> }

export const isRefused = (error: ApiError): error is RefusedError =>
  error.failure.kind === 'refused'

/** The one error of a call. What it means for a write is judged by `intents/outcome.ts`. */
export class ApiError extends Error {
  readonly failure: Failure

  constructor(failure: Failure, options?: ErrorOptions) {
    super(sentenceOf(failure), options)
    this.name = 'ApiError'
    this.failure = failure
  }
}

/**
 * Reads an answer that is no success. `json` is `undefined` when it could not be read;
 * `retryAfter` is in seconds.
 */
export function failureOf(status: number, json: unknown, retryAfter: number | undefined): Failure {
  const isObject = typeof json === 'object' && json !== null && 'error' in json
  const body = isObject ? read(refusalBody, json).value : undefined
  const again = retryAfter === undefined ? {} : { retryAfter }
  if (!body || isUnreadable(body) || body.error === '')
    return { kind: 'unreadable', status, ...again }
  return {
    kind: 'refused',
    status,
    code: body.error,
    // Some services put the sentence into `error`.
    description: body.error_description || body.error,
    attributes: isObject && 'error_attributes' in json ? attributesIn(json.error_attributes) : {},
    ...again,
  }
}

/** What `Retry-After` says in seconds: a number of them, or a date by the service's clock. */
export function secondsOf(retryAfter: string | null, now: Instant | undefined): number | undefined {
  if (retryAfter === null) return undefined
  if (/^\d{1,15}(\.\d{1,9})?$/.test(retryAfter)) return Math.ceil(Number(retryAfter))
  // A number of another shape would be read as a year.
  const at = /^[A-Z][a-z]{2},/.test(retryAfter) ? Date.parse(retryAfter) : Number.NaN
  return now === undefined || Number.isNaN(at)
    ? undefined
    : Math.max(0, Math.ceil((at - now) / 1_000))
}

/** Sentences by path as far as they can be told; `units[value]` is the path `units.value`. */
function attributesIn(json: unknown): Attributes {
  if (typeof json !== 'object' || json === null) return {}
  const sentences = Object.entries(json).map(([path, said]): [string, string[]] => [
    path.replaceAll('[', '.').replaceAll(']', ''),
    (Array.isArray(said) ? said : [said]).filter((one): one is string => typeof one === 'string'),
  ])
  return Object.fromEntries(sentences)
}

/** Longer would be no sentence; the service may send anything. */
const LONGEST = 300

/** What the service has said, as far as it is shown. */
export const cutWords = (said: string): string =>
  said.length <= LONGEST ? said : `${said.slice(0, LONGEST - 1)}…`

function sentenceOf(failure: Failure): string {
  if (failure.kind === 'refused') {
    return [cutWords(failure.description), failure.explanation].filter(Boolean).join(' ')
  }
  if (failure.kind === 'unsent') return failure.because ?? 'The request could not be signed.'
  if (failure.because !== undefined) return failure.because
  return failure.kind === 'unreachable'
    ? 'The service cannot be reached.'
    : `The service gave an answer that cannot be read (status ${failure.status}).`
}
