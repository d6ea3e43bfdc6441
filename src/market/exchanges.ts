import type { Id } from '#contract/primitives.ts'
import { textOr } from '#money/format.ts'
import { useAddressBook } from '#session/use-session.ts'

import { useListedAccounts } from './accounts.ts'

/** An exchange connection by its UUID in balances and DCA bots. */
export type Exchange = {
  id: string
  name: string
  exchange: string | undefined
  marketType: string | undefined
  /** Number in SmartTrades and grid bots, if the service lists it. */
  accountId: Id | undefined
}

/** Connections listed by the service, else learned. */
export function useExchanges() {
  const { accounts: listed, isComing } = useListedAccounts()
  const { exchanges: learned } = useAddressBook()
  const exchanges: readonly Exchange[] = listed
    ? listed.map(({ id, account_id, account_name, label, exchange, market_type }) => ({
        id,
        name: textOr(account_name, textOr(label, unnamedExchange(id))),
        exchange,
        marketType: market_type,
        accountId: account_id,
      }))
    : learned.map(({ id, label }) => exchangeNamed(id, label))
  return { exchanges, learned, isComing }
}

/** A connection known by id only, or by id and name. */
export const exchangeNamed = (id: string, name = ''): Exchange => ({
  id,
  name: textOr(name, unnamedExchange(id)),
  exchange: undefined,
  marketType: undefined,
  accountId: undefined,
})

/** Names an unnamed connection by the end of its id. */
const unnamedExchange = (id: string): string => `Connection …${id.slice(-4)}`
