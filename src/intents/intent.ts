import type { Endpoint } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import { withoutRef } from '#contract/ref.ts'
import type { Asked } from '#dialects/prepare.ts'

import type { Outcome } from './outcome.ts'

/** Milliseconds until an answer counts as missing. */
export const PATIENCE = 20_000

/** Endpoint facts stored with an intent: its name and the reads to repeat after it. */
export type Written = Pick<Endpoint, 'name' | 'method' | 'path' | 'security' | 'writes'>

/** Evidence about an intent from reads of the service. */
export type Looked = {
  checks: number
  /** `undefined` while it goes on. */
  endedAt: Instant | undefined
}

/** A setting that the service keeps otherwise than it was sent. */
export type Difference = {
  about: string
  kept: string | number | boolean
  asked: string | number | boolean
  unit?: '%' | 's'
}

/** Comparison of an entity's settings with the settings sent. */
export type Kept = {
  /** Empty if none is known to differ. */
  differs: readonly Difference[]
  /** The entity is being read. */
  isReading?: true
  /** Reason that some or all were not compared, as a sentence. */
  unverified?: string
}

/** One thing the trader asked for: what was sent, byte for byte, and what became of it. */
export type Intent = {
  id: string
  endpoint: Written
  origin: string
  /** Path and query as sent; the signature, the key and the token are kept nowhere. */
  target: string
  body: string
  /** Request as the contract writes it, if the service uses another form. */
  asked?: Asked | undefined
  /** Signed text. */
  signed: string
  /** Headers as sent, without credentials. */
  headers: Readonly<Record<string, string>>
  sentAt: Instant
  /** Send time by the service's clock, once known: the browser's clock may be changed. */
  serviceSentAt?: Instant | undefined
  /** Its place among all that this browser has sent; one written down before that was kept has none. */
  turn?: number | undefined
  /** Mode shown by the page; absent in old records. */
  mode?: 'PAPER' | 'REAL' | undefined
  /** The last price that was known of its pair, as a decimal text. */
  price?: string | undefined
  endedAt: Instant | undefined
  outcome: Outcome
  /** The service's answer of success as JSON. */
  said?: string | undefined
  looked?: Looked | undefined
  /** Only for writes that change settings; absent until known, and in old records. */
  kept?: Kept | undefined
  /** When the trader laid an unknown outcome aside. */
  closedAt?: Instant | undefined
  /** The request is encrypted with a key that is not available: only its state is known. */
  isSealed?: true
}

/** Its outcome is unknown, and the trader has not marked it as resolved. */
export const isOpen = ({ outcome, closedAt }: Intent): boolean =>
  outcome.kind === 'sending' || (outcome.kind === 'unknown' && closedAt === undefined)

/** Needs the trader's attention; a request under way does not. */
export const isUnknown = (intent: Intent): boolean =>
  isOpen(intent) && intent.outcome.kind === 'unknown'

/** The service answers a copy of it as it has answered the first. */
export const isKeyed = ({ headers }: Pick<Intent, 'headers'>): boolean =>
  'Idempotency-Key' in headers

/**
 * Only reduces risk. Such a write may go out, by a deliberate press, while the
 * service asks for a pause.
 */
export const reducesRisk = ({ effect }: Pick<Endpoint, 'effect'>): boolean =>
  effect?.reducesRisk === true

/** Endpoint facts that decide whether a write may be sent now. */
export type Sendable = Pick<Endpoint, 'name' | 'effect'>

/**
 * Two requests with the same key are the same order: all bytes count but the `ref:` that tells them apart.
 * So does the reviewed revision: the service carries out at most one request per revision.
 */
export const dedupeKey = ({
  method,
  target,
  body,
  headers,
}: Pick<Intent, 'target' | 'body' | 'headers'> & { method: string }): string =>
  [method, target, withoutRef(body), headers['If-Match']].join(' ').trimEnd()

export const dedupeKeyOf = ({ endpoint, ...sent }: Intent): string =>
  dedupeKey({ ...sent, method: endpoint.method })
