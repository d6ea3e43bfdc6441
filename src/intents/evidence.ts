// Decides by an answer or a later read whether a write succeeded.

import { ApiError } from '#client/api-error.ts'
import type {
  Claim,
  Endpoint,
  ListReading,
  Span,
  StateReading,
  WriteEndpoint,
} from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import { isUnreadable, rawOf } from '#contract/read.ts'
import { writeNamed } from '#contract/writes.ts'

import { accountOf, askedOf } from './asked.ts'
import { type Intent, PATIENCE } from './intent.ts'
import { idsOf, type MadeId, type Outcome } from './outcome.ts'

export type Evidence = {
  endpoint: Endpoint
  request: (page: number) => unknown
  /** Full page size of a list: a page with this many rows has a successor. */
  rowsPerPage?: number | undefined
  /** `undefined` if the answer shows nothing new, which does not prove that nothing was done. */
  judge: (answer: unknown) => Outcome | undefined
  /** Entities of the other request and of this one could be mistaken for each other. */
  isAmbiguousWith?: (other: Intent) => boolean
}

export type Known = {
  claimed: ReadonlySet<MadeId>
  offers: (name: string) => boolean
  /** Service clock minus browser clock, in milliseconds. */
  offset: number
}

type Sent = Pick<Intent, 'body' | 'endpoint' | 'target' | 'asked'>

/** Outcome of a successful response: unknown unless it makes every claim of the endpoint. */
export function outcomeOfAnswer(answer: unknown, sent: Sent): Outcome {
  const provenBy = writeNamed(sent.endpoint.name)?.effect.provenBy
  const asked = askedOf(sent) as never
  const claims = provenBy?.answer(answer as never, asked)
  const doubt = errorNamedBy(answer) ?? (claims && doubtOf(claims))
  return doubt === undefined
    ? { kind: 'placed', answer, ...madeInAnswer(answer, asked, provenBy?.reading) }
    : { kind: 'unknown', error: new ApiError({ kind: 'unreadable', status: 0, because: doubt }) }
}

type Reading = WriteEndpoint['effect']['provenBy']['reading']

/** The newest row that matches the request, since the service answers right after creating it. */
function madeInAnswer(
  answer: unknown,
  asked: never,
  reading: Reading | undefined,
): { made?: readonly MadeId[] } {
  if (reading?.kind !== 'list' || !reading.rowsIn) return {}
  const alike = reading.rowsIn(answer as never).filter((row) => reading.isLike(row as never, asked))
  const newest = alike.at(-1)?.id
  return { made: newest === undefined ? [] : [newest] }
}

function errorNamedBy(answer: unknown): string | undefined {
  const raw = typeof answer === 'object' && answer !== null ? rawOf(answer) : undefined
  const named = typeof raw === 'object' && raw !== null && 'error' in raw ? raw.error : undefined
  if (isNoError(named)) return undefined
  return `The answer names an error${typeof named === 'string' ? `: ${named.slice(0, 100)}` : ''}.`
}

/** Some services send the error field in every answer. */
const isNoError = (named: unknown): boolean =>
  named === undefined ||
  named === null ||
  named === false ||
  named === '' ||
  (typeof named === 'object' && Object.keys(named).length === 0)

