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

export function jsonAnswer(
  status: number,
  body: string | Uint8Array<ArrayBuffer> | null,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, { status, headers: { ...HEADERS, ...headers } })
}
