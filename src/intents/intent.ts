import { createDcaBot } from '#contract/dca-bots.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { createGridBot, stopGridBot } from '#contract/grid-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import { cancelSmartTrade, closeSmartTrade, createSmartTrade } from '#contract/smart-trades.ts'

import type { Outcome } from './outcome.ts'
import { withoutRef } from './ref.ts'

/** What of an endpoint is remembered with an intent: enough to name it and to read again after it. */
export type Written = Pick<Endpoint, 'name' | 'method' | 'path' | 'security' | 'writes'>

/** What reading the service has shown of an intent so far. */
export type Looked = {
  checks: number
  /** `undefined` while it goes on. */
  endedAt: Instant | undefined
}

/** One thing the trader asked for: what was sent, byte for byte, and what became of it. */
export type Intent = {
  id: string
  endpoint: Written
  origin: string
  /** Path and query as sent; the signature, the key and the token are kept nowhere. */
  target: string
  body: string
  /** What the signature was made over. */
  signed: string
  /** As sent, without those that prove who asks. */
  headers: Readonly<Record<string, string>>
  sentAt: Instant
  /** What the page said would be traded; one written down before that was kept has none. */
  mode?: 'PAPER' | 'REAL' | undefined
  /** The last price that was known of its pair, as a decimal text. */
  price?: string | undefined
  endedAt: Instant | undefined
  outcome: Outcome
  /** The service's answer of success as JSON. */
  said?: string | undefined
  looked?: Looked | undefined
  /** When the trader laid an unknown outcome aside. */
  closedAt?: Instant | undefined
  /** What was sent lies encrypted under a key that is not here: no more is known of it than its state. */
  isSealed?: true
}

/** Nobody knows yet how it ended, and the trader has not laid it aside. */
export const isOpen = ({ outcome, closedAt }: Intent): boolean =>
  outcome.kind === 'sending' || (outcome.kind === 'unknown' && closedAt === undefined)

/** One that the trader should look at; what is just being sent ends by itself. */
export const isUnknown = (intent: Intent): boolean =>
  isOpen(intent) && intent.outcome.kind === 'unknown'

/** Whether it makes something new, so that once more is one more; all else can be done twice. */
export const isMaking = ({ endpoint }: Pick<Intent, 'endpoint'>): boolean =>
  MAKERS.has(endpoint.name)

/**
 * Whether it only ends what may lose money. Such a write may go out, by a deliberate press, while the
 * service asks for a pause.
 */
export const reducesRisk = ({ name }: Pick<Endpoint, 'name'>): boolean => RISK_REDUCING.has(name)

const RISK_REDUCING = new Set<string>([
  stopGridBot.name,
  'stopDcaBot',
  closeSmartTrade.name,
  cancelSmartTrade.name,
])

const MAKERS = new Set<string>([createSmartTrade.name, createGridBot.name, createDcaBot.name])

/**
 * Whether a request would make another one on an account where nobody knows whether the earlier
 * intent has made one already.
 */
export const isInDoubtBy = (request: Pick<Intent, 'endpoint' | 'body'>, earlier: Intent): boolean =>
  isMaking(request) &&
  request.endpoint.name === earlier.endpoint.name &&
  isUnknown(earlier) &&
  (earlier.isSealed === true || accountOf(request) === accountOf(earlier))

/** The account that something is to be made on: by its number, or as DCA bots name it. */
export function accountOf({ body }: Pick<Intent, 'body'>): unknown {
  if (body === '') return undefined
  const asked = JSON.parse(body) as { account_id?: unknown; connection_id?: unknown }
  return asked.account_id ?? asked.connection_id
}

/** What makes two requests the same order: all their bytes but the `ref:` that tells them apart. */
export const sameness = ({
  method,
  target,
  body,
}: Pick<Intent, 'target' | 'body'> & { method: string }): string =>
  `${method} ${target} ${withoutRef(body)}`

export const samenessOf = ({ endpoint, target, body }: Intent): string =>
  sameness({ method: endpoint.method, target, body })
