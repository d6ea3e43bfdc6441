/** An answer as it is sent: whole, so that its length is known before its head is written. */
export type Answer = {
  status: number
  headers: Record<string, string>
  /** `null`: it has none, not even an empty one. */
  body: string | Uint8Array<ArrayBuffer> | null
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

/** For what answers with web objects. */
export const responseOf = ({ status, headers, body }: Answer): Response =>
  new Response(body, { status, headers })
