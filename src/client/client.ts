import { type AnswerOf, type Endpoint, lineOf, type RequestOf } from '#contract/endpoint.ts'
import { readJson } from '#contract/json.ts'
import type { Instant } from '#contract/primitives.ts'
import { isUnreadable, read } from '#contract/read.ts'
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

/** One request and its answer as they passed, for whoever wants to watch; never a secret. */
export type Exchange = {
  prepared: Prepared
  /** `undefined` when no answer came. */
  status: number | undefined
  sentAt: Instant | undefined
  receivedAt: Instant | undefined
}

/** Which request goes out: of which call, and whether it is another one than the call's first. */
export type Sent = { readonly endpoint: Endpoint; readonly isFurther: boolean }

export type ClientParts = {
  /** With or without a path prefix. */
  baseUrl: string
  /** Left out for the public endpoints alone. */
  credentials?: Credentials | undefined
  fetch: (url: string, init: RequestInit, sent: Sent) => Promise<Response>
  /** Set right by every `GET /time` that passes. */
  clock?: Clock | undefined
  drift?: DriftReport | undefined
  /** Told of every answer that is no success. */
  onFailure?: ((error: ApiError) => void) | undefined
  onExchange?: ((exchange: Exchange) => void) | undefined
  /** Whether this write goes as text although a browser may then deliver it more than once. */
  goesAsText?: ((endpoint: Endpoint) => boolean) | undefined
  /** How the service writes the calls of the contract; as the contract does where it is left out. */
  format?: WireFormat | undefined
}

export type SendOptions = {
  signal?: AbortSignal
  idempotencyKey?: string
  /** Asked immediately before the request leaves: why it must not, as a sentence. */
  whyNot?: () => string | undefined
}

export type Client = ReturnType<typeof createClient>

/** Calls one service: encode, sign, one `fetch`, decode leniently; `ApiError` when it ends otherwise. */
export function createClient(parts: ClientParts) {
  const { baseUrl, credentials, clock, drift, format = contractFormat } = parts

  /** The request as it would be sent, without sending it. */
  const prepare = <E extends Endpoint>(endpoint: E, request: RequestOf<E>): Prepared<E> =>
    offered(() => format.prepare(baseUrl, endpoint, request, credentials?.emptyForm ?? 'path?'))

  /** Signs and sends exactly these bytes, once. */
  async function ask(
    prepared: Prepared,
    { signal, whyNot, isFurther, ...options }: SendOptions & Pick<Sent, 'isFurther'>,
  ): Promise<WireAnswer & { status: number; sentAt: Instant | undefined }> {
    const { endpoint, method, url } = prepared
    const idempotencyKey = format.readsKeys === false ? undefined : options.idempotencyKey
    const proof = await proofOf(prepared, credentials).catch((cause: unknown) => {
      throw new ApiError({ kind: 'unsent' }, { cause })
    })
    const headers = { ...prepared.headers, ...proof }
    if (idempotencyKey !== undefined) headers['Idempotency-Key'] = idempotencyKey

    const sentAt = clock?.here()
    const watch = (status: number | undefined) =>
      guarded(() => parts.onExchange?.({ prepared, status, sentAt, receivedAt: clock?.here() }))
    // What only reads, or is remembered by its key, may arrive more than once.
    const isHarmless = endpoint.method === 'GET' || idempotencyKey !== undefined
    const isText = isHarmless || parts.goesAsText?.(endpoint) === true
    const because = whyNot?.()
    if (because !== undefined) throw new ApiError({ kind: 'unsent', because })
    const answered = await parts
      .fetch(
        url,
        {
          method,
          headers,
          ...bodyOf(prepared, { isText }),
          ...(signal && { signal }),
          credentials: 'omit',
          redirect: 'error',
          // What needs no key needs no preflight.
          cache: prepared.security === 'public' ? 'no-store' : (format.cache ?? 'no-store'),
          keepalive: false,
        },
        { endpoint, isFurther },
      )
      .then(async (response) => ({ response, text: await answerText(response).catch(brokenOff) }))
      .catch((cause: unknown) => {
        watch(undefined)
        const isKnown = cause instanceof TooLarge || cause instanceof BrokenOff
        const because = isKnown ? { because: cause.message } : {}
        throw new ApiError({ kind: 'unreachable', ...because }, { cause })
      })
    const { response, text } = answered
    const { status } = response
    watch(status)

    const json = jsonOf(text)
    if (!response.ok) {
      const named = retryAfterOf(status, response.headers, clock?.now())
      const refusal = format.refusal?.(prepared, status, json) ?? { status, json }
      const failure = failureOf(refusal.status, refusal.json, named ?? refusal.retryAfter)
      const error = new ApiError(
        failure.kind === 'refused' ? { ...failure, ...readingOf(refusal, status, named) } : failure,
      )
      guarded(() => parts.onFailure?.(error))
      throw error
    }
    return { text, json, status, sentAt }
  }

  /** Carries a prepared call out, once: what was shown goes out byte for byte. */
  async function send<E extends Endpoint>(
    prepared: Prepared<E>,
    options: SendOptions = {},
  ): Promise<AnswerOf<E>> {
    const { endpoint } = prepared
    const { signal } = options
    let last: Awaited<ReturnType<typeof ask>> | undefined
    let isFurther = false
    const writes: Writes = { begun: false, done: false }
    const { json } = await format
      .answer(prepared, async (request) => {
        const isWrite = request.method !== 'GET'
        // Once the first write has left, nothing holds the ones back that belong to it.
        const held = writes.begun ? { ...(signal && { signal }) } : options
        const asking = ask(request, { ...held, isFurther })
        isFurther = true
        writes.begun ||= isWrite
        last = await asking
        writes.done ||= isWrite
        return last
      })
      .catch((cause: unknown) => {
        throw endOf(cause, endpoint, writes)
      })
    const answer = read(endpoint.response, json)
    if (json !== undefined) guarded(() => drift?.count(lineOf(endpoint), answer.drift))
    if (isUnreadable(answer.value)) {
      throw new ApiError({
        kind: 'unreadable',
        status: last?.status ?? 0,
        ...rawIn(endpoint, json),
      })
    }
    if (endpoint.name === getTime.name) {
      guarded(() => learnTime(clock, last?.sentAt, answer.value as ServerTime))
    }
    return answer.value as AnswerOf<E>
  }

  return {
    prepare,
    send,
    call: async <E extends Endpoint>(
      endpoint: E,
      request: RequestOf<E>,
      options: SendOptions = {},
    ): Promise<AnswerOf<E>> => send(prepare(endpoint, request), options),
  }
}

