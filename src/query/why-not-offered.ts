import type { Endpoint } from '#contract/endpoint.ts'
import { DIALECT_WORDS } from '#dialects/dialect-words.ts'
import type { DialectWords } from '#dialects/dialect.ts'
import { useConnection } from '#session/use-session.ts'

import { useExtension } from './service.tsx'

/**
 * Why the service of the connection does not offer an endpoint, as a sentence; `undefined` where it does,
 * where that is not known, and where its dialect does not say why.
 */
export function useWhyNotOffered(endpoint: Endpoint): string | undefined {
  const { whyNot } = useDialectWords()
  return useExtension(endpoint) === false ? whyNot[endpoint.name] : undefined
}

/** The words of the dialect that the service of the connection speaks. */
export const useDialectWords = (): DialectWords =>
  DIALECT_WORDS[useConnection()?.dialect ?? 'quarterdeck']
