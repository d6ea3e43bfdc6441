import type { Endpoint } from '#contract/endpoint.ts'

import type { Intent } from './intent.ts'
import { evidenceOfMaking } from './evidence-of-making.ts'
import { evidenceOfState } from './evidence-of-state.ts'
import type { MadeId, Outcome } from './outcome.ts'

/** What to read to find out how an intent ended, and what the answer shows. */
export type Evidence = {
  endpoint: Endpoint
  request: unknown
  /** `undefined`: nothing to be seen, which is no proof that nothing was done. */
  judge: (answer: unknown) => Outcome | undefined
  /** Whether what another request makes could be taken for what this one has made. */
  isMistakable?: (other: Intent) => boolean
}

export type Known = {
  /** What other intents have made with the same endpoint. */
  claimed: ReadonlySet<MadeId>
  offers: (name: string) => boolean
  /** The service's clock less this browser's. */
  offset: number
}

/** `undefined` where no reading would tell. */
export function evidenceOf(intent: Intent, known: Known): Evidence | undefined {
  if (intent.isSealed) return undefined
  const evidence = evidenceOfMaking(intent, known) ?? evidenceOfState(intent)
  if (!evidence) return undefined
  const { extension, name } = evidence.endpoint
  return extension && !known.offers(name) ? undefined : evidence
}
