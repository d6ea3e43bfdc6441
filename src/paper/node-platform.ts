import { createHash, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, type BrotliOptions, constants, gzip } from 'node:zlib'

import { verify, verifyingKey } from './http/verify.ts'
import type { Platform } from './platform.ts'

const hashOf = (text: string) => createHash('sha256').update(text)

/** Synchronous: WebCrypto's threads cost more than the work itself. */
export const nodePlatform: Platform = {
  sha256: (text, bytes) => (bytes ? hashOf(text).update(bytes) : hashOf(text)).digest('hex'),
  isSameSecret: (given, expected) =>
    timingSafeEqual(hashOf(given).digest(), hashOf(expected).digest()),
  verifier(algorithm, material) {
    const key = verifyingKey(algorithm, material)
    return (signature, signed) => verify(key, signature, signed)
  },
  compressed,
}

/** In characters; below this, compression saves less than a packet. */
const WORTH_IT = 1_024
/** Over quality 4: 18 ms saved per hundred trades at 1.6 Mbit/s, for under 1 ms of CPU. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const ENCODINGS = [
  ['br', (bytes: Bytes): Promise<Bytes> => brotli(bytes, BROTLI)],
  ['gzip', (bytes: Bytes): Promise<Bytes> => zip(bytes)],
] as const
const brotli = promisify<Bytes, BrotliOptions, Bytes>(brotliCompress)
const zip = promisify<Bytes, Bytes>(gzip)

type Bytes = Buffer<ArrayBuffer>

/** The text as bytes, in the best accepted encoding if that saves anything. */
export async function compressed(
  text: string,
  accepted = '',
): Promise<{ encoding: 'br' | 'gzip' | undefined; body: Bytes }> {
  const words = accepted.split(',').map((word) => word.trim().toLowerCase())
  // Ignores encodings with a weight, such as `br;q=0`.
  const found = ENCODINGS.find(([encoding]) => words.includes(encoding))
  const bytes = Buffer.from(text)
  if (!found || text.length < WORTH_IT) return { encoding: undefined, body: bytes }
  const [encoding, compress] = found
  return { encoding, body: await compress(bytes) }
}
