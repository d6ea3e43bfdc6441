import type { Algorithm } from '#signing/signature.ts'
import type { Bytes } from '#signing/base64.ts'

/** The service's needs of its platform: synchronous in Node, asynchronous in a page. */
export type Platform = {
  /** SHA-256 of the text in UTF-8, followed by the bytes, in hex. */
  sha256: (text: string, bytes?: Bytes) => string | Promise<string>
  /** Compares in constant time. */
  isSameSecret: (given: string, expected: string) => boolean
  /** `material` is the secret of an HMAC key, taken as UTF-8, or an RSA public key in PEM. */
  verifier: (algorithm: Algorithm, material: string) => Verifier | Promise<Verifier>
  /** Compresses the text of an answer with the best accepted encoding. */
  compressed: (text: string, accepted: string | undefined) => Promise<Compressed>
}

/** Verifies hex in either case (HMAC) or case-sensitive base64, folded by RFC 2045 (RSA). */
export type Verifier = (signature: string, signed: Bytes) => boolean | Promise<boolean>

export type Compressed = { encoding: 'br' | 'gzip' | undefined; body: Bytes | string }

export const HEX_DIGEST = /^[0-9a-f]{64}$/i

/** RFC 2045 breaks base64 into lines of 76; a header carries the break as white space. */
export const unfolded = (signature: string): string => signature.replace(/[\r\n\t ]+/g, '')

export const randomBytes = (count: number): Bytes => crypto.getRandomValues(new Uint8Array(count))
