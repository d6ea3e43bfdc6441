/** Writes to one reader. */
export type Sink = {
  write: (text: string) => void
  /** True while earlier events wait for the reader: nothing more is written. */
  isBehind: () => boolean
  end: () => void
  /** Closes the connection without waiting for the reader. */
  drop: () => void
}

export type EventStream = {
  /** Begins to write. */
  attach: (sink: Sink) => void
  /** The reader is gone. */
  close: () => void
}

/** An answer as it is sent: whole, so that its length is known before its head is written. */
export type Answer = {
  status: number
  headers: Record<string, string>
  /** `null`: it has none, not even an empty one. */
  body: string | Uint8Array<ArrayBuffer> | null
  /** Sent in place of a body. */
  stream?: EventStream
  /** The request line of the endpoint that was asked; it is counted, not sent. */
  line?: string
}

/**
 * `Connection: close`, because browsers send a POST again by themselves when a connection that was
 * used before breaks; the rest keeps an answer from being stored, framed, run or taken for something else.
 */
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
  // Proxies hold events back otherwise.
  headers: { ...HEADERS, 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' },
  body: null,
  stream,
})

/** For callers that need web objects. */
export const responseOf = ({ status, headers, body, stream }: Answer): Response =>
  new Response(stream ? readableOf(stream) : body, { status, headers })

/** Events that wait for a reader. */
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
