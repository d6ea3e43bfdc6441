import type { Endpoint } from '#contract/endpoint.ts'
import type { Instant } from '#contract/primitives.ts'
import { withoutRef } from '#contract/ref.ts'
import type { Asked } from '#dialects/prepare.ts'

import type { Outcome } from './outcome.ts'

export const PATIENCE = 20_000

/** Endpoint fields stored with an intent, among them the reads to repeat after it. */
export type Written = Pick<Endpoint, 'name' | 'method' | 'path' | 'security' | 'writes'>

export type Looked = {
  checks: number
  /** `undefined` while still reading. */
  endedAt: Instant | undefined
}

/** Setting that the service stores differently from the value sent. */
export type Difference = {
  about: string
  kept: string | number | boolean
  asked: string | number | boolean
  unit?: '%' | 's'
}

export type Kept = {
  differs: readonly Difference[]
  isReading?: true
  /** Reason, as a sentence, for settings that were not compared. */
  unverified?: string
}

export type Intent = {
  id: string
  endpoint: Written
  origin: string
  /** Path and query as sent, without signature, key or token. */
  target: string
  body: string
  /** Request in the contract's form, if the service uses another dialect. */
  asked?: Asked | undefined
  signed: string
  /** Headers as sent, without credentials. */
  headers: Readonly<Record<string, string>>
  sentAt: Instant
  /** Send time by the service's clock, once known, because the browser's clock may be changed. */
  serviceSentAt?: Instant | undefined
  /** Position in the order of sending; absent in old records. */
  turn?: number | undefined
  /** Mode shown by the page; absent in old records. */
  mode?: 'PAPER' | 'REAL' | undefined
  /** Last known price of the pair, as decimal text. */
  price?: string | undefined
  endedAt: Instant | undefined
  outcome: Outcome
  /** Successful response as JSON. */
  said?: string | undefined
  looked?: Looked | undefined
  /** Only for writes of settings; absent until known, and in old records. */
  kept?: Kept | undefined
  /** Time at which the trader marked an unknown outcome as resolved. */
  closedAt?: Instant | undefined
  /** Encrypted without an available key: only its state is known. */
  isSealed?: true
}

/** Its outcome is unknown, and the trader has not marked it as resolved. */
export const isOpen = ({ outcome, closedAt }: Intent): boolean =>
  outcome.kind === 'sending' || (outcome.kind === 'unknown' && closedAt === undefined)

/** Needs the trader's attention; a request under way does not. */
export const isUnknown = (intent: Intent): boolean =>
  isOpen(intent) && intent.outcome.kind === 'unknown'

/** Sent with an `Idempotency-Key`: a copy gets the first one's response. */
export const isKeyed = ({ headers }: Pick<Intent, 'headers'>): boolean =>
  'Idempotency-Key' in headers

/** Only reduces risk, so that it may be sent during a rate-limit pause. */
export const reducesRisk = ({ effect }: Pick<Endpoint, 'effect'>): boolean =>
  effect?.reducesRisk === true

/** Endpoint facts that decide whether a write may be sent now. */
export type Sendable = Pick<Endpoint, 'name' | 'effect'>

/** Identity of an order: all bytes except `ref:`, and the reviewed revision. */
export const dedupeKey = ({
  method,
  target,
  body,
  headers,
}: Pick<Intent, 'target' | 'body' | 'headers'> & { method: string }): string =>
  [method, target, withoutRef(body), headers['If-Match']].join(' ').trimEnd()

export const dedupeKeyOf = ({ endpoint, ...sent }: Intent): string =>
  dedupeKey({ ...sent, method: endpoint.method })
