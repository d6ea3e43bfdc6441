/** A request as it came off the wire: nothing decoded, nothing put right. */
export type RawRequest = {
  method: string
  /** Path and query exactly as sent: the signature covers these characters. */
  target: string
  header(name: string): string | undefined
  headerCount: number
  /** `undefined`: it had more bytes than are read. */
  bytes: Uint8Array<ArrayBuffer> | undefined
  /** Who sent it. */
  address: string
  /** The port it came in on. */
  port: number
}

export const MAX_BODY_BYTES = 64 * 1024

export type Target = { path: string; query: string }

export function splitTarget(target: string): Target {
  const mark = target.indexOf('?')
  return mark === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) }
}
