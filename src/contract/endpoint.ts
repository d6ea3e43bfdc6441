import type * as z from 'zod/mini'

import type { Decimal } from '#money/decimal.ts'

import { withoutExtensions } from './extension.ts'
import type { Id, Instant } from './primitives.ts'
import type { AnswerIn, Parts, ReadOf } from './read.ts'

/** The named scopes of spec 5.4. */
export const PERMISSIONS = [
  'BOTS_READ',
  'BOTS_WRITE',
  'EXCHANGES_READ',
  'EXCHANGES_WRITE',
  'SMART_TRADES_READ',
  'SMART_TRADES_WRITE',
] as const
export type Permission = (typeof PERMISSIONS)[number]

/** The scopes that a key needs for an endpoint. */
export const permissionsFor = ({ permission }: Pick<Endpoint, 'permission'>) =>
  permission === 'every' ? PERMISSIONS : permission === null ? [] : [permission]

/** Signed, by bearer token, by either (a token counts alone), or open to all. */
type Security = 'signed' | 'bearer' | 'bearer_or_signed' | 'public'

/** What an answer tells about, and what a write makes out of date. */
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
  /** Its key in `api`; an extension is advertised under it. */
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** With `:name` for each path parameter. */
  readonly path: string
  readonly security: Security
  /** `null`: any valid signature will do. `every`: it hands out what may do everything. */
  readonly permission: Permission | 'every' | null
  readonly params?: z.ZodMiniObject
  readonly query?: z.ZodMiniObject
  readonly body?: z.ZodMiniObject
  /** The body is not in the spec: advertised under this name, and every request may go without one. */
  readonly bodyExtension?: string
  /** Takes JSON under any content type but a form's: some senders cannot choose theirs. */
  readonly takesText?: true
  /**
   * Query members that are not in the spec are sent only to a service that advertises this name. As
   * the spec has it, the query is `without` them.
   */
  readonly queryExtension?: { readonly name: string; readonly without: z.ZodMiniObject }
  readonly status: 200 | 201 | 202
  /** Refuses what is wrong as `record_invalid`, in a query too, with this status. */
  readonly recordInvalid?: 400 | 422
  readonly response: z.ZodMiniType
  /** Refused for what belongs to a futures account. */
  readonly spotOnly?: true
  /** A row whose stored record is damaged has an `id` and nothing else. */
  readonly listsUnreadable?: true
  readonly reads?: readonly Area[]
  readonly writes?: readonly Area[]
  /** What it hands out, or keeps beside the world; a request that does nothing else needs no effect. */
  readonly issues?: 'key' | 'token' | 'alert'
  /** Limited by itself too, beside what a key may ask for in all. */
  readonly ownLimit?: 'lists'
  /** The secret member of the body that shows who sends it, where nothing else does. */
  readonly proof?: string
  /** The member of the answer that lets others in: shown once, kept nowhere. */
  readonly secret?: string
  /** Not in the spec: offered by the paper service, used only where it is advertised. */
  readonly extension: boolean
  /** What a write does, and how one knows that it was done. */
  readonly effect?: Effect
}

type ReadShape = Endpoint & { readonly method: 'GET'; readonly writes?: never }
type IssueShape = Endpoint & { readonly issues: 'key' | 'token' | 'alert'; readonly writes?: never }
type WriteShape = Endpoint & { readonly writes: readonly Area[] }

/** An endpoint that an intent can be sent to. */
export type WriteEndpoint = Endpoint & { readonly effect: Effect }

type RequestParts = 'params' | 'query' | 'body'

/** The request as the program holds it: amounts are decimals, instants are milliseconds. */
export type RequestOf<E extends Endpoint> = {
  [P in Exclude<RequestParts, FreePart<E>> as E[P] extends z.ZodMiniType ? P : never]: z.output<
    NonNullable<E[P]>
  >
} & { [P in FreePart<E>]?: z.output<NonNullable<E[P]>> }

/** The part that a request may do without. */
type FreePart<E extends Endpoint> = E['bodyExtension'] extends string ? 'body' : never

const asSpecified = new WeakMap<Endpoint, Endpoint>()

/** An endpoint as the spec has it. */
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

/** The answer as the service writes it: every member there. */
export type ResponseOf<E extends Endpoint> = E['listsUnreadable'] extends true
  ? (RowIn<E> | Pick<RowIn<E>, 'id'>)[]
  : z.output<E['response']>

type RowIn<E extends Endpoint> =
  z.output<E['response']> extends (infer Row extends { id: unknown })[] ? Row : never

/** The request line, which is also the endpoint's name in the cache and in the logs. */
export const lineOf = (endpoint: Pick<Endpoint, 'method' | 'path'>): string =>
  `${endpoint.method} ${endpoint.path}`

/** A request as it was sent, read back as far as it can be read. */
export type AskedOf<E extends Endpoint> = {
  [P in RequestParts as E[P] extends z.ZodMiniType ? P : never]: Parts<
    z.output<Extract<E[P], z.ZodMiniType>>
  >
}

