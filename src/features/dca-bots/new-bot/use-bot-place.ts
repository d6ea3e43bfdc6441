import { useQuery } from '@tanstack/react-query'

import { listExchanges } from '#contract/exchanges.ts'
import { listPairs, type MarketPair } from '#contract/market.ts'
import type { Read } from '#contract/read.ts'
import { useExtension, useIsComing } from '#query/use-extension.ts'
import { useAddressBook } from '#session/use-session.ts'
import { fromSlashPair, toSlashPair } from '#trading/pair.ts'

import { exchanges, marketPairs } from '../queries.ts'

/** An account by the UUID that DCA bots name it by. */
export type BotAccount = {
  id: string
  name: string
  exchange: string | undefined
  marketType: string | undefined
}

/** Accounts that a bot can be made on: listed by the service, or learned from what it sent. */
export function useBotAccounts(): readonly BotAccount[] {
  const isListed = useExtension(listExchanges) === true
  const { data } = useQuery({ ...exchanges(), enabled: isListed })
  const { exchanges: learned } = useAddressBook()
  if (!isListed || data === undefined) {
    return learned.map(({ id, label }) => ({
      id,
      name: label || `Connection ${id.slice(0, 8)}`,
      exchange: undefined,
      marketType: undefined,
    }))
  }
  return data.flatMap(({ id, account_name: name, label, exchange, market_type: marketType }) =>
    id === undefined ? [] : [{ id, name: name ?? label ?? id, exchange, marketType }],
  )
}

/** Which of the service's own lists are still to come. */
export function useComingLists(): { accounts: boolean; pairs: boolean } {
  const hasAccounts = useExtension(listExchanges) === true
  const hasPairs = useExtension(listPairs) === true
  return {
    accounts: useIsComing(listExchanges, useQuery({ ...exchanges(), enabled: hasAccounts })),
    pairs: useIsComing(listPairs, useQuery({ ...marketPairs(), enabled: hasPairs })),
  }
}

type Row = Read<MarketPair>

/** The pairs of an account's exchange; all of them where nobody says whose they are. */
const rowsFor = (account: BotAccount | undefined, rows: readonly Row[]): readonly Row[] => {
  const own = rows.filter(({ exchange }) => exchange === account?.exchange)
  return own.length > 0 ? own : rows
}

/** The pairs that an account trades, as DCA bots write them, and the market of one of them. */
export function useBotMarkets(account: BotAccount | undefined) {
  const isListed = useExtension(listPairs) === true
  const { data, dataUpdatedAt, refetch } = useQuery({ ...marketPairs(), enabled: isListed })
  const rowIn = (rows: readonly Row[] | undefined, pair: string) =>
    rows && rowsFor(account, rows).find((row) => row.pair === fromSlashPair(pair))
  return {
    /** `undefined` where the service lists none. */
    pairs: data && rowsFor(account, data).flatMap(({ pair }) => (pair ? toSlashPair(pair) : [])),
    /** By this browser's clock. */
    readAt: dataUpdatedAt,
    marketOf: (pair: string) => rowIn(data, pair),
    readAgain: async (pair: string) => rowIn((await refetch({ throwOnError: true })).data, pair),
  }
}
