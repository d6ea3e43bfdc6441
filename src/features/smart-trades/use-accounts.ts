import { useEffect, useMemo } from 'react'

import type { ListedExchange } from '#contract/exchanges.ts'
import type { Id } from '#contract/primitives.ts'
import type { Read } from '#contract/read.ts'
import { useListedAccounts } from '#query/use-listed.ts'
import type { AddressBook } from '#session/address-book.ts'
import { useAddressBook, useConnection, useSessionStore } from '#session/use-session.ts'

import type { Trade } from './trade-facts.ts'

/** A trading account as far as it is known: listed by the service, or learned from what it sent. */
export type Account = {
  id: Id
  name: string
  exchange?: string | undefined
  /** The UUID its balances go by. */
  exchangeId?: string | undefined
  isSpot?: boolean | undefined
  isFutures?: boolean | undefined
  isSmartTrading?: boolean | undefined
  pairs: readonly string[]
}

/**
 * Every account of the current mode that this browser knows of. The service's own list is asked for
 * where it is wanted.
 */
export function useAccounts({ isWanted = true } = {}): readonly Account[] {
  const { accounts: listed } = useListedAccounts({ isWanted })
  const book = useAddressBook()
  return useMemo(() => accountsOf(listed, book), [listed, book])
}

function accountsOf(
  listed: readonly Read<ListedExchange>[] | undefined,
  book: AddressBook,
): Account[] {
  if (listed === undefined) {
    return book.accounts.map(({ id, name, pairs }) => ({
      id,
      name: name || `Account ${id}`,
      pairs,
    }))
  }
  return listed.flatMap((row): Account[] => {
    const { account_id: id, account_name, label, exchange, market_type: market } = row
    if (id === undefined) return []
    return [
      {
        id,
        name: account_name ?? label ?? `Account ${id}`,
        exchange,
        exchangeId: row.id,
        isSpot: market === undefined ? undefined : market === 'spot',
        isFutures: market === undefined ? undefined : market === 'futures',
        isSmartTrading: row.smart_trading_supported,
        pairs: book.accounts.find((account) => account.id === id)?.pairs ?? [],
      },
    ]
  })
}

/** Keeps the accounts and pairs of the trades that were read: the spec lists neither. */
export function useLearnedAccounts(trades: readonly Trade[]): void {
  const { addressBook } = useSessionStore()
  const connectionId = useConnection()?.id
  useEffect(() => {
    if (connectionId === undefined) return
    const accounts = trades.flatMap(({ account, pair }) =>
      account?.id === undefined
        ? []
        : [{ id: account.id, ...(account.name && { name: account.name }), ...(pair && { pair }) }],
    )
    if (accounts.length > 0) addressBook.learn(connectionId, { accounts })
  }, [connectionId, trades, addressBook])
}
