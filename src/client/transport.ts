import type { Prepared } from '#dialects/prepare.ts'

/**
 * What carries a write to a service, which decides whether it can be delivered more than once. A
 * browser sends a request again by itself when a connection that was used before breaks without an
 * answer: it did with text bodies, up to three times, and never with a stream, which it cannot
 * rewind.
 */
export const TRANSPORTS = [
  /** The service remembers what it was sent by `Idempotency-Key`: a copy does nothing. */
  'idempotency-key',
  /** The page's own address: paper service and relay close every connection after one request. */
  'own-address',
  /** Another service on this machine, by plain HTTP: text. */
  'this-machine',
  /** A stream over HTTP/2: delivered at most once. */
  'stream',
  /** A stream over HTTP/3, which was never measured. */
  'stream-unproven',
  /** Streams are refused: HTTP/1.1, or a service that wants to know the length. */
  'text-only',
  /** This browser has no streams as bodies. */
  'no-streams',
] as const
export type Transport = (typeof TRANSPORTS)[number]

/** Whether nothing keeps the browser from delivering an order more than once. */
export const canDuplicate = (transport: Transport | undefined): boolean =>
  transport === 'text-only' || transport === 'no-streams'

/** What the body of a request is in its `fetch`. The bytes are the same, and so is what is signed. */
export function bodyOf(
  { method, url, body }: Pick<Prepared, 'method' | 'url' | 'body'>,
  { isText }: { isText: boolean },
): Pick<RequestInit, 'body'> & { duplex?: 'half' } {
  const isStream = !isText && method !== 'GET' && isSecure(url) && takesStreams()
  if (isStream) return { body: streamOf(body), duplex: 'half' }
  return body === '' ? {} : { body }
}

/** What is known of the transport without asking the service. */
export function transportWithoutAsking(around: {
  baseUrl: string
  pageOrigin: string
  remembersKeys: boolean
}): Transport | undefined {
  const { baseUrl, pageOrigin, remembersKeys } = around
  if (remembersKeys) return 'idempotency-key'
  if (!isSecure(baseUrl)) {
    return new URL(baseUrl).origin === pageOrigin ? 'own-address' : 'this-machine'
  }
  return takesStreams() ? undefined : 'no-streams'
}

type Probe = {
  baseUrl: string
  /** Where a `POST` only reads; that of the contract where it is left out. */
  probePath?: string | undefined
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** The protocol of the last answer from there, where the browser tells it: "h2", "http/1.1". */
  protocolOf: (url: string) => string | undefined
}

/**
 * Asks a service whether it takes a stream, by an unsigned `POST` to a path that only reads.
 * `undefined` when it cannot be told: a rejection alone may also mean that the page may not read
 * the answer, so the same is asked as text.
 */
export async function probeTransport({
  baseUrl,
  probePath = '/api/v1/time',
  fetch,
  protocolOf,
}: Probe): Promise<Transport | undefined> {
  const url = baseUrl + probePath
  const post = (isText: boolean): Promise<number | undefined> =>
    fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      ...bodyOf({ method: 'POST', url, body: '{}' }, { isText }),
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
    }).then(
      ({ status }) => status,
      () => undefined,
    )
  const status = await post(false)
  if (status === LENGTH_REQUIRED) return 'text-only'
  if (status !== undefined) {
    return protocolOf(url)?.startsWith('h3') === true ? 'stream-unproven' : 'stream'
  }
  return (await post(true)) === undefined ? undefined : 'text-only'
}

const LENGTH_REQUIRED = 411

const isSecure = (url: string): boolean => url.startsWith('https:')

/** A body that a browser reads once and cannot send again; closed at once when there is none. */
const streamOf = (body: string): ReadableStream =>
  body === ''
    ? new ReadableStream({ start: (controller) => controller.close() })
    : new Blob([body]).stream()

let taken: boolean | undefined

/**
 * Whether this browser takes a stream as a body: one that does reads `duplex`, and one that does
 * not makes text of the stream, of a type of its own.
 */
export function takesStreams(): boolean {
  taken ??= readsDuplex()
  return taken
}

function readsDuplex(): boolean {
  let isRead = false as boolean
  const init = {
    method: 'POST',
    body: new ReadableStream(),
    get duplex() {
      isRead = true
      return 'half'
    },
  }
  try {
    const { headers } = new Request('https://request.invalid', init)
    return isRead && !headers.has('Content-Type')
  } catch {
    return false
  }
}
