import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import { listExchanges, type ListedExchange } from '#contract/exchanges.ts'
import type { Id } from '#contract/primitives.ts'
import { readableRows } from '#contract/read.ts'
import { textOr } from '#money/format.ts'
import { endpointQuery } from '#query/endpoint-query.ts'
import { useExtension, useIsComing } from '#query/service.tsx'
import type { AddressBook } from '#session/address-book.ts'
import { modeKeptFor } from '#session/session.ts'
import { useAddressBook, useConnection, useSessionStore } from '#session/use-session.ts'

/** In milliseconds: the list hardly ever changes. */
const FRESH_FOR = 300_000

/** Trading accounts, read on demand; `undefined` until loaded, or if the service lists none. */
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

/** An account by its number in SmartTrades and grid bots: listed by the service, or learned. */
export type Account = {
  id: Id
  name: string
  exchange?: string | undefined
  /** UUID in balances and DCA bots. */
  exchangeId?: string | undefined
  marketType?: string | undefined
  isSmartTrading?: boolean | undefined
  /** Pairs seen on it in this browser. */
  pairs: readonly string[]
}

/** Accounts of the current mode: listed by the service, else learned. */
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

/** The exchange of an account; `undefined` if the service lists no accounts. */
export const useExchangeOf = (account: Id | undefined, { isWanted = true } = {}) =>
  useAccounts({ isWanted }).find(({ id }) => String(id) === String(account))?.exchange

type TradeOnAccount = {
  account?: { id?: Id | undefined; name?: string | undefined } | undefined
  pair?: string | undefined
}

/** Stores accounts and pairs of trades: the spec lists neither. */
export function useLearnedAccounts(trades: readonly TradeOnAccount[]): void {
  const { addressBook, session } = useSessionStore()
  const connectionId = useConnection()?.id
  useEffect(() => {
    if (connectionId === undefined) return undefined
    // The mode may change before the page is idle.
    const mode = modeKeptFor(session.get(), connectionId)
    const accounts = trades.flatMap(({ account, pair }) =>
      account?.id === undefined
        ? []
        : [{ id: account.id, ...(account.name && { name: account.name }), ...(pair && { pair }) }],
    )
    if (accounts.length === 0) return undefined
    // Delayed, because it would redraw the page before its first paint.
    return whenIdle(() => addressBook.learn(connectionId, { accounts }, mode))
  }, [connectionId, trades, addressBook, session])
}

/** Runs work when the page is idle; the returned function runs it at once. */
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
