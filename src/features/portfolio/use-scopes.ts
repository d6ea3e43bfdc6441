import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

import { SUMMARY } from '#contract/exchanges.ts'
import { readableRows } from '#contract/read.ts'
import { useListedAccounts } from '#market/accounts.ts'
import { useExchanges } from '#market/exchanges.ts'
import { useConnection, useSessionStore } from '#session/use-session.ts'

import { balanceTableOf } from './queries.ts'
import { type Scope, scopesOf } from './scopes.ts'

/** Every scope there is to choose from, and how to add one where the service lists none. */
export function useScopes(chosen: string) {
  const { addressBook } = useSessionStore()
  const connection = useConnection()
  const { accounts: listed, isListed } = useListedAccounts()
  const { exchanges, learned } = useExchanges()
  const summary = useQuery({ ...balanceTableOf(SUMMARY), enabled: isListed === false })
  // The page itself may have read it: where connections are listed, it would only show them unnamed.
  const rows = isListed === false ? summary.data : undefined
  useEffect(() => {
    const seen =
      listed?.map(({ id, label }) => ({ id, label })) ??
      (rows && readableRows(rows).flatMap(({ account_id: id }) => (id === undefined ? [] : { id })))
    if (connection && seen) addressBook.learn(connection.id, { exchanges: seen })
  }, [connection, listed, rows, addressBook])

  const scopes = scopesOf({ exchanges, learned, summary: rows ?? [], chosen })
  const scope: Scope | undefined = scopes.find(({ id }) => id === chosen)
  const remember = (id: string) => {
    if (connection) addressBook.learn(connection.id, { exchanges: [{ id }] })
  }
  return { scopes, scope, remember: isListed === false ? remember : undefined }
}
