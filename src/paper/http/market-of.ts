import type { MarketView } from '#contract/draft-rule.ts'
import { read } from '#contract/read.ts'
import { smartTradeDraft } from '#contract/smart-trade-draft.ts'

import type { Engine } from '../engine/engine.ts'

/** What is known of the market that a draft is for, however much else of it is wrong. */
export function marketOf(engine: Engine, json: unknown): MarketView {
  const { account_id: accountId, pair } = read(smartTradeDraft, json).value
  const account = engine.exchanges().find((each) => each.account_id === accountId)
  if (!account) return {}
  const market = engine
    .pairs()
    .find((each) => each.pair === pair && each.exchange === account.exchange)
  if (!market) return {}
  return {
    price: market.last,
    bid: market.bid,
    ask: market.ask,
    book: market,
    maxLeverage: market.max_leverage,
    leverageAllowed: account.market_type !== 'spot',
  }
}
