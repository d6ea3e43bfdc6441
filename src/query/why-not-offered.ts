import type { Endpoint } from '#contract/endpoint.ts'
import { DIALECT_WORDS } from '#dialects/dialect-words.ts'
import type { DialectWords } from '#dialects/dialect.ts'
import { useConnection } from '#session/use-session.ts'

import { useExtension } from './service.tsx'

/** Reason, as a sentence, why the service lacks an endpoint; `undefined` if unknown. */
export function useWhyNotOffered(endpoint: Endpoint): string | undefined {
  const { whyNot } = useDialectWords()
  return useExtension(endpoint) === false ? whyNot[endpoint.name] : undefined
}

export const useDialectWords = (): DialectWords =>
  DIALECT_WORDS[useConnection()?.dialect ?? 'quarterdeck']
