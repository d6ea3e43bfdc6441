import * as z from 'zod/mini'

import { type Endpoint, lineOf, type RequestOf } from '#contract/endpoint.ts'
import { writeJson } from '#contract/json.ts'
import { attributesOf } from '#contract/sentences.ts'
import { type EmptyForm, signedText } from '#signing/signature.ts'

/** A call in the contract's format: parameters and query as text, body as JSON. */
export type Call = {
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

/** A request exactly as shown in the review, signed and sent. */
export type Prepared<E extends Endpoint = Endpoint> = {
  endpoint: E
  method: E['method']
  /** Includes the base URL's path. */
  path: string
  /** Without "?"; may be "". */
  query: string
  /** Path and query. */
  target: string
  /** JSON; "" without a body. */
  body: string
  url: string
  security: Endpoint['security']
  signedText: string
  /** Without key, signature and token. */
  headers: Record<string, string>
  /** The call in the contract's format, if the service uses another. */
  asked?: Asked
  /** The response may differ from the stored entity, which is then read again. */
  readsBack?: true
  /** Later writes of the same call. */
  further?: readonly string[]
}

/** A call in the contract's format. */
export type Asked = { readonly target: string; readonly body: string }

/** Returns the call in the contract's format, whichever was sent. */
export const askedIn = ({ asked, target, body }: Asked & { asked?: Asked | undefined }): Asked =>
  asked ?? { target, body }

/** Prepares a request; path and query as browsers send them. Throws `RangeError` if invalid. */
export function prepareRequest<E extends Endpoint>(
  baseUrl: string,
  endpoint: E,
  request: RequestOf<E>,
  emptyForm: EmptyForm,
): Prepared<E> {
  const { params, query, body } = contractCall(endpoint, request)
  const written = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encode(params[name]))
  const search = queryText(query)
  const url = new URL(baseUrl.replace(/\/+$/, '') + written + (search === '' ? '' : `?${search}`))
  const text = endpoint.body && !isBodyOmitted(endpoint, body) ? writeJson(body) : ''
  const sent = { path: url.pathname, query: url.search.slice(1), body: text }
  return {
    endpoint,
    method: endpoint.method,
    ...sent,
    target: url.pathname + url.search,
    url: url.href,
    security: endpoint.security,
    signedText: signedText(sent.path, sent.query, sent.body, emptyForm),
    headers: {
      Accept: 'application/json',
      ...(text !== '' && { 'Content-Type': 'application/json' }),
    },
  }
}

/** Adds `If-Match`: the service refuses the request for any other revision. */
export const ofRevision = <P extends Prepared>(prepared: P, revision: number | undefined): P =>
  revision === undefined
    ? prepared
    : { ...prepared, headers: { ...prepared.headers, 'If-Match': `"${revision}"` } }

/** An empty optional body is omitted, as in the spec. */
const isBodyOmitted = (
  { bodyExtension }: Endpoint,
  body: Readonly<Record<string, unknown>>,
): boolean =>
  bodyExtension !== undefined && Object.values(body).every((value) => value === undefined)

/** Encodes a request as text and JSON. Throws `RangeError` if it is invalid. */
export function contractCall<E extends Endpoint>(endpoint: E, request: RequestOf<E>): Call {
  const { params, query, body } = request as Partial<Record<'params' | 'query' | 'body', unknown>>
  return {
    endpoint,
    params: textsOf(wireOf(endpoint, endpoint.params, params)),
    query: textsOf(wireOf(endpoint, endpoint.query, query)),
    body: wireOf(endpoint, endpoint.body, body),
  }
}

const textsOf = (wire: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(wire)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )

/** Sorted by name, so that equal requests have equal text. */
export const queryText = (wire: Record<string, unknown>): string =>
  Object.keys(wire)
    .filter((name) => wire[name] !== undefined)
    .toSorted()
    .map((name) => `${encode(name)}=${encode(wire[name])}`)
    .join('&')

const encode = (value: unknown): string => encodeURIComponent(String(value))

function wireOf(
  endpoint: Endpoint,
  schema: z.ZodMiniObject | undefined,
  value: unknown,
): Record<string, unknown> {
  if (!schema) return {}
  const written = z.safeEncode(schema, (value ?? {}) as never)
  if (written.success) return written.data
  const [path, sentences] = Object.entries(attributesOf(written.error))[0] ?? []
  throw new RangeError(`${lineOf(endpoint)} cannot be written: ${path} ${sentences?.join(' ')}`)
}
