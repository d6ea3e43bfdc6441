import * as z from 'zod/mini'

import { type Endpoint, lineOf, type RequestOf } from '#contract/endpoint.ts'
import { writeJson } from '#contract/json.ts'
import { attributesOf } from '#contract/sentences.ts'
import { type EmptyForm, signedText } from '#signing/signature.ts'

/** A call as the contract writes it: path parameters and query as texts, the body as JSON. */
export type Call = {
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: Readonly<Record<string, unknown>>
}

/** A request as it will go out, byte for byte: what is shown, what is signed and what is sent. */
export type Prepared<E extends Endpoint = Endpoint> = {
  endpoint: E
  method: E['method']
  /** With the prefix of the base URL. */
  path: string
  /** Without the question mark; "" when there is none. */
  query: string
  /** Path and query. */
  target: string
  /** JSON text; "" when the request has no body. */
  body: string
  url: string
  /** How it shows who asks. */
  security: Endpoint['security']
  /** What the signature is made over. */
  signedText: string
  /** Without key, signature and token. */
  headers: Record<string, string>
  /** Target and body as the contract writes them, where the service takes them otherwise. */
  asked?: Asked
  /** Its answer may not be what is kept: the entity is read once more. */
  readsBack?: true
  /** Lines of the writes that follow its success, where the service needs more than one. */
  further?: readonly string[]
}

/** What a request asks for in the contract's own bytes. */
export type Asked = { readonly target: string; readonly body: string }

/** The bytes to read back what was asked for, whichever way it was sent. */
export const askedIn = ({ asked, target, body }: Asked & { asked?: Asked | undefined }): Asked =>
  asked ?? { target, body }

/**
 * Writes a request. Path and query are taken from the parsed URL, because that is what a browser
 * sends. Throws `RangeError` for a request that the contract cannot write, a caller's defect.
 */
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
  const text = endpoint.body && !isFree(endpoint, body) ? writeJson(body) : ''
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

/** The same for one revision of what it is about: the service refuses it for any other. */
export const ofRevision = <P extends Prepared>(prepared: P, revision: number | undefined): P =>
  revision === undefined
    ? prepared
    : { ...prepared, headers: { ...prepared.headers, 'If-Match': `"${revision}"` } }

/** A body of ours that asks for nothing is left out, as the spec has it. */
const isFree = ({ bodyExtension }: Endpoint, body: Readonly<Record<string, unknown>>): boolean =>
  bodyExtension !== undefined && Object.values(body).every((value) => value === undefined)

/**
 * The parts of a request as the contract writes them: amounts and instants as texts. Throws
 * `RangeError` for a request that the contract cannot write.
 */
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

/** Sorted by name, so that the same request always has the same text. */
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
