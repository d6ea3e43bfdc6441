import type { Prepared } from '#dialects/prepare.ts'

/**
 * Ways to send a write. Browsers silently resend a request, up to three times, when a reused
 * connection breaks without a response; never a stream, because it cannot be rewound.
 */
export const TRANSPORTS = [
  /** The service ignores copies with the same `Idempotency-Key`. */
  'idempotency-key',
  /** The page's own origin: paper service and relay close every connection after one request. */
  'own-address',
  /** Another service on this machine: text over plain HTTP. */
  'this-machine',
  /** A stream over HTTP/2: delivered at most once. */
  'stream',
  /** A stream over HTTP/3: not measured. */
  'stream-unproven',
  /** Streams are refused: HTTP/1.1, or a service that requires a length. */
  'text-only',
  /** The browser does not support request streams. */
  'no-streams',
] as const
export type Transport = (typeof TRANSPORTS)[number]

/** True if the browser may deliver an order more than once. */
export const canDuplicate = (transport: Transport | undefined): boolean =>
  transport === 'text-only' || transport === 'no-streams'

/** Body for `fetch`: a stream over https unless `isText`. Bytes and signature do not differ. */
export function bodyOf(
  { method, url, body }: Pick<Prepared, 'method' | 'url' | 'body'>,
  { isText }: { isText: boolean },
): Pick<RequestInit, 'body'> & { duplex?: 'half' } {
  const isStream = !isText && method !== 'GET' && isSecure(url) && takesStreams()
  if (isStream) return { body: streamOf(body), duplex: 'half' }
  return body === '' ? {} : { body }
}

/** Transport as far as it is known without probing the service. */
export function transportWithoutAsking({
  baseUrl,
  pageOrigin,
  remembersKeys,
}: {
  baseUrl: string
  pageOrigin: string
  remembersKeys: boolean
}): Transport | undefined {
  if (remembersKeys) return 'idempotency-key'
  if (!isSecure(baseUrl)) {
    return new URL(baseUrl).origin === pageOrigin ? 'own-address' : 'this-machine'
  }
  return takesStreams() ? undefined : 'no-streams'
}

type Probe = {
  baseUrl: string
  /** Path where a `POST` changes nothing. */
  probePath?: string | undefined
  fetch: (url: string, init: RequestInit) => Promise<Response>
  /** Protocol of the last response from a URL, such as "h2", if the browser reveals it. */
  protocolOf: (url: string) => string | undefined
}

/**
 * Tests with an unsigned `POST` whether a service accepts a stream. A rejection may also come from
 * CORS, so the request is repeated as text; `undefined` if that is rejected too.
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
  // 411: Length Required.
  if (status === 411) return 'text-only'
  if (status !== undefined) {
    return protocolOf(url)?.startsWith('h3') === true ? 'stream-unproven' : 'stream'
  }
  return (await post(true)) === undefined ? undefined : 'text-only'
}

const isSecure = (url: string): boolean => url.startsWith('https:')

const streamOf = (body: string): ReadableStream =>
  body === ''
    ? new ReadableStream({ start: (controller) => controller.close() })
    : new Blob([body]).stream()

/**
 * Detects request streams. A browser that supports them reads `duplex`; another one converts the
 * stream to text and sets a `Content-Type`.
 */
function takesStreams(): boolean {
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
