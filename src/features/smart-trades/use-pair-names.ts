import { useQuery } from '@tanstack/react-query'

import { listPairs } from '#contract/market.ts'
import { useExtension } from '#query/use-extension.ts'

import { marketPairs } from './queries.ts'
import { useAccounts } from './use-accounts.ts'

/** Every pair this browser has heard of, as the service writes them, in order. */
export function usePairNames(): readonly string[] {
  const isListed = useExtension(listPairs) === true
  const { data } = useQuery({ ...marketPairs(), enabled: isListed, refetchInterval: false })
  const learned = useAccounts().flatMap(({ pairs }) => pairs)
  const listed = data?.flatMap(({ pair }) => pair ?? []) ?? []
  return Array.from(new Set([...listed, ...learned])).toSorted()
}
