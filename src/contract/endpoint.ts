import type * as z from 'zod/mini'

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

/** Signed, by bearer token, by either (a token counts alone), or open to all. */
export type Security = 'signed' | 'bearer' | 'bearer_or_signed' | 'public'

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
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** With `:name` for each path parameter. */
  readonly path: string
  readonly security: Security
  /** `null`: any valid signature will do. */
  readonly permission: Permission | null
  readonly params?: z.ZodMiniObject
  readonly query?: z.ZodMiniObject
  readonly body?: z.ZodMiniObject
  readonly status: 200 | 201 | 202
  /** Refuses what is wrong as `record_invalid`, in a query too, with this status. */
  readonly recordInvalid?: 400 | 422
  readonly response: z.ZodMiniType
  readonly reads?: readonly Area[]
  readonly writes?: readonly Area[]
  /** Limited by itself too, beside what a key may ask for in all. */
  readonly ownLimit?: 'lists'
  /** The secret member of the body that shows who sends it, where nothing else does. */
  readonly proof?: string
  /** The member of the answer that lets others in: shown once, kept nowhere. */
  readonly secret?: string
  /** Not in the spec: offered by the paper service, used only where it is advertised. */
  readonly extension?: true
}

type RequestParts = 'params' | 'query' | 'body'

/** The request as the program holds it: amounts are decimals, instants are milliseconds. */
export type RequestOf<E extends Endpoint> = {
  [P in RequestParts as E[P] extends z.ZodMiniType ? P : never]: z.output<NonNullable<E[P]>>
}

/** The answer as the service writes it: every member there. */
export type ResponseOf<E extends Endpoint> = z.output<E['response']>

/** The request line, which is also the endpoint's name in the cache and in the logs. */
export const lineOf = (endpoint: Pick<Endpoint, 'method' | 'path'>): string =>
  `${endpoint.method} ${endpoint.path}`

export const define = <const E extends Endpoint>(endpoint: E): E => endpoint
