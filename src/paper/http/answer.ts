export type Sink = {
  write: (text: string) => void
  /** Returns true while earlier events wait for the reader: write nothing more. */
  isBehind: () => boolean
  end: () => void
  drop: () => void
}

export type EventStream = {
  attach: (sink: Sink) => void
  /** The reader is gone. */
  close: () => void
}

/** A complete answer: its length is known before its head is sent. */
export type Answer = {
  status: number
  headers: Record<string, string>
  /** `null`: no body, not even an empty one. */
  body: string | Uint8Array<ArrayBuffer> | null
  /** Replaces the body. */
  stream?: EventStream
  /** Endpoint label for metrics. Not part of the response. */
  line?: string
}

/** `Connection: close`, because browsers resend a POST when a reused connection breaks. */
const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  Connection: 'close',
  'Content-Security-Policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
} as const

export const jsonAnswer = (
  status: number,
  body: Answer['body'],
  headers: Readonly<Record<string, string>> = {},
): Answer => ({ status, headers: { ...HEADERS, ...headers }, body })

export const streamAnswer = (stream: EventStream): Answer => ({
  status: 200,
  // Otherwise proxies buffer events.
  headers: { ...HEADERS, 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' },
  body: null,
  stream,
})

export const responseOf = ({ status, headers, body, stream }: Answer): Response =>
  new Response(stream ? readableOf(stream) : body, { status, headers })

const MAX_WAITING = 16

function readableOf(stream: EventStream): ReadableStream<Uint8Array> {
  const utf8 = new TextEncoder()
  return new ReadableStream(
    {
      start: (controller) =>
        stream.attach({
          write: (text) => controller.enqueue(utf8.encode(text)),
          isBehind: () => (controller.desiredSize ?? 0) <= 0,
          end: () => controller.close(),
          drop: () => controller.error(new Error('The reader does not read.')),
        }),
      cancel: stream.close,
    },
    { highWaterMark: MAX_WAITING },
  )
}
