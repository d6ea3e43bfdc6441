import { useQuery } from '@tanstack/react-query'

import { listPairs } from '#contract/market.ts'
import { useExtension } from '#query/use-extension.ts'

import { marketPairs } from './queries.ts'
import { useAccounts } from './use-accounts.ts'

/**
 * Every pair this browser has heard of, as the service writes them, in order. The service's own list
 * is asked for where it is wanted.
 */
export function usePairNames({ isWanted = true } = {}): readonly string[] {
  const isListed = useExtension(listPairs) === true
  const { data } = useQuery({
    ...marketPairs(),
    enabled: isListed && isWanted,
    refetchInterval: false,
  })
  const learned = useAccounts({ isWanted }).flatMap(({ pairs }) => pairs)
  const listed = data?.flatMap(({ pair }) => pair ?? []) ?? []
  return Array.from(new Set([...listed, ...learned])).toSorted()
}
