import type { Algorithm } from '#signing/signature.ts'
import type { Bytes } from '#signing/base64.ts'

/**
 * What the service needs of where it runs. Node does all of it at once; WebCrypto, in a page, takes a
 * turn of the event loop for each.
 */
export type Platform = {
  /** SHA-256 of the text in UTF-8, followed by the bytes, in hex. */
  sha256: (text: string, bytes?: Bytes) => string | Promise<string>
  /** Takes the same time wherever the two differ. */
  isSameSecret: (given: string, expected: string) => boolean
  /** `material` is the secret of an HMAC key, taken as UTF-8, or an RSA public key in PEM. */
  verifier: (algorithm: Algorithm, material: string) => Verifier | Promise<Verifier>
  /** The text of an answer in the best encoding that the other side takes. */
  compressed: (text: string, accepted: string | undefined) => Promise<Compressed>
}

/**
 * Whether a signature was made over the bytes: 64 hex digits in either case for HMAC, case-sensitive
 * base64 for RSA, folded as RFC 2045 allows.
 */
export type Verifier = (signature: string, signed: Bytes) => boolean | Promise<boolean>

export type Compressed = { encoding: 'br' | 'gzip' | undefined; body: Bytes | string }

export const HEX_DIGEST = /^[0-9a-f]{64}$/i

/** RFC 2045 breaks base64 into lines of 76; a header carries the break as white space. */
export const unfolded = (signature: string): string => signature.replace(/[\r\n\t ]+/g, '')

export const randomBytes = (count: number): Bytes => crypto.getRandomValues(new Uint8Array(count))
