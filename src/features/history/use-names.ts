import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { listExchanges } from '#contract/exchanges.ts'
import { listPairs } from '#contract/market.ts'
import { useExtension } from '#query/use-extension.ts'
import { useAddressBook } from '#session/use-session.ts'

import { listedAccounts, listedPairs } from './queries.ts'
import type { Trade } from './trades.ts'

export type Account = { id: number; name: string }

/** Accounts and pairs to filter by: listed by the service, learned before, or seen in the rows. */
export function useNames(trades: readonly Trade[]) {
  const book = useAddressBook()
  const areAccountsListed = useExtension(listExchanges) === true
  const arePairsListed = useExtension(listPairs) === true
  const { data: exchanges } = useQuery({ ...listedAccounts(), enabled: areAccountsListed })
  const { data: market } = useQuery({ ...listedPairs(), enabled: arePairsListed })
  // The rows are drawn anew whenever a name may have changed, and only then.
  return useMemo(() => {
    const names = new Map<number, string>()
    for (const { account_id: id, account_name, label } of exchanges ?? []) {
      if (id !== undefined) names.set(id, account_name ?? label ?? '')
    }
    for (const { id, name } of book.accounts) names.set(id, names.get(id) || name)
    for (const { account_id: id } of trades) {
      if (id !== undefined && !names.has(id)) names.set(id, '')
    }
    const nameOf = (id: number): string => names.get(id) || `Account ${id}`
    const pairs = new Set([
      ...(market ?? []).flatMap(({ pair }) => pair ?? []),
      ...book.accounts.flatMap((account) => account.pairs),
      ...trades.flatMap(({ pair }) => pair ?? []),
    ])
    return {
      accounts: Array.from(names.keys(), (id): Account => ({ id, name: nameOf(id) })),
      pairs: [...pairs].toSorted(),
      nameOf,
    }
  }, [exchanges, market, book, trades])
}
