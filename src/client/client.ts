import { type AnswerOf, type Endpoint, lineOf, type RequestOf } from '#contract/endpoint.ts'
import { readJson } from '#contract/json.ts'
import type { Instant } from '#contract/primitives.ts'
import { isUnreadable, read } from '#contract/read.ts'
import { openStream, type StreamEvent } from '#contract/stream.ts'
import { getTime, type ServerTime } from '#contract/system.ts'
import type { Credentials } from '#signing/credentials.ts'
import { sign } from '#signing/signature.ts'

import { ApiError, type Failure, failureOf } from './api-error.ts'
import type { Clock } from './clock.ts'
import type { DriftReport } from './drift.ts'
import { guarded } from './guarded.ts'
import { NotOffered, type Refusal } from '#dialects/dialect.ts'
import type { Prepared } from '#dialects/prepare.ts'
import { retryAfterOf } from './rate-limit.ts'
import { bodyOf } from './transport.ts'
import { contractFormat, type WireAnswer, type WireFormat } from '#dialects/wire-format.ts'

/** A request and its response, without secrets. */
export type Exchange = {
  prepared: Prepared
  /** HTTP status; `undefined` if no response came. */
  status: number | undefined
  sentAt: Instant | undefined
  receivedAt: Instant | undefined
}

/** Request of a call. A call of a dialect may need follow-up requests. */
export type Sent = { readonly endpoint: Endpoint; readonly isFollowUp: boolean }

export type ClientParts = {
  /** Origin with an optional path prefix. */
  baseUrl: string
  /** Not needed for public endpoints. */
  credentials?: Credentials | undefined
  fetch: (url: string, init: RequestInit, sent: Sent) => Promise<Response>
  /** Updated by every `GET /time`. */
  clock?: Clock | undefined
  drift?: DriftReport | undefined
  /** Called for every unsuccessful response. */
  onFailure?: ((error: ApiError) => void) | undefined
  onExchange?: ((exchange: Exchange) => void) | undefined
  /** True to send this write as text, although the browser may then deliver it more than once. */
  goesAsText?: ((endpoint: Endpoint) => boolean) | undefined
  /** Dialect of the service; the contract's own format by default. */
  format?: WireFormat | undefined
}

export type SendOptions = {
  signal?: AbortSignal
  idempotencyKey?: string
  /** Response to the same request, which was signed and sent already. */
  response?: Promise<Response> | undefined
  /** Called immediately before sending. A returned sentence cancels the request. */
  whyNot?: () => string | undefined
}

type FetchOptions = SendOptions & Pick<Sent, 'isFollowUp'>

export type Client = ReturnType<typeof createClient>

