import { hash, hashText } from './market/noise.ts'

/** A UUID derived from texts, so that a world made twice is the same. */
export function uuidOf(...parts: readonly (string | number)[]): string {
  const salt = hashText(parts.join('\u0000'))
  const hex = [1, 2, 3, 4].map((n) =>
    (hash(salt, n, parts.length) >>> 0).toString(16).padStart(8, '0'),
  )
  const digits = hex.join('')
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-')
}

/** First id proposed for a user: of a block of a million, below 2^31 for 32-bit clients. */
export const firstIdOf = (seed: number, user: string): number =>
  ((hash(hashText(user), seed, 7) >>> 0) % 2_000) * 1_000_000 + 147_000_000
