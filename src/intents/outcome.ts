import { ApiError, isRefused, type RefusedError } from '#client/api-error.ts'
import type { RefusalCode } from '#contract/errors.ts'

/**
 * Outcome of an intent. An unknown outcome is never called refused, and a request that never
 * left this browser is never said to have been refused by the service.
 */
export type Outcome =
  | { kind: 'sending' }
  /** `isFound`: no answer said so, reading the service did. */
  | {
      kind: 'placed'
      answer: unknown
      isFound?: true
      /** Entity made inside the returned entity, such as a deal of a bot. */
      made?: readonly MadeId[]
    }
  /** The service answered no: nothing was done. */
  | { kind: 'refused'; error: RefusedError }
  /** It never left this browser, and why, as a sentence. */
  | {
      kind: 'unsent'
      because: string
      /** Nothing but a pause that the service asked for stood in its way. */
      isPause?: true
    }
  | { kind: 'unknown'; error: ApiError }
  /** Sent once from here and done as often as there are ids: the browser or the network repeated it. */
  | { kind: 'duplicated'; ids: readonly MadeId[] }

/** Id of an entity: a number, or a UUID for a DCA bot. */
export type MadeId = number | string

/** Entities that an intent is known to have made. */
export function idsOf(outcome: Outcome): readonly MadeId[] {
  if (outcome.kind === 'duplicated') return outcome.ids
  if (outcome.kind !== 'placed') return []
  if (outcome.made) return outcome.made
  const { id } = outcome.answer as { id?: unknown }
  return typeof id === 'number' || typeof id === 'string' ? [id] : []
}

export type RefusedOutcome = Extract<Outcome, { kind: 'refused' }>

/** The service may have acted. */
export const mayHaveActed = ({ kind }: Pick<Outcome, 'kind'>): boolean =>
  kind !== 'refused' && kind !== 'unsent'

/** Statuses whose refusal, in the service's own shape, says that nothing was done. */
const SURE = new Set([400, 401, 403, 404, 405, 412, 413, 415, 421, 422])

/**
 * Meaning of a failed write. Only an answer in the service's error shape with a status that tells
 * for certain is a refusal; a lost connection, a timeout, 409, 429, a 5xx and a page of a proxy
 * leave open whether the order was taken.
 */
export function outcomeOfFailure(error: ApiError): Outcome {
  if (error.failure.kind === 'unsent') return { kind: 'unsent', because: error.message }
  return isRefused(error) && SURE.has(error.failure.status)
    ? { kind: 'refused', error }
    : { kind: 'unknown', error }
}

/** Refusals of whoever asks, or of how, whatever the thing that is asked about is like by now. */
const OF_THE_SENDER = new Set([401, 405, 413, 415, 421])
const DENIED: readonly string[] = ['access_denied', 'forbidden_origin'] satisfies RefusalCode[]
/** Refusals of what the body says. */
const OF_THE_BODY: readonly string[] = ['invalid_request', 'record_invalid'] satisfies RefusalCode[]

/** The refusal does not depend on the state of the entity. */
export const isOfRequest = ({ failure }: RefusedError, body: string): boolean =>
  OF_THE_SENDER.has(failure.status) ||
  DENIED.includes(failure.code) ||
  // A refused body names its field; without a body the refusal is about the entity's state.
  (body !== '' &&
    (OF_THE_BODY.includes(failure.code) || Object.keys(failure.attributes).length > 0))

/** Outcome of a request, with the raw response. */
export type Ended = { outcome: Outcome; said?: string; secret?: string }

/** Its sender is gone. */
export const abandoned = (): Outcome => ({
  kind: 'unknown',
  error: new ApiError({
    kind: 'unreachable',
    because: 'The page was closed or reloaded before an answer came.',
  }),
})

/** Outcome of a request without a response; also unknown after a defect of our own. */
export function endOfFailure(error: unknown): Ended {
  if (!(error instanceof ApiError)) {
    return { outcome: outcomeOfFailure(new ApiError({ kind: 'unreadable', status: 0 })) }
  }
  if (error.failure.kind !== 'unreadable' || error.failure.raw === undefined) {
    return { outcome: outcomeOfFailure(error) }
  }
  const { raw, ...failure } = error.failure
  return { outcome: outcomeOfFailure(new ApiError(failure)), said: JSON.stringify(raw, null, 2) }
}
