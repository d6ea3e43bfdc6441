import { useQuery } from '@tanstack/react-query'

import { listExchanges } from '#contract/exchanges.ts'
import { listPairs, type MarketPair } from '#contract/market.ts'
import type { Read } from '#contract/read.ts'
import { type Decimal, sum } from '#money/decimal.ts'
import type { Figures } from '#query/fresh-figures.ts'
import { useService } from '#query/service.tsx'
import { useExtension, useIsComing } from '#query/use-extension.ts'
import { useAddressBook } from '#session/use-session.ts'
import { splitPair } from '#trading/pair.ts'

import type { BotMarket } from './new-bot.ts'
import { balancesOf, exchanges, marketPairs } from '../queries.ts'

export type BotAccount = {
  id: string
  name: string
  exchange: string | undefined
  /** The UUID that its balances go by. */
  exchangeId: string | undefined
  isFutures: boolean | undefined
}

/** Accounts that a bot can be made on: listed by the service, or learned from what it sent. */
export function useBotAccounts(): readonly BotAccount[] {
  const isListed = useExtension(listExchanges) === true
  const { data } = useQuery({ ...exchanges(), enabled: isListed })
  const { accounts } = useAddressBook()
  if (!isListed || data === undefined) {
    return accounts.map(({ id, name }) => ({
      id: String(id),
      name: name || `Account ${id}`,
      exchange: undefined,
      exchangeId: undefined,
      isFutures: undefined,
    }))
  }
  return data.flatMap(({ id, account_id, account_name, label, exchange, market_type: kind }) =>
    account_id === undefined
      ? []
      : [
          {
            id: String(account_id),
            name: account_name ?? label ?? `Account ${account_id}`,
            exchange,
            exchangeId: id,
            isFutures: kind === undefined ? undefined : kind === 'futures',
          },
        ],
  )
}

/** The pairs of an account's exchange; all of them where nobody says whose they are. */
export function useBotPairs(
  account: BotAccount | undefined,
): readonly Read<MarketPair>[] | undefined {
  const isListed = useExtension(listPairs) === true
  const { data } = useQuery({ ...marketPairs(), enabled: isListed })
  return data && rowsFor(account, data)
}

function rowsFor(
  account: BotAccount | undefined,
  rows: readonly Read<MarketPair>[],
): readonly Read<MarketPair>[] {
  const own = rows.filter(({ exchange }) => exchange === account?.exchange)
  return own.length > 0 ? own : rows
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

/** Price, rules and free balances of the pair that is chosen, and how to read the price again. */
export function useBotMarket(account: BotAccount | undefined, pair: string): Figures<BotMarket> {
  const { clock } = useService()
  const isListed = useExtension(listPairs) === true
  const pairs = useQuery({ ...marketPairs(), enabled: isListed })
  const { data } = useQuery({
    ...balancesOf(account?.exchangeId ?? ''),
    enabled: account?.exchangeId !== undefined,
  })
  const { base, quote } = splitPair(pair)
  const free = (currency: string): Decimal | undefined => {
    const own = data?.filter(({ currency_code: code }) => code === currency)
    const known = own?.flatMap(({ position_available: amount }) => amount ?? [])
    return own && known?.length === own.length ? sum(known) : undefined
  }
  const marketIn = (rows: readonly Read<MarketPair>[] | undefined): BotMarket => {
    const row = rows && rowsFor(account, rows).find((each) => each.pair === pair)
    return {
      price: row?.last,
      tick: row?.tick,
      lot: row?.lot,
      minTotal: row?.min_total,
      isFutures: account?.isFutures,
      free: { base: free(base), quote: free(quote) },
    }
  }
  const now = marketIn(pairs.data)
  return {
    now,
    readAt: now.price && pairs.dataUpdatedAt + (clock.offset() ?? 0),
    readAgain: async () => marketIn((await pairs.refetch({ throwOnError: true })).data),
  }
}