/** Encodes, signs, fetches once and decodes leniently. Every failure is an `ApiError`. */
export function createClient(parts: ClientParts) {
  const { baseUrl, credentials, clock, drift, format = contractFormat } = parts

  const prepare = <E extends Endpoint>(endpoint: E, request: RequestOf<E>): Prepared<E> => {
    try {
      return format.prepare(baseUrl, endpoint, request, credentials?.emptyForm ?? 'path?')
    } catch (cause) {
      if (!(cause instanceof NotOffered)) throw cause
      throw new ApiError({ kind: 'unsent', because: cause.message })
    }
  }

  /** Signs and sends exactly these bytes, once. */
  async function fetchOnce(
    prepared: Prepared,
    { signal, whyNot, isFollowUp, response, ...options }: FetchOptions,
  ): Promise<Response> {
    if (response && !isFollowUp) return response
    const { endpoint, method, url } = prepared
    const idempotencyKey = format.readsKeys === false ? undefined : options.idempotencyKey
    const authentication = await authHeaders(prepared, credentials).catch((cause: unknown) => {
      throw new ApiError({ kind: 'unsent' }, { cause })
    })
    const headers = { ...prepared.headers, ...authentication }
    if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey
    // Duplicates of a read, or of a write with an idempotency key, do no harm.
    const isHarmless = endpoint.method === 'GET' || idempotencyKey !== undefined
    const isText = isHarmless || parts.goesAsText?.(endpoint) === true
    const because = whyNot?.()
    if (because !== undefined) throw new ApiError({ kind: 'unsent', because })
    const init: RequestInit = {
      method,
      headers,
      ...bodyOf(prepared, { isText }),
      ...(signal && { signal }),
      credentials: 'omit',
      redirect: 'error',
      // A dialect's `default` lets the browser cache preflights. Public requests need none.
      cache: prepared.security === 'public' ? 'no-store' : (format.cache ?? 'no-store'),
      keepalive: false,
    }
    return parts.fetch(url, init, { endpoint, isFollowUp })
  }

  async function signAndFetch(
    prepared: Prepared,
    options: FetchOptions,
  ): Promise<WireAnswer & { status: number; sentAt: Instant | undefined }> {
    const sentAt = clock?.here()
    const report = (status: number | undefined) =>
      guarded(() => parts.onExchange?.({ prepared, status, sentAt, receivedAt: clock?.here() }))
    const { response, text } = await fetchOnce(prepared, options)
      .then(async (response) => ({ response, text: await answerText(response).catch(brokenOff) }))
      .catch((cause: unknown) => {
        if (cause instanceof ApiError) throw cause
        report(undefined)
        const isKnown = cause instanceof TooLarge || cause instanceof BrokenOff
        const because = isKnown ? { because: cause.message } : {}
        throw new ApiError({ kind: 'unreachable', ...because }, { cause })
      })
    const { status } = response
    report(status)

    const json = jsonOf(text)
    if (!response.ok) {
      const sentWait = retryAfterOf(status, response.headers, clock?.now())
      const refusal = format.refusal?.(prepared, status, json) ?? { status, json }
      const failure = failureOf(refusal.status, refusal.json, sentWait ?? refusal.retryAfter)
      const error = new ApiError(
        failure.kind === 'refused'
          ? { ...failure, ...dialectDetails(refusal, status, sentWait) }
          : failure,
      )
      guarded(() => parts.onFailure?.(error))
      throw error
    }
    return { text, json, status, sentAt }
  }

  /** Sends a prepared call once, exactly as it was shown to the user. */
  async function send<E extends Endpoint>(
    prepared: Prepared<E>,
    options: SendOptions = {},
  ): Promise<AnswerOf<E>> {
    const { endpoint } = prepared
    const { signal } = options
    let last: Awaited<ReturnType<typeof signAndFetch>> | undefined
    let isFollowUp = false
    const writes: Writes = { begun: false, done: false }
    const { json } = await format
      .answer(prepared, async (request) => {
        const isWrite = request.method !== 'GET'
        // After the first write, its follow-up writes are no longer held back by `whyNot`.
        const sendOptions = writes.begun ? { ...(signal && { signal }) } : options
        const sending = signAndFetch(request, { ...sendOptions, isFollowUp })
        isFollowUp = true
        writes.begun ||= isWrite
        last = await sending
        writes.done ||= isWrite
        return last
      })
      .catch((cause: unknown) => {
        throw errorAfterWrites(cause, endpoint, writes)
      })
    const answer = read(endpoint.response, json)
    if (json !== undefined) guarded(() => drift?.count(lineOf(endpoint), answer.drift))
    if (isUnreadable(answer.value)) {
      throw new ApiError({
        kind: 'unreadable',
        status: last?.status ?? 0,
        ...rawAnswer(endpoint, json),
      })
    }
    if (endpoint.name === getTime.name) {
      guarded(() => learnTime(clock, last?.sentAt, answer.value as ServerTime))
    }
    return answer.value as AnswerOf<E>
  }

  /** Reads a stream until it ends. Throws when it is refused, breaks or `signal` aborts it. */
  async function* events(
    request: RequestOf<typeof openStream>,
    signal: AbortSignal,
  ): AsyncGenerator<StreamEvent> {
    const prepared = prepare(openStream, request)
    const response = await fetchOnce(prepared, { signal, isFollowUp: false })
    const { status, ok, body, headers } = response
    const isStream = headers.get('content-type')?.startsWith('text/event-stream')
    if (!ok || !body || !isStream) {
      const json = jsonOf(await answerText(response))
      throw new ApiError(failureOf(status, json, retryAfterOf(status, headers, clock?.now())))
    }
    for await (const { name, data } of eventsIn(body)) {
      const { value } = read(openStream.response, { [name]: jsonOf(data) })
      if (!isUnreadable(value)) yield value
    }
  }

  return {
    prepare,
    send,
    events,
    call: async <E extends Endpoint>(
      endpoint: E,
      request: RequestOf<E>,
      options: SendOptions = {},
    ): Promise<AnswerOf<E>> => send(prepare(endpoint, request), options),
  }
}

/** Details that the dialect adds to a refusal. */
const dialectDetails = (
  { status, explanation, isWordless, retryAfter }: Refusal,
  answered: number,
  sentWait: number | undefined,
): Partial<Extract<Failure, { kind: 'refused' }>> => ({
  ...(status !== answered && { answered }),
  ...(explanation !== undefined && { explanation }),
  ...(isWordless && { description: '' }),
  ...(sentWait === undefined && retryAfter !== undefined && { isWaitAssumed: true }),
})

