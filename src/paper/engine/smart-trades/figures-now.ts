import type { SmartTradeEntity } from '#contract/smart-trades.ts'

import { dayFigures } from '../market/quotes.ts'
import { instrumentOf, marketOf, type World } from '../world.ts'

export type Figures = Readonly<SmartTradeEntity['data']['current_price']>

/** Current prices, computed once per pair and market. */
export function figuresNow(world: World): (account: number, pair: string) => Figures {
  const known = new Map<string, Figures>()
  return (account, pair) => {
    const market = marketOf(world, account)
    const key = `${pair} ${market.exchange ?? ''}`
    const found = known.get(key)
    if (found) return found
    const figures = dayFigures(market, instrumentOf(world, pair), world.meta.now)
    known.set(key, Object.freeze(figures))
    return figures
  }
}
