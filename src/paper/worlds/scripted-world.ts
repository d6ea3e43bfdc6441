import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import type { Instant } from '#contract/primitives.ts'
import { type Decimal, decimal } from '#money/decimal.ts'

import type { Account, MarketType } from '../engine/balances/accounts.ts'
import type { StoredWorld } from '../engine/changes.ts'
import type { Engine } from '../engine/engine.ts'
import { INSTRUMENTS } from '../engine/market/instruments.ts'
import { newMarket } from '../engine/market/market.ts'
import { scriptedMarket } from '../engine/market/scripted-market.ts'
import { type World, createWorld } from '../engine/world.ts'
import { keptEngine, memoryStore } from './memory-store.ts'
import { openAccount } from './open-account.ts'

export const START: Instant = Date.UTC(2026, 0, 5)

export type ScriptedWorld = {
  world: World
  engine: Engine
  account: Account
  /** Goes on to so many seconds after the start. */
  at: (seconds: number) => void
  free: (currency: string) => Decimal
  /** What the world would be opened from again. */
  stored: () => StoredWorld
}

type Scene = {
  /** Price of a pair from a second on. */
  prices: Readonly<Record<string, readonly (readonly [second: number, price: number])[]>>
  balances: Readonly<Record<string, string>>
  marketType?: MarketType
  /** Units that a second offers; any number without. */
  depth?: string
  /** How far an order for all of the depth moves its own price, as a part of it. */
  impact?: string
  /** Steps between the last price and the bid or the ask. */
  halfSpread?: number
}

/** A world with given prices and one account, without a spread unless it is given: for tests that know what must come out. */
export function scriptedWorld({
  prices,
  balances,
  marketType = 'spot',
  depth,
  impact = '0',
  halfSpread = 0,
}: Scene): ScriptedWorld {
  const script = Object.fromEntries(
    Object.entries(prices).map(([pair, steps]) => [
      pair,
      steps.map(([second, price]) => [START + second * 1000, price] as const),
    ]),
  )
  const instruments = INSTRUMENTS.map((instrument) => ({
    ...instrument,
    halfSpread,
    impact: decimal(impact),
    depth: depth === undefined ? null : decimal(depth),
  }))
  const meta = {
    seed: 1,
    user: 'trader',
    firstDay: START,
    market: newMarket(START),
    now: START,
    mode: 'paper' as const,
    nextId: 1,
    nextOrder: 1,
  }
  const world = createWorld(meta, scriptedMarket(script, instruments))
  const account = openAccount(world, {
    exchange: 'harbour',
    exchangeName: 'Harbour',
    label: 'Test account',
    marketType,
    mode: 'paper',
    balances,
  })
  const store = memoryStore()
  const engine = keptEngine(world, store)
  return {
    world,
    engine,
    account,
    at: (seconds) => engine.advance(START + seconds * 1000),
    stored() {
      store.keep(engine.takeChanges())
      return store.read()
    },
    free: (currency) => world.ledger.balance(`account:${account.id}:free`, currency),
  }
}

type Wish = Omit<Partial<SmartTradeDraft>, 'position'> & {
  side?: 'buy' | 'sell'
  units: string
  /** A limit entry at this price; at the market without. */
  price?: string
}

/** A valid draft: at the market or at a limit price, without targets or stop unless given. */
export function aDraft(
  account: { id: Account['id'] },
  { side = 'buy', units, price, ...rest }: Wish,
): SmartTradeDraft {
  return {
    account_id: account.id,
    pair: 'USDT_BTC',
    ...rest,
    position: {
      type: side,
      order_type: price === undefined ? 'market' : 'limit',
      units: { value: decimal(units) },
      ...(price !== undefined && { price: { value: decimal(price) } }),
    },
  }
}

/** A target at a price or at a percent, such as `{ at: '110', volume: '50' }`. */
export const aTarget = (target: {
  at?: string
  percent?: string
  volume?: string
  market?: boolean
  trailing?: string
}) => ({
  order_type: target.market ? ('market' as const) : ('limit' as const),
  volume: decimal(target.volume ?? '100'),
  price: {
    ...(target.at !== undefined && { value: decimal(target.at) }),
    ...(target.percent !== undefined && { percent: decimal(target.percent) }),
  },
  ...(target.trailing !== undefined && {
    trailing: { enabled: true, percent: decimal(target.trailing) },
  }),
})

/** A market stop at a price. */
export const aStop = (at: string) => ({
  enabled: true,
  order_type: 'market' as const,
  price: { value: decimal(at) },
})
