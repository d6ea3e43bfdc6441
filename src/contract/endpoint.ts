import type * as z from 'zod/mini'

import type { Decimal } from '#money/decimal.ts'

import { withoutExtensions } from './extension.ts'
import type { Id, Instant } from './primitives.ts'
import type { AnswerIn, Parts, ReadOf } from './read.ts'

/** Spec 5.4. */
export const PERMISSIONS = [
  'BOTS_READ',
  'BOTS_WRITE',
  'EXCHANGES_READ',
  'EXCHANGES_WRITE',
  'SMART_TRADES_READ',
  'SMART_TRADES_WRITE',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** Returns the permissions that an API key needs for an endpoint. */
export const permissionsFor = ({ permission }: Pick<Endpoint, 'permission'>) =>
  permission === 'every' ? PERMISSIONS : permission === null ? [] : [permission]

/** With `bearer_or_signed`, a token overrides the signature. */
type Security = 'signed' | 'bearer' | 'bearer_or_signed' | 'public'

/** Groups of cached data that an endpoint reads, or that a write invalidates. */
export type Area =
  | 'smart_trades'
  | 'grid_bots'
  | 'dca_bots'
  | 'balances'
  | 'exchanges'
  | 'history'
  | 'market'
  | 'mode'

export type Endpoint = {
  /** Key in `api`; also the name by which services advertise an extension. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Path parameters are written `:name`. */
  readonly path: string
  readonly security: Security
  /** `null`: any valid signature. `every`: grants full access, so the key needs all permissions. */
  readonly permission: Permission | 'every' | null
  readonly params?: z.ZodMiniObject
  readonly query?: z.ZodMiniObject
  readonly body?: z.ZodMiniObject
  /** The body is an extension advertised under this name, so it is optional. */
  readonly bodyExtension?: string
  /** Accepts JSON under any content type except a form's: some webhook senders can't set it. */
  readonly takesText?: true
  /** Query fields outside the spec, sent only if advertised. `without`: the spec's query. */
  readonly queryExtension?: { readonly name: string; readonly without: z.ZodMiniObject }
  readonly status: 200 | 201 | 202
  /** Answers invalid requests with `record_invalid` and this status, even for a query. */
  readonly recordInvalid?: 400 | 422
  readonly response: z.ZodMiniType
  readonly spotOnly?: true
  /** A row with a damaged record has only an `id`. */
  readonly listsUnreadable?: true
  readonly reads?: readonly Area[]
  readonly writes?: readonly Area[]
  /** Kind of record created outside the trading data; such a request has no `effect`. */
  readonly issues?: 'key' | 'token' | 'alert'
  /** Rate limit in addition to the key's overall limit. */
  readonly ownLimit?: 'lists'
  /** Answers with events, whose data `response` describes, until either side ends it. */
  readonly streams?: true
  /** Body field with the secret that authenticates a public request. */
  readonly proof?: string
  /** Response field with a secret: shown once, never stored. */
  readonly secret?: string
  /** Not in the spec. Used only if the service advertises it. */
  readonly extension?: true
  readonly effect?: Effect
}

type Read = { readonly method: 'GET' }
type ReadShape = Endpoint & Read & { readonly writes?: never }
type IssueShape = Endpoint & { readonly issues: 'key' | 'token' | 'alert'; readonly writes?: never }
type WriteShape = Endpoint & { readonly writes: readonly Area[] }

export type WriteEndpoint = Endpoint & { readonly effect: Effect }

type RequestParts = 'params' | 'query' | 'body'

/** A request in memory: decimals and epoch milliseconds. */
export type RequestOf<E extends Endpoint> = {
  [P in Exclude<RequestParts, FreePart<E>> as E[P] extends z.ZodMiniType ? P : never]: z.output<
    NonNullable<E[P]>
  >
} & { [P in FreePart<E>]?: z.output<NonNullable<E[P]>> }

type FreePart<E extends Endpoint> = E['bodyExtension'] extends string ? 'body' : never

const asSpecified = new WeakMap<Endpoint, Endpoint>()

/** Returns the endpoint as in the spec, without extensions. */
export function specified(endpoint: Endpoint): Endpoint {
  let found = asSpecified.get(endpoint)
  if (!found) {
    const { body, bodyExtension, query, queryExtension, ...rest } = endpoint
    found = {
      ...rest,
      response: withoutExtensions(endpoint.response),
      ...(body && bodyExtension === undefined && { body }),
      ...(query && { query: queryExtension?.without ?? query }),
    }
    asSpecified.set(endpoint, found)
  }
  return found
}

/** The response as sent by our service: all fields present. */
export type ResponseOf<E extends Endpoint> = E['listsUnreadable'] extends true
  ? (RowIn<E> | Pick<RowIn<E>, 'id'>)[]
  : z.output<E['response']>

type RowIn<E extends Endpoint> =
  z.output<E['response']> extends (infer Row extends { id: unknown })[] ? Row : never

export const lineOf = (endpoint: Pick<Endpoint, 'method' | 'path'>): string =>
  `${endpoint.method} ${endpoint.path}`

/** A stored request, read back as far as possible. */
export type AskedOf<E extends Endpoint> = {
  [P in RequestParts as E[P] extends z.ZodMiniType ? P : never]: Parts<
    z.output<Extract<E[P], z.ZodMiniType>>
  >
}

/** The response as read by a page. */
export type AnswerOf<E extends Endpoint> = AnswerIn<E['response']>

/** `reversible` needs no review, `costly` a review, `catastrophic` also a typed phrase. */
type Risk = 'reversible' | 'costly' | 'catastrophic'

/** Target of a write; without an id if it is yet to be created. */
export type Subject = {
  kind: 'SmartTrade' | 'grid bot' | 'DCA bot' | 'account' | 'mode'
  id?: number | string | undefined
  account?: number | string | undefined
  pair?: string | undefined
  side?: string | undefined
  units?: Decimal | undefined
  mode?: string | undefined
}

type Unit = '%' | 's'

/** Compares one value of a response with the request. */
export type Claim = readonly [about: string, said: unknown, asked: unknown, unit?: Unit | undefined]

/** Reads the item that a write changed. */
export type StateReading<Asked = never> = {
  readonly kind: 'state'
  readonly endpoint: Endpoint
  readonly request: (asked: Asked) => unknown
  readonly claims: (answer: never, asked: Asked) => readonly Claim[]
}

/** Range of possible creation times, in service time. */
export type Span = { from: Instant; to: Instant }

/** Reads the list that contains the created item. */
export type ListReading<Asked = never> = {
  readonly kind: 'list'
  readonly endpoint: Endpoint
  readonly request: (asked: Asked, span: Span, page: number) => unknown
  /** A full page means that another page follows. */
  readonly rowsPerPage?: number
  readonly madeAt: (row: never) => Instant | undefined
  /** Returns true unless the row contradicts the request. Missing fields don't count. */
  readonly isLike: (row: never, asked: Asked) => boolean
  /** Extracts the rows if they are nested in the response, also in the write's own response. */
  readonly rowsIn?: (answer: never) => readonly { id?: Id | undefined }[]
}

/** Compares an entity's settings with the requested ones. */
export type KeptReading<Asked = never> = {
  /** Fallback for responses without settings. */
  readonly endpoint: Endpoint
  readonly request: (id: never) => unknown
  /** Compares sent fields only, never status, fills or calculated prices. */
  readonly claims: (entity: never, asked: Asked) => readonly Claim[]
}

type Effect<Answer = never, Asked = never> = {
  readonly title: string
  readonly risk: Risk
  /** Places, cancels or fills orders. */
  readonly movesMoney: boolean
  /** Only reduces risk, so it is sent even while rate limited. */
  readonly reducesRisk?: true
  readonly subject: (asked: Asked) => Subject
  readonly provenBy: {
    /** The write is confirmed only if all these match. */
    readonly answer: (answer: Answer, asked: Asked) => readonly Claim[]
    /** Confirms the write later, or gives the reason that no read can. */
    readonly reading:
      | StateReading<Asked>
      | ListReading<Asked>
      | { readonly kind: 'none'; readonly because: string }
  }
  /** Set if the write defines an entity's settings. */
  readonly kept?: KeptReading<Asked>
}

/** Confirms a write by reading the item itself. */
export const readingOf = <R extends Endpoint, Asked>(
  endpoint: R,
  request: (asked: Asked) => RequestOf<R>,
  claims: (answer: AnswerOf<R>, asked: Asked) => readonly Claim[],
): StateReading<Asked> => ({ kind: 'state', endpoint, request, claims })

type RowOf<R extends Endpoint> =
  R['response'] extends z.ZodMiniArray<infer Row> ? ReadOf<Row> : never

/** Confirms a write by searching a list of items. */
export const listingOf = <R extends Endpoint, Asked>(
  endpoint: R,
  listing: {
    request: (asked: Asked, span: Span, page: number) => RequestOf<R>
    rowsPerPage?: number
    madeAt: (row: RowOf<R>) => Instant | undefined
    isLike: (row: RowOf<R>, asked: Asked) => boolean
  },
): ListReading<Asked> => ({ kind: 'list', endpoint, ...listing })

/** Confirms a write by searching rows nested in an item. */
export const listingIn = <R extends Endpoint, Asked, Row extends { id?: Id | undefined }>(
  endpoint: R,
  listing: {
    request: (asked: Asked) => RequestOf<R>
    rowsIn: (answer: AnswerOf<R>) => readonly Row[]
    madeAt: (row: Row) => Instant | undefined
    isLike: (row: Row, asked: Asked) => boolean
  },
): ListReading<Asked> => ({ kind: 'list', endpoint, ...listing })

export const keptIn = <R extends Endpoint, Asked>(
  endpoint: R,
  request: (id: never) => RequestOf<R>,
  claims: (entity: AnswerOf<R>, asked: Asked) => readonly Claim[],
): KeptReading<Asked> => ({ endpoint, request, claims })

type Defaulted = Pick<Endpoint, 'security' | 'status'>
type Declared<E extends Endpoint> = Omit<E, keyof Defaulted> & Partial<Defaulted>
type DeclaredRead = Omit<Declared<ReadShape>, 'method'> & Partial<Read>

type CautiousEffect = Pick<Effect, 'risk' | 'movesMoney'>
type DeclaredEffect<Answer = never, Asked = never> = Omit<
  Effect<Answer, Asked>,
  keyof CautiousEffect
> &
  Partial<CautiousEffect>

/**
 * Declares an endpoint. Writes must describe their effect. By default a request is a signed GET, a
 * POST is answered with 201 and others with 200, and a write is costly and moves money.
 */
export function define<const E extends DeclaredRead>(endpoint: E): E & Defaulted & Read
export function define<const E extends Declared<IssueShape>>(endpoint: E): E & Defaulted
export function define<const E extends Declared<WriteShape>>(
  endpoint: E,
  effect: DeclaredEffect<AnswerOf<E & Defaulted>, AskedOf<E & Defaulted>>,
): E & Defaulted & { readonly effect: Effect; readonly extension?: true }
export function define(
  declared: DeclaredRead | Declared<Endpoint>,
  declaredEffect?: DeclaredEffect,
): Endpoint {
  const status = declared.method === 'POST' ? 201 : 200
  const effect =
    declaredEffect && ({ risk: 'costly', movesMoney: true, ...declaredEffect } as const)
  return { method: 'GET', security: 'signed', status, ...declared, ...(effect && { effect }) }
}

/** Returns true if equal or not reported. */
export const isSameOrUnknown = (told: unknown, asked: unknown): boolean =>
  told === undefined || told === asked
