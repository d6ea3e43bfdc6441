import type { MarketType } from '../engine/balances/accounts.ts'
import type { Prices } from './a-grid.ts'
import { aDraft, scriptedWorld } from './scripted-world.ts'

export const LEVERAGE = { enabled: true, type: 'cross', value: 5 } as const

type Wish = Partial<Parameters<typeof aDraft>[1]> & {
  side: 'buy' | 'sell'
  prices: Prices
  marketType: Exclude<MarketType, 'spot'>
}

/** Ten units bought or sold at five times what the account of 1,000 pays for them, and what it owes. */
export function aLeveragedTrade({ side, prices, marketType, ...rest }: Wish) {
  const scene = scriptedWorld({
    prices: { USDT_BTC: prices },
    balances: { USDT: '1000' },
    marketType,
  })
  const { world, engine, account } = scene
  const { id } = engine.createSmartTrade(
    aDraft(account, { side, units: '10', leverage: LEVERAGE, ...rest }),
  )
  return {
    ...scene,
    id,
    trade: () => engine.smartTrade(id),
    owed: (currency: string) => world.ledger.balance(`loans:${account.id}`, currency),
  }
}
