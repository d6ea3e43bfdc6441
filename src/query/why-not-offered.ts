import type { Endpoint } from '#contract/endpoint.ts'
import { DIALECT_WORDS } from '#dialects/dialect-words.ts'
import { useConnection } from '#session/use-session.ts'

import { useExtension } from './service.tsx'

/**
 * Why the service of the connection does not offer an endpoint, as a sentence; `undefined` where it does,
 * where that is not known, and where its dialect does not say why.
 */
export function useWhyNotOffered(endpoint: Endpoint): string | undefined {
  const isOffered = useExtension(endpoint)
  const dialect = useConnection()?.dialect
  if (isOffered !== false || dialect === undefined) return undefined
  return DIALECT_WORDS[dialect].whyNot[endpoint.name]
}
