import { useQuery } from '@tanstack/react-query'

import { listExchanges, SUMMARY } from '#contract/exchanges.ts'
import { useExtension } from '#query/use-extension.ts'
import { sessionHome } from '#session/home.ts'
import { useAddressBook, useConnection } from '#session/use-session.ts'

import { balanceTableOf, exchangeList } from './queries.ts'
import { type Scope, scopesOf } from './scopes.ts'

/** Every scope there is to choose from, and how to add one where the service lists none. */
export function useScopes(chosen: string) {
  const connection = useConnection()
  const { exchanges: known } = useAddressBook()
  const isListed = useExtension(listExchanges)
  const { data: listed = [] } = useQuery({ ...exchangeList(), enabled: isListed === true })
  const summary = useQuery({ ...balanceTableOf(SUMMARY), enabled: isListed === false })
  const scopes = scopesOf({ listed, known, summary: summary.data ?? [], chosen })
  const scope: Scope | undefined = scopes.find(({ id }) => id === chosen)
  const remember = (id: string) => {
    if (connection) sessionHome().addressBook.learn(connection.id, { exchanges: [{ id }] })
  }
  return { scopes, scope, remember: isListed === false ? remember : undefined }
}
