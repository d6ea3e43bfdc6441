import { useMemo } from 'react'

import type { Id } from '#contract/primitives.ts'
import { useListedAccounts, useListedPairs } from '#query/use-listed.ts'
import { useAddressBook } from '#session/use-session.ts'

import type { Trade } from './trades.ts'

export type Account = { id: Id; name: string }

/** Accounts and pairs to filter by: listed by the service, learned before, or seen in the rows. */
export function useNames(trades: readonly Trade[]) {
  const book = useAddressBook()
  const { accounts: listed } = useListedAccounts()
  const { pairs: market } = useListedPairs()
  // The rows are drawn anew whenever a name may have changed, and only then.
  return useMemo(() => {
    const names = new Map<Id, string>()
    for (const { account_id: id, account_name, label } of listed ?? []) {
      if (id !== undefined) names.set(id, account_name ?? label ?? '')
    }
    for (const { id, name } of book.accounts) names.set(id, names.get(id) || name)
    for (const { account_id: id } of trades) {
      if (id !== undefined && !names.has(id)) names.set(id, '')
    }
    const nameOf = (id: Id): string => names.get(id) || `Account ${id}`
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
  }, [listed, market, book, trades])
}
