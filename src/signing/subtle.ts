import { KeyProblem } from './key-problem.ts'

/** WebCrypto, which browsers withhold from pages that are neither https nor on this machine. */
export function subtle(): SubtleCrypto {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  if (subtle) return subtle
  throw new KeyProblem(
    'This page cannot sign: browsers allow it on https, localhost and 127.0.0.1 only.',
  )
}
