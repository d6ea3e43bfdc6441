import type { Endpoint, Subject } from '#contract/endpoint.ts'
import { readJson } from '#contract/json.ts'
import type { Instant } from '#contract/primitives.ts'
import { readParts } from '#contract/read.ts'
import { withoutRef } from '#contract/ref.ts'
import { writeNamed } from '#contract/writes.ts'

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

/** Whether it makes something new, so that once more is one more; all else can be done twice. */
export const isMaking = ({ endpoint }: Pick<Intent, 'endpoint'>): boolean =>
  writeNamed(endpoint.name)?.effect.provenBy.reading.kind === 'list'

/**
 * Whether it only ends what may lose money. Such a write may go out, by a deliberate press, while the
 * service asks for a pause.
 */
export const reducesRisk = ({ name }: Pick<Endpoint, 'name'>): boolean =>
  writeNamed(name)?.effect.reducesRisk === true

/**
 * Whether a request would make another one on an account where nobody knows whether the earlier
 * intent has made one already.
 */
export const isInDoubtBy = (request: Pick<Intent, 'endpoint' | 'body'>, earlier: Intent): boolean =>
  isMaking(request) &&
  request.endpoint.name === earlier.endpoint.name &&
  isUnknown(earlier) &&
  (earlier.isSealed === true || accountOf(request) === accountOf(earlier))

type Sent = Pick<Intent, 'body' | 'endpoint'> & Partial<Pick<Intent, 'target'>>

type Asked = Record<'params' | 'query' | 'body', Record<string, unknown>>

/** What an intent asks for, read back from its bytes as far as it can be read. */
export function askedOf({ endpoint: { name, path: form }, target = '', body }: Sent): Asked {
  const { params, query, body: schema } = writeNamed(name) ?? {}
  const [path = '', search = ''] = target.split('?')
  // The target has the base URL's own prefix in front.
  const pattern = new RegExp(`${form.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  const named = Object.entries(pattern.exec(path)?.groups ?? {})
  const segments = Object.fromEntries(named.map(([key, part]) => [key, decodeURIComponent(part)]))
  const given = Object.fromEntries(new URLSearchParams(search))
  return {
    params: params ? readParts(params, segments) : {},
    query: query ? readParts(query, given) : {},
    body: schema && body !== '' ? readParts(schema, readJson(body)) : {},
  }
}

/** What an intent is about; `undefined` for one that cannot be read, or of a write there is no more. */
export const subjectOf = (intent: Sent): Subject | undefined =>
  writeNamed(intent.endpoint.name)?.effect.subject(askedOf(intent) as never)

/** The account that something is to be made on: by its number, or as DCA bots name it. */
export const accountOf = (sent: Sent): unknown => subjectOf(sent)?.account

/** What makes two requests the same order: all their bytes but the `ref:` that tells them apart. */
export const dedupeKey = ({
  method,
  target,
  body,
}: Pick<Intent, 'target' | 'body'> & { method: string }): string =>
  `${method} ${target} ${withoutRef(body)}`

export const dedupeKeyOf = ({ endpoint, target, body }: Intent): string =>
  dedupeKey({ method: endpoint.method, target, body })