/** State of a call with several writes: one was sent, one succeeded. */
type Writes = { begun: boolean; done: boolean }

/**
 * Error of a failed call. After a write of several requests was partly executed, a refusal or an
 * unsent request must not be reported as if nothing had happened, so both become `unreadable`.
 */
function errorAfterWrites(cause: unknown, endpoint: Endpoint, { begun, done }: Writes): unknown {
  const isWrite = endpoint.writes !== undefined
  if (cause instanceof NotOffered) {
    const because = cause.message
    return new ApiError(
      isWrite && begun ? { kind: 'unreadable', status: 0, because } : { kind: 'unsent', because },
      { cause },
    )
  }
  if (!(cause instanceof ApiError) || !isWrite || !done) return cause
  const { kind } = cause.failure
  if (kind !== 'refused' && kind !== 'unsent') return cause
  const status = kind === 'refused' ? (cause.failure.answered ?? cause.failure.status) : 0
  const because = `Only a part of it was done. Then: ${cause.message}`
  return new ApiError({ kind: 'unreadable', status, because }, { cause })
}

/** JSON of an unreadable response, without secrets. */
function rawAnswer({ issues, secret }: Endpoint, json: unknown): { raw?: unknown } {
  if (json === undefined || issues !== undefined) return {}
  return { raw: secret === undefined ? json : withoutSecret(secret, json) }
}

/** Removes the secret at any depth: an unreadable response may have it anywhere. */
function withoutSecret(secret: string, json: unknown): unknown {
  if (Array.isArray(json)) return json.map((item) => withoutSecret(secret, item))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      name === secret ? '(removed)' : withoutSecret(secret, value),
    ]),
  )
}

/** Sends the token instead of a signature if the endpoint accepts both. */
async function authHeaders(
  { endpoint, security, signedText }: Prepared,
  credentials: Credentials | undefined,
): Promise<Record<string, string>> {
  if (security === 'public') return {}
  if (!credentials) throw new RangeError(`${lineOf(endpoint)} needs a key`)
  const { apiKey, key, token } = credentials
  if (security !== 'signed' && token) return { Authorization: `Bearer ${token}` }
  // The service itself refuses a request without its token.
  if (security === 'bearer') return {}
  return { APIKEY: apiKey, Signature: await sign(key, signedText) }
}

function jsonOf(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}

function learnTime(clock: Clock | undefined, sentAt: Instant | undefined, time: ServerTime): void {
  // Whole seconds are truncated: on average the service's clock is half a second ahead of them.
  const serverTime = time.server_time_ms ?? time.server_time + 500
  if (!clock || sentAt === undefined) return
  const precision = time.server_time_ms === undefined ? 1_000 : 1
  clock.sample({ sentAt, receivedAt: clock.here(), serverTime, precision })
}

/** Larger responses would freeze the page, and cannot come from a real service. */
export const MAX_ANSWER_BYTES = 8 * 1024 * 1024

class BrokenOff extends Error {}
class TooLarge extends Error {}

function brokenOff(cause: unknown): never {
  const isAbort =
    cause instanceof DOMException && (cause.name === 'AbortError' || cause.name === 'TimeoutError')
  if (isAbort || cause instanceof TooLarge) throw cause
  throw new BrokenOff('The connection broke before the response was complete.', { cause })
}

/**
 * Reads the body of a response as UTF-8. Stops and throws `TooLarge` beyond `MAX_ANSWER_BYTES`;
 * throws like `fetch` if the connection breaks.
 */
export async function answerText({ body }: Response): Promise<string> {
  if (!body) return ''
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > MAX_ANSWER_BYTES) {
      void reader.cancel().catch(() => undefined)
      throw new TooLarge('The response is larger than 8 MiB.')
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** An event as it arrives, before its data is read. */
type RawEvent = { readonly name: string; readonly data: string }

/** In characters. Longer events would freeze the page, and cannot come from a real service. */
const MAX_EVENT = 256 * 1024

/** Splits `text/event-stream` into events until it ends. Throws if an event is too long. */
export async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<RawEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      if (text.length > MAX_EVENT) throw new Error('An event of the stream is too long.')
      yield* blocks.map(eventOf)
    }
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

function eventOf(block: string): RawEvent {
  const fields = block.split('\n').map((line) => {
    const [name = '', ...value] = line.split(':')
    return [name, value.join(':').replace(/^ /, '')] as const
  })
  const of = (wanted: string) =>
    fields.flatMap(([name, value]) => (name === wanted ? [value] : [])).join('\n')
  return { name: of('event'), data: of('data') }
}
