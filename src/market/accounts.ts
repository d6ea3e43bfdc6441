import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import { listExchanges, type ListedExchange } from '#contract/exchanges.ts'
import type { Id } from '#contract/primitives.ts'
import { readableRows } from '#contract/read.ts'
import { textOr } from '#money/words.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useExtension, useIsComing } from '#query/service.tsx'
import type { AddressBook } from '#session/address-book.ts'
import { modeKeptFor } from '#session/session.ts'
import { useAddressBook, useConnection, useSessionStore } from '#session/use-session.ts'

/** The list hardly ever changes; in milliseconds. */
const FRESH_FOR = 300_000

/**
 * The trading accounts of a service that lists them: `accounts` is undefined where it does not, and
 * until they have come. They are asked for where they are wanted.
 */
export function useListedAccounts({ isWanted = true } = {}) {
  const isListed = useExtension(listExchanges)
  const list = useQuery({
    ...endpointQuery(listExchanges, {}),
    select: readableRows<ListedExchange>,
    staleTime: FRESH_FOR,
    enabled: isListed === true && isWanted,
  })
  return {
    accounts: isListed ? list.data : undefined,
    isListed,
    isComing: useIsComing(listExchanges, list),
  }
}

/** An account by the number that SmartTrades and grid bots use: listed by the service, or learned. */
export type Account = {
  id: Id
  name: string
  exchange?: string | undefined
  /** The UUID that balances and DCA bots use. */
  exchangeId?: string | undefined
  marketType?: string | undefined
  isSmartTrading?: boolean | undefined
  /** The pairs that this browser has seen on it. */
  pairs: readonly string[]
}

/** The accounts of the current mode to choose from: the service's list, or what was learned where it has none. */
export function useAccounts({ isWanted = true } = {}): readonly Account[] {
  const { accounts: listed } = useListedAccounts({ isWanted })
  const book = useAddressBook()
  return useMemo(() => accountsOf(listed, book), [listed, book])
}

function accountsOf(listed: readonly ListedExchange[] | undefined, book: AddressBook): Account[] {
  if (listed === undefined) {
    return book.accounts.map(({ id, name, pairs }) => ({
      id,
      name: textOr(name, `Account ${id}`),
      pairs,
    }))
  }
  return listed.map((row) => ({
    id: row.account_id,
    name: row.account_name,
    exchange: row.exchange,
    exchangeId: row.id,
    marketType: row.market_type,
    isSmartTrading: row.smart_trading_supported,
    pairs: book.accounts.find(({ id }) => id === row.account_id)?.pairs ?? [],
  }))
}

/** The exchange of an account of the current mode; `undefined` where the service lists no accounts. */
export const useExchangeOf = (account: Id | undefined, { isWanted = true } = {}) =>
  useAccounts({ isWanted }).find(({ id }) => String(id) === String(account))?.exchange

type TradeOnAccount = {
  account?: { id?: Id | undefined; name?: string | undefined } | undefined
  pair?: string | undefined
}

/** Keeps the accounts and pairs of the trades that were read: the spec lists neither. */
export function useLearnedAccounts(trades: readonly TradeOnAccount[]): void {
  const { addressBook, session } = useSessionStore()
  const connectionId = useConnection()?.id
  useEffect(() => {
    if (connectionId === undefined) return undefined
    // Another mode may be on once the page is idle.
    const mode = modeKeptFor(session.get(), connectionId)
    const accounts = trades.flatMap(({ account, pair }) =>
      account?.id === undefined
        ? []
        : [{ id: account.id, ...(account.name && { name: account.name }), ...(pair && { pair }) }],
    )
    if (accounts.length === 0) return undefined
    // Nothing on the page waits for it, and it would have the page drawn again before the first picture is out.
    return whenIdle(() => addressBook.learn(connectionId, { accounts }, mode))
  }, [connectionId, trades, addressBook, session])
}

/** Does something when the page has nothing else to do, or when what is returned is called. */
function whenIdle(work: () => void): () => void {
  let isDone = false
  const once = () => {
    if (!isDone) work()
    isDone = true
  }
  // Safari has no `requestIdleCallback`.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(once, { timeout: 500 })
  else setTimeout(once, 50)
  return once
}
