import { useSyncExternalStore } from 'react'

import type { Id } from '#contract/primitives.ts'
import { createSmartTrade } from '#contract/smart-trades.ts'
import { accountOf, type Intent, isUnknown } from '#intents/intent.ts'
import { useService } from '#query/service.tsx'

/**
 * An order on the account that nobody knows the end of and that is still being looked for, whichever
 * tab or page has sent it, unless it was laid aside: until then another one could be one too many.
 */
export function useOpenOrder(
  own: { id: string } | undefined,
  accountId: Id | undefined,
): Intent | undefined {
  const { journal } = useService().sender
  const intents = useSyncExternalStore(journal.subscribe, journal.all)
  return intents.find(
    (intent) =>
      intent.endpoint.name === createSmartTrade.name &&
      isUnknown(intent) &&
      intent.looked?.endedAt === undefined &&
      (intent.id === own?.id || accountOf(intent) === accountId),
  )
}
