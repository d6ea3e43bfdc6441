import type { Decimal } from '#money/decimal.ts'
import type { Figures } from '#query/fresh-figures.ts'
import { useService } from '#query/service.tsx'
import { useBalances } from '#query/use-balances.ts'
import { marketOn, pairsOn, useListedAccounts, useListedPairs } from '#query/use-listed.ts'
import { useAddressBook } from '#session/use-session.ts'
import { freeBalanceOf } from '#trading/free-balance.ts'
import { splitPair } from '#trading/pair.ts'

import type { BotMarket } from './new-bot.ts'

export type BotAccount = {
  id: string
  name: string
  exchange: string | undefined
  /** The UUID that its balances go by. */
  exchangeId: string | undefined
  isFutures: boolean | undefined
}

/** Accounts that a bot can be made on: listed by the service, or learned from what it sent. */
export function useBotAccounts() {
  const { accounts: listed, isComing } = useListedAccounts()
  const { accounts: learned } = useAddressBook()
  const accounts = listed
    ? listed.flatMap(({ id, account_id, account_name, label, exchange, market_type: kind }) =>
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
    : learned.map(({ id, name }) => ({
        id: String(id),
        name: name || `Account ${id}`,
        exchange: undefined,
        exchangeId: undefined,
        isFutures: undefined,
      }))
  return { accounts, isComing }
}

/** The pairs of an account's exchange, as the service writes them; `undefined` where it lists none. */
export function useBotPairs(account: BotAccount | undefined) {
  const { pairs, isComing } = useListedPairs()
  return {
    pairs: pairs && pairsOn(account?.exchange, pairs).flatMap(({ pair }) => pair ?? []),
    isComing,
  }
}

/** Price, rules and free balances of the pair that is chosen, and how to read the price again. */
export function useBotMarket(
  account: BotAccount | undefined,
  pair: string,
  feeRate: Decimal,
): Figures<BotMarket> {
  const { clock } = useService()
  const { pairs, readAt, readAgain } = useListedPairs({ arePriced: true })
  const { data: balances } = useBalances(account?.exchangeId)
  const { base, quote } = splitPair(pair)
  const marketIn = (rows: typeof pairs): BotMarket => {
    const row = rows && marketOn(account?.exchange, pair, rows)
    return {
      price: row?.last,
      ask: row?.ask,
      depth: row?.depth,
      impact: row?.impact,
      tick: row?.tick,
      lot: row?.lot,
      minTotal: row?.min_total,
      isFutures: account?.isFutures,
      feeRate,
      free: { base: freeBalanceOf(balances, base), quote: freeBalanceOf(balances, quote) },
    }
  }
  const now = marketIn(pairs)
  return {
    now,
    readAt: now.price && readAt + (clock.offset() ?? 0),
    readAgain: async () => marketIn((await readAgain({ throwOnError: true })).data),
  }
}
