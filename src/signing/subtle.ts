import { KeyProblem } from './key-problem.ts'

/** WebCrypto, or a `KeyProblem`: browsers offer it only on https, localhost and 127.0.0.1. */
export function subtle(): SubtleCrypto {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  if (subtle) return subtle
  throw new KeyProblem(
    'This page cannot sign: browsers allow it only on https, localhost and 127.0.0.1.',
  )
}
