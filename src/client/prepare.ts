import * as z from 'zod/mini'

import { type Endpoint, lineOf, type RequestOf } from '#contract/endpoint.ts'
import { writeJson } from '#contract/json.ts'
import { attributesOf } from '#contract/sentences.ts'
import { type EmptyForm, signedText } from '#signing/signature.ts'

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
  /** What the signature is made over. */
  signedText: string
  /** Without key, signature and token. */
  headers: Record<string, string>
}

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
  const { params, query, body } = request as Partial<Record<'params' | 'query' | 'body', unknown>>
  const segments = wireOf(endpoint, endpoint.params, params)
  const written = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encode(segments[name]))
  const search = queryText(wireOf(endpoint, endpoint.query, query))
  const url = new URL(baseUrl.replace(/\/+$/, '') + written + (search && `?${search}`))
  const text = endpoint.body ? writeJson(wireOf(endpoint, endpoint.body, body)) : ''
  const sent = { path: url.pathname, query: url.search.slice(1), body: text }
  return {
    endpoint,
    method: endpoint.method,
    ...sent,
    target: url.pathname + url.search,
    url: url.href,
    signedText: signedText(sent.path, sent.query, sent.body, emptyForm),
    headers: {
      Accept: 'application/json',
      ...(text !== '' && { 'Content-Type': 'application/json' }),
    },
  }
}

/** Sorted by name, so that the same request always has the same text. */
const queryText = (wire: Record<string, unknown>): string =>
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