/** The first claim that the answer does not fulfil, in words. */
function doubtOf(claims: readonly Claim[]): string | undefined {
  for (const [about, said, asked] of claims) {
    if (said === undefined) return `The answer does not name the ${about}.`
    if (said !== asked) {
      return `The answer says “${about} ${shown(said)}”, requested was “${about} ${shown(asked)}”.`
    }
  }
  return undefined
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** `undefined` if no read would reveal the outcome. */
export function evidenceOf(intent: Intent, known: Known): Evidence | undefined {
  const reading = writeNamed(intent.endpoint.name)?.effect.provenBy.reading
  if (!reading || reading.kind === 'none' || intent.isSealed) return undefined
  if (reading.endpoint.extension && !known.offers(reading.endpoint.name)) return undefined
  return reading.kind === 'state' ? stateOf(reading, intent) : madeBy(reading, intent, known)
}

/** A read can reveal the outcome, given the extensions of the service. */
export const canTell = (intent: Intent, offers: Known['offers']): boolean =>
  evidenceOf(intent, { claimed: new Set(), offers, offset: 0 }) !== undefined

/** Judges by state: the write succeeded if the entity is as requested. */
function stateOf({ endpoint, request, claims }: StateReading, intent: Intent): Evidence {
  const asked = askedOf(intent) as never
  return {
    endpoint,
    request: () => request(asked),
    judge: (answer) =>
      doubtOf(claims(answer as never, asked)) === undefined
        ? { kind: 'placed', answer, isFound: true }
        : undefined,
  }
}

type Made = { id?: MadeId | undefined }

function madeBy(reading: ListReading, intent: Intent, { claimed, offset }: Known): Evidence {
  const { endpoint, rowsPerPage, madeAt, isLike, rowsIn } = reading
  const asked = askedOf(intent) as never
  const span = spanOf(intent, offset)
  const isMadeThen = (at: Instant | undefined) =>
    at === undefined || (at >= span.from && at <= span.to)
  return {
    endpoint,
    rowsPerPage,
    request: (page) => reading.request(asked, span, page),
    judge: (answer) =>
      outcomeOf(
        intent.outcome,
        (rowsIn ? rowsIn(answer as never) : (answer as Made[])).filter(
          (row) =>
            // An unreadable entity proves nothing.
            !isUnreadable(row) &&
            row.id !== undefined &&
            !claimed.has(row.id) &&
            isMadeThen(madeAt(row as never)) &&
            isLike(row as never, asked),
        ),
        rowsIn && answer,
      ),
    isAmbiguousWith(other) {
      if (other.endpoint.name !== intent.endpoint.name || other.isSealed) return false
      const askedThere = askedOf(other)
      // The request contains each field that is compared with the entity.
      const isAlike = rowsIn ? intent.body === other.body : isLike(askedThere.body as never, asked)
      return isAlike && accountOf(other) === accountOf(intent)
    },
  }
}

/** In milliseconds; maximum error of the known clock offset. */
const TOLERANCE = 10_000
/** In milliseconds; a request may arrive this long after its timeout. */
const LATE = 120_000

/** Time span, by the service's clock, in which the entity was created. */
function spanOf({ sentAt, serviceSentAt, endedAt, outcome }: Intent, offset: number): Span {
  const sent = serviceSentAt ?? sentAt + offset
  const isAnswered =
    outcome.kind === 'refused' || (outcome.kind === 'placed' && outcome.isFound !== true)
  const answeredAfter = Math.min(Math.max((endedAt ?? sentAt) - sentAt, 0), PATIENCE)
  return {
    from: sent - TOLERANCE,
    to: sent + (isAnswered ? answeredAfter + TOLERANCE : PATIENCE + LATE),
  }
}

/** Every copy counts, including those of earlier reads and of the answer. */
function outcomeOf(
  outcome: Outcome,
  found: readonly Made[],
  holder?: unknown,
): Outcome | undefined {
  const known = idsOf(outcome)
  const ids = [...new Set([...known, ...found.flatMap(({ id }) => id ?? [])])]
  if (ids.length > 1) {
    if (ids.length === known.length) return undefined
    return { kind: 'duplicated', ids: ids.toSorted((a, b) => (a < b ? -1 : 1)) }
  }
  // A placed intent must find exactly its own entity.
  if (outcome.kind === 'placed' || ids.length === 0) return undefined
  if (holder !== undefined) return { kind: 'placed', answer: holder, isFound: true, made: ids }
  return { kind: 'placed', answer: found[0], isFound: true }
}
