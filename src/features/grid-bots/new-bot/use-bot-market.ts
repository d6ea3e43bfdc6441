import type { Account } from '#market/accounts.ts'
import { type Market, type Markets, useFreeBalances } from '#market/markets.ts'
import type { Decimal } from '#money/decimal.ts'
import type { Figures } from '#query/use-fresh-figures.ts'

import type { BotMarket } from './new-bot.ts'

/** Price, rules and free balances of the pair that is chosen, and how to read the price again. */
export function useBotMarket(
  markets: Markets,
  account: Account | undefined,
  pair: string,
  feeRate: Decimal,
): Figures<BotMarket> {
  const { free } = useFreeBalances(account?.exchangeId, pair)
  const figuresOf = (row: Market | undefined): BotMarket => ({
    price: row?.last,
    ask: row?.ask,
    depth: row?.depth,
    impact: row?.impact,
    tick: row?.tick,
    lot: row?.lot,
    minTotal: row?.min_total,
    isFutures: account?.isFutures,
    feeRate,
    free,
  })
  const now = figuresOf(markets.marketOf(pair))
  return {
    now,
    readAt: now.price && markets.readAt,
    readAgain: async () => figuresOf(await markets.readAgain(pair)),
  }
}