/** What a dialect makes of an answer, apart from what the answer says. */
const readingOf = (
  { status, explanation, isWordless, retryAfter }: Refusal,
  answered: number,
  named: number | undefined,
): Partial<Extract<Failure, { kind: 'refused' }>> => ({
  ...(status !== answered && { answered }),
  ...(explanation !== undefined && { explanation }),
  ...(isWordless && { description: '' }),
  ...(named === undefined && retryAfter !== undefined && { isWaitAssumed: true }),
})

/** Of the requests of one call that may change something: whether one was sent, and one carried out. */
type Writes = { begun: boolean; done: boolean }

/**
 * How a call ended that has failed. Once a part of a write was carried out, or may have been, nobody may
 * take the rest of it for all: that nothing was done, or that nothing has left.
 */
function endOf(cause: unknown, endpoint: Endpoint, { begun, done }: Writes): unknown {
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
  const because = `Only a part of it was done. After that: ${cause.message}`
  return new ApiError({ kind: 'unreadable', status, because }, { cause })
}

/** What the service has no request for was not sent. */
function offered<T>(prepare: () => T): T {
  try {
    return prepare()
  } catch (cause) {
    if (cause instanceof NotOffered) throw new ApiError({ kind: 'unsent', because: cause.message })
    throw cause
  }
}

/** The JSON of an answer that could not be read, without what lets others in. */
function rawIn({ issues, secret }: Endpoint, json: unknown): { raw?: unknown } {
  if (json === undefined || issues !== undefined) return {}
  return { raw: secret === undefined ? json : without(secret, json) }
}

/** At any depth: an answer that cannot be read may have the secret anywhere. */
function without(secret: string, json: unknown): unknown {
  if (Array.isArray(json)) return json.map((item) => without(secret, item))
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      name === secret ? '(kept nowhere)' : without(secret, value),
    ]),
  )
}

/** The headers that show who asks. A token counts alone where both are taken. */
async function proofOf(
  { endpoint, security, signedText }: Prepared,
  credentials: Credentials | undefined,
): Promise<Record<string, string>> {
  if (security === 'public') return {}
  if (!credentials) throw new RangeError(`${lineOf(endpoint)} needs a key`)
  const { apiKey, key, token } = credentials
  if (security !== 'signed' && token) return { Authorization: `Bearer ${token}` }
  // Without a token the service says itself that it misses one.
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
  // A service that tells whole seconds is on average half a second further.
  const serverTime = time.server_time_ms ?? time.server_time + 500
  if (!clock || sentAt === undefined) return
  const precision = time.server_time_ms === undefined ? 1_000 : 1
  clock.sample({ sentAt, receivedAt: clock.here(), serverTime, precision })
}

/** An answer larger than this comes from something that is not the service, or would block the page. */
export const ANSWER_BYTES = 8 * 1024 * 1024

/** A part of the answer came. */
class BrokenOff extends Error {}

function brokenOff(cause: unknown): never {
  const isOurs = cause instanceof TooLarge || isAbort(cause)
  throw isOurs ? cause : new BrokenOff('The service answered, but the answer broke off.', { cause })
}

const isAbort = (cause: unknown): boolean =>
  cause instanceof DOMException && (cause.name === 'AbortError' || cause.name === 'TimeoutError')

/** The answer went on beyond `ANSWER_BYTES`. */
export class TooLarge extends Error {}

/**
 * The body of an answer as text (UTF-8). Stops reading as soon as it is larger than `ANSWER_BYTES`
 * and throws `TooLarge`; throws what `fetch` throws when the connection breaks meanwhile.
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
    if (bytes > ANSWER_BYTES) {
      void reader.cancel().catch(() => undefined)
      throw new TooLarge('The answer is larger than 8 MiB.')
    }
    text += decoder.decode(value, { stream: true })
  }
}
