import type { Id } from '#contract/primitives.ts'
import { textOr } from '#money/words.ts'
import { useAddressBook } from '#session/use-session.ts'

import { useListedAccounts } from './accounts.ts'

/** An exchange connection by the UUID that balances and DCA bots use. */
export type Exchange = {
  id: string
  name: string
  exchange: string | undefined
  marketType: string | undefined
  /** Its number among SmartTrades and grid bots, where the service lists it. */
  accountId: Id | undefined
}

/** The connections to choose from: the service's list, or what was learned where it has none. */
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

/** A connection of which only the id, and maybe a name, is known. */
export const exchangeNamed = (id: string, name = ''): Exchange => ({
  id,
  name: textOr(name, unnamedExchange(id)),
  exchange: undefined,
  marketType: undefined,
  accountId: undefined,
})

/** A connection that nobody has named goes by the end of its id. */
const unnamedExchange = (id: string): string => `Connection …${id.slice(-4)}`
