import { useListedPairs } from '#query/use-listed.ts'

import { useAccounts } from './use-accounts.ts'

/**
 * Every pair this browser has heard of, as the service writes them, in order. The service's own list
 * is asked for where it is wanted.
 */
export function usePairNames({ isWanted = true } = {}): readonly string[] {
  const { pairs } = useListedPairs({ isWanted })
  const learned = useAccounts({ isWanted }).flatMap(({ pairs }) => pairs)
  const listed = pairs?.flatMap(({ pair }) => pair ?? []) ?? []
  return Array.from(new Set([...listed, ...learned])).toSorted()
}
