import { ApiError, isRefused, type RefusedError } from '#client/api-error.ts'
import type { RefusalCode } from '#contract/errors.ts'

/** Outcome of an intent. Never "refused" if unknown or never sent. */
export type Outcome =
  | { kind: 'sending' }
  /** Shown by a read (`isFound`) or by the answer. */
  | {
      kind: 'placed'
      answer: unknown
      isFound?: true
      /** Entities created inside the returned entity, such as a deal of a bot. */
      made?: readonly MadeId[]
    }
  | { kind: 'refused'; error: RefusedError }
  /** Never sent, with the reason as a sentence. */
  | {
      kind: 'unsent'
      because: string
      /** Blocked only by the service's rate-limit pause. */
      isPause?: true
    }
  | { kind: 'unknown'; error: ApiError }
  /** Sent once from here, delivered as often as there are ids. */
  | { kind: 'duplicated'; ids: readonly MadeId[] }

/** Id of an entity: a number, or a UUID for a DCA bot. */
export type MadeId = number | string

export function idsOf(outcome: Outcome): readonly MadeId[] {
  if (outcome.kind === 'duplicated') return outcome.ids
  if (outcome.kind !== 'placed') return []
  if (outcome.made) return outcome.made
  const { id } = outcome.answer as { id?: unknown }
  return typeof id === 'number' || typeof id === 'string' ? [id] : []
}

export type RefusedOutcome = Extract<Outcome, { kind: 'refused' }>

export const mayHaveActed = ({ kind }: Pick<Outcome, 'kind'>): boolean =>
  kind !== 'refused' && kind !== 'unsent'

/** Statuses that mean "nothing was done", if the error has the service's own shape. */
const SURE = new Set([400, 401, 403, 404, 405, 412, 413, 415, 421, 422])

/** Refused only by the service's own error with a sure status; otherwise perhaps accepted. */
export function outcomeOfFailure(error: ApiError): Outcome {
  if (error.failure.kind === 'unsent') return { kind: 'unsent', because: error.message }
  return isRefused(error) && SURE.has(error.failure.status)
    ? { kind: 'refused', error }
    : { kind: 'unknown', error }
}

const OF_THE_SENDER = new Set([401, 405, 413, 415, 421])
const DENIED: readonly string[] = ['access_denied', 'forbidden_origin'] satisfies RefusalCode[]
const OF_THE_BODY: readonly string[] = ['invalid_request', 'record_invalid'] satisfies RefusalCode[]

/** The refusal does not depend on the state of the entity. */
export const isOfRequest = ({ failure }: RefusedError, body: string): boolean =>
  OF_THE_SENDER.has(failure.status) ||
  DENIED.includes(failure.code) ||
  // A refusal of the body names a field; otherwise it concerns the entity's state.
  (body !== '' &&
    (OF_THE_BODY.includes(failure.code) || Object.keys(failure.attributes).length > 0))

/** Outcome of a request, with the raw response. */
export type Ended = { outcome: Outcome; said?: string; secret?: string }

/** Outcome of a request whose tab was closed before the answer. */
export const abandoned = (): Outcome => ({
  kind: 'unknown',
  error: new ApiError({
    kind: 'unreachable',
    because: 'The page was closed or reloaded before an answer came.',
  }),
})

/** Outcome of a request without a response, or after a defect of our own. */
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
