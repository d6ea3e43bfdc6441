import { useSyncExternalStore } from 'react'

import { sellAllToUsd } from '#contract/exchanges.ts'
import type { Intent } from '#intents/intent.ts'
import { useService } from '#query/service.tsx'
import type { Sent } from '#query/use-sending.ts'
import { useWriteBlock } from '#query/use-write-block.ts'

import { isEverything, type Scope } from '../scopes.ts'

export type SaleIntent = Sent<typeof sellAllToUsd>

/** The latest sale of everything sent from this tab for a connection. */
export function useLastSale(scopeId: string): SaleIntent | undefined {
  const { journal } = useService().sender
  const intents = useSyncExternalStore(journal.subscribe, journal.all)
  return intents.find((intent) => isSaleOf(intent, scopeId)) as SaleIntent | undefined
}

/** The target has the base URL's own prefix in front. */
const isSaleOf = ({ endpoint, target }: Intent, scopeId: string): boolean =>
  endpoint.name === sellAllToUsd.name &&
  (target.split('?')[0] ?? '').endsWith(sellAllToUsd.path.replace(':id', scopeId))

/** Why nothing may be sold now, as a sentence; `undefined` when it may. */
export function useSaleBlock(scope: Scope): string | undefined {
  const block = useWriteBlock({ of: sellAllToUsd })
  return isEverything(scope) ? 'Choose one account first.' : block
}
