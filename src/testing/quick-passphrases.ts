import { afterEach, beforeEach, vi } from 'vitest'

import { MIN_ROUNDS } from '#session/vault-format.ts'

/** Stretches the passphrases of these tests a thousandth as long: each takes a fifth of a second. */
export function quickPassphrases(): void {
  const { subtle } = crypto
  const deriveBits = subtle.deriveBits.bind(subtle)
  beforeEach(() => {
    vi.spyOn(subtle, 'deriveBits').mockImplementation((algorithm, ...rest) => {
      const { iterations } = algorithm as Pbkdf2Params
      const quick = { ...(algorithm as Pbkdf2Params), iterations: iterations - MIN_ROUNDS + 600 }
      return deriveBits(quick, ...rest)
    })
  })
  afterEach(() => vi.restoreAllMocks())
}
