import { hash, hashText } from './market/noise.ts'

/** A UUID that is the same for the same texts, so that a world made twice is one world. */
export function uuidOf(...parts: readonly (string | number)[]): string {
  const salt = hashText(parts.join('\u0000'))
  const hex = [1, 2, 3, 4].map((n) =>
    (hash(salt, n, parts.length) >>> 0).toString(16).padStart(8, '0'),
  )
  const digits = hex.join('')
  // Version 4 and its variant, as readers of UUIDs expect them.
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-')
}

/**
 * The first id that is proposed for a user: the first of a block of a million, of
 * which the store gives each to one user. Below 2^31, since many readers keep ids in 32 bits.
 */
export const firstIdOf = (seed: number, user: string): number =>
  ((hash(hashText(user), seed, 7) >>> 0) % 2_000) * 1_000_000 + 147_000_000