/** The answer as a page reads it. */
export type AnswerOf<E extends Endpoint> = AnswerIn<E['response']>

/** `reversible` needs no review, `costly` a review, `catastrophic` a typed phrase as well. */
type Risk = 'reversible' | 'costly' | 'catastrophic'

/** What a request is about; what is to be made has no id yet. */
export type Subject = {
  kind: 'SmartTrade' | 'grid bot' | 'DCA bot' | 'account' | 'mode'
  id?: number | string | undefined
  /** The account on which something is to be made. */
  account?: number | string | undefined
  pair?: string | undefined
  side?: string | undefined
  units?: Decimal | undefined
  mode?: string | undefined
}

type Unit = '%' | 's'

/** One setting: what an answer says of it, what was asked for, and the unit of both. */
export type Claim = readonly [about: string, said: unknown, asked: unknown, unit?: Unit | undefined]

/** Reads the thing that a write was about. */
export type StateReading<Asked = never> = {
  readonly kind: 'state'
  readonly endpoint: Endpoint
  readonly request: (asked: Asked) => unknown
  readonly claims: (answer: never, asked: Asked) => readonly Claim[]
}

/** When something was made, by the service's clock. */
export type Span = { from: Instant; to: Instant }

/** Reads the list in which what a write made stands. */
export type ListReading<Asked = never> = {
  readonly kind: 'list'
  readonly endpoint: Endpoint
  readonly request: (asked: Asked, span: Span, page: number) => unknown
  /** A page with as many rows is followed by another one. */
  readonly rowsPerPage?: number
  readonly madeAt: (row: never) => Instant | undefined
  /** Whether a row can be what was asked for. What it does not say speaks neither for nor against. */
  readonly isLike: (row: never, asked: Asked) => boolean
  /** The rows inside an answer that is no list. The answer to the write has them as well. */
  readonly rowsIn?: (answer: never) => readonly { id?: Id | undefined }[]
}

/** Compares the settings of an entity with those that a write has asked for. */
export type KeptReading<Asked = never> = {
  /** Reads the entity, for answers that do not tell its settings. */
  readonly endpoint: Endpoint
  readonly request: (id: never) => unknown
  /** Of members that were sent, never of statuses, fills or prices that the service works out. */
  readonly claims: (entity: never, asked: Asked) => readonly Claim[]
}

type Effect<Answer = never, Asked = never> = {
  /** "Stop a grid bot". */
  readonly title: string
  readonly risk: Risk
  /** Whether orders are placed, cancelled or filled by it. */
  readonly movesMoney: boolean
  /** It only ends what may lose money, so it may go out while the service asks for a pause. */
  readonly reducesRisk?: true
  readonly subject: (asked: Asked) => Subject
  readonly provenBy: {
    /** It was done only where the answer says each of these as it was asked for. */
    readonly answer: (answer: Answer, asked: Asked) => readonly Claim[]
    /** What tells later; without one, why no reading does. */
    readonly reading:
      | StateReading<Asked>
      | ListReading<Asked>
      | { readonly kind: 'none'; readonly because: string }
  }
  /** Of a write that sets what an entity is to be like. */
  readonly kept?: KeptReading<Asked>
}

/** The thing itself, by a request of its own. */
export const readingOf = <R extends Endpoint, Asked>(
  endpoint: R,
  request: (asked: Asked) => RequestOf<R>,
  claims: (answer: AnswerOf<R>, asked: Asked) => readonly Claim[],
): StateReading<Asked> => ({ kind: 'state', endpoint, request, claims })

type RowOf<R extends Endpoint> =
  R['response'] extends z.ZodMiniArray<infer Row> ? ReadOf<Row> : never

/** A list, whose rows are told apart by id. */
export const listingOf = <R extends Endpoint, Asked>(
  endpoint: R,
  listing: {
    request: (asked: Asked, span: Span, page: number) => RequestOf<R>
    rowsPerPage?: number
    madeAt: (row: RowOf<R>) => Instant | undefined
    isLike: (row: RowOf<R>, asked: Asked) => boolean
  },
): ListReading<Asked> => ({ kind: 'list', endpoint, ...listing })

/** A list inside a thing, whose rows are told apart by id: a write adds a row to it. */
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

/** A write without its effect is no endpoint. */
export function define<const E extends ReadShape>(endpoint: E): E
export function define<const E extends IssueShape>(endpoint: E): E
export function define<const E extends WriteShape>(
  endpoint: E,
  effect: Effect<AnswerOf<E>, AskedOf<E>>,
): E & { readonly effect: Effect }
export function define(endpoint: Endpoint, effect?: Effect): Endpoint {
  return effect ? { ...endpoint, effect } : endpoint
}

/** What a service does not tell speaks neither for nor against. */
export const isSame = (told: unknown, asked: unknown): boolean =>
  told === undefined || told === asked
