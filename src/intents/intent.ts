import type { Endpoint } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import { withoutRef } from '#contract/ref.ts'
import type { Asked } from '#dialects/prepare.ts'

import type { Outcome } from './outcome.ts'

/** Milliseconds until an answer counts as missing. */
export const PATIENCE = 20_000

/** What of an endpoint is remembered with an intent: enough to name it and to read again after it. */
export type Written = Pick<Endpoint, 'name' | 'method' | 'path' | 'security' | 'writes'>

/** What reading the service has shown of an intent so far. */
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

/** How the settings of an entity compare with those that were sent. */
export type Kept = {
  /** Empty if none is known to differ. */
  differs: readonly Difference[]
  /** The entity is being read. */
  isReading?: true
  /** Why some or all were not compared, as a sentence. */
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
  /** The same as the contract writes it, where the service takes it otherwise. */
  asked?: Asked | undefined
  /** What the signature was made over. */
  signed: string
  /** As sent, without those that prove who asks. */
  headers: Readonly<Record<string, string>>
  sentAt: Instant
  /** The same by the service's clock, as soon as that was known: this browser's may be set anew. */
  serviceSentAt?: Instant | undefined
  /** Its place among all that this browser has sent; one written down before that was kept has none. */
  turn?: number | undefined
  /** What the page said would be traded; one written down before that was kept has none. */
  mode?: 'PAPER' | 'REAL' | undefined
  /** The last price that was known of its pair, as a decimal text. */
  price?: string | undefined
  endedAt: Instant | undefined
  outcome: Outcome
  /** The service's answer of success as JSON. */
  said?: string | undefined
  looked?: Looked | undefined
  /** Of a write that sets something; left out until it is known, and by earlier versions. */
  kept?: Kept | undefined
  /** When the trader laid an unknown outcome aside. */
  closedAt?: Instant | undefined
  /** What was sent lies encrypted under a key that is not here: no more is known of it than its state. */
  isSealed?: true
}

/** Nobody knows yet how it ended, and the trader has not marked it as resolved. */
export const isOpen = ({ outcome, closedAt }: Intent): boolean =>
  outcome.kind === 'sending' || (outcome.kind === 'unknown' && closedAt === undefined)

/** One that the trader should look at; what is just being sent ends by itself. */
export const isUnknown = (intent: Intent): boolean =>
  isOpen(intent) && intent.outcome.kind === 'unknown'

/** The service answers a copy of it as it has answered the first. */
export const isKeyed = ({ headers }: Pick<Intent, 'headers'>): boolean =>
  'Idempotency-Key' in headers

/**
 * Whether it only ends what may lose money. Such a write may go out, by a deliberate press, while the
 * service asks for a pause.
 */
export const reducesRisk = ({ effect }: Pick<Endpoint, 'effect'>): boolean =>
  effect?.reducesRisk === true

/** What of an endpoint decides whether it may be sent now. */
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
