import { marketOn, pairsOn, useListedAccounts, useListedPairs } from '#query/use-listed.ts'
import { useAddressBook } from '#session/use-session.ts'
import { fromSlashPair, toSlashPair } from '#trading/pair.ts'

/** An account by the UUID that DCA bots name it by. */
export type BotAccount = {
  id: string
  name: string
  exchange: string | undefined
  marketType: string | undefined
}

/** Accounts that a bot can be made on: listed by the service, or learned from what it sent. */
export function useBotAccounts() {
  const { accounts: listed, isComing } = useListedAccounts()
  const { exchanges: learned } = useAddressBook()
  const accounts = listed
    ? listed.flatMap(({ id, account_name, label, exchange, market_type: marketType }) =>
        id === undefined ? [] : [{ id, name: account_name ?? label ?? id, exchange, marketType }],
      )
    : learned.map(({ id, label }) => ({
        id,
        name: label || `Connection ${id.slice(0, 8)}`,
        exchange: undefined,
        marketType: undefined,
      }))
  return { accounts, isComing }
}

/** The pairs that an account trades, as DCA bots write them, and the market of one of them. */
export function useBotMarkets(account: BotAccount | undefined) {
  const { pairs, isComing, readAt, readAgain } = useListedPairs({ arePriced: true })
  const rowIn = (rows: typeof pairs, pair: string) =>
    rows && marketOn(account?.exchange, fromSlashPair(pair), rows)
  return {
    /** `undefined` where the service lists none. */
    pairs:
      pairs &&
      pairsOn(account?.exchange, pairs).flatMap(({ pair }) => (pair ? toSlashPair(pair) : [])),
    isComing,
    /** By this browser's clock. */
    readAt,
    marketOf: (pair: string) => rowIn(pairs, pair),
    readAgain: async (pair: string) => rowIn((await readAgain({ throwOnError: true })).data, pair),
  }
}
