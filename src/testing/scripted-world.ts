import type { Instant } from '#contract/primitives.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { type Decimal, decimal } from '#money/decimal.ts'
import type { Account, MarketType } from '#paper/engine/balances/accounts.ts'
import type { StoredWorld } from '#paper/engine/changes.ts'
import type { Engine } from '#paper/engine/engine.ts'
import {
  type Instrument,
  INSTRUMENTS,
  listedPair,
  manner,
} from '#paper/engine/market/instruments.ts'
import { type Market, newMarket } from '#paper/engine/market/market.ts'
import { steppedMarket, type Steps } from '#paper/engine/market/replay-market.ts'
import { createWorld, type World } from '#paper/engine/world.ts'
import { openAccount } from '#paper/worlds/open-account.ts'
import { splitPair } from '#trading/pair.ts'

import { keptEngine, memoryStore } from './memory-store.ts'

export const START: Instant = Date.UTC(2026, 0, 5)

export type ScriptedWorld = {
  world: World
  engine: Engine
  account: Account
  /** Goes on to so many seconds after the start. */
  at: (seconds: number) => void
  free: (currency: string) => Decimal
  /** Halts a pair now, or lets it trade again. */
  setHalted: (pair: string, isHalted: boolean) => void
  /** Stored data from which the world would be opened again. */
  stored: () => StoredWorld
}

/** The price from each of some seconds on, such as '0s 100, 10s 110'. */
export type Prices = string | readonly (readonly [second: number, price: number])[]

type Scene = {
  /** By pair. */
  prices: Readonly<Record<string, Prices>>
  balances: Readonly<Record<string, string>>
  marketType?: MarketType
  /** Units that a second offers; any number without. */
  depth?: string
  /** Price impact of an order for the whole depth, as a fraction. */
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
      priceSteps(steps).map(([second, price]) => [START + second * 1000, price] as const),
    ]),
  )
  const isListed = (pair: string) => INSTRUMENTS.some((instrument) => instrument.pair === pair)
  const others = Object.keys(prices).filter((pair) => !isListed(pair))
  const instruments = [...INSTRUMENTS, ...others.map(unlisted)].map((instrument) => ({
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
    setHalted(pair, isHalted) {
      const instrument = world.market.instrument(pair)
      if (!instrument) throw new RangeError(`no such pair: ${pair}`)
      if (isHalted) instrument.ended = { by: 'halt', at: world.meta.now }
      else delete instrument.ended
    },
  }
}

/** A pair of any two currencies, with four decimal places. */
function unlisted(pair: string): Instrument {
  const { base, quote } = splitPair(pair)
  return listedPair([base, 4, '0.0001', 0, 1, manner(1, 0.5, 0.5, 1_000)], quote).instrument
}

export function priceSteps(prices: Prices): readonly (readonly [second: number, price: number])[] {
  if (typeof prices !== 'string') return prices
  return prices.split(', ').map((step) => {
    const [, second, price] = /^(\d+)s ([\d.]+)$/.exec(step) ?? []
    if (second === undefined) throw new RangeError(`no price: ${step}`)
    return [Number(second), Number(price)] as const
  })
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

/** Prices of one pair, each holding from its moment until the next one. */
type Script = Readonly<Record<string, readonly (readonly [at: Instant, price: number])[]>>

/** A market whose prices are given, for scenarios. A pair without any stands at 1. */
export function scriptedMarket(script: Script, instruments = INSTRUMENTS): Market {
  const steps = new Map<string, Steps>(
    instruments.map(({ pair, places }) => {
      const prices = script[pair] ?? [[0, 1]]
      return [
        pair,
        {
          at: prices.map(([at]) => at),
          ticks: prices.map(([, price]) => Math.round(price * 10 ** places)),
        },
      ]
    }),
  )
  const stepsOf = (pair: string): Steps => {
    const found = steps.get(pair)
    if (!found) throw new RangeError(`no such pair: ${pair}`)
    return found
  }
  return steppedMarket(instruments, stepsOf, () => 1)
}

type Options = { marketType?: 'margin'; depth?: string; usdt?: string }

/** Bitcoin where four units, unless `depth` says otherwise, find a counterparty each second. */
export function aThinMarket(
  prices: Prices,
  { depth = '4', usdt = '10000', ...rest }: Options = {},
): ScriptedWorld {
  const balances = { USDT: usdt }
  return scriptedWorld({ prices: { USDT_BTC: prices }, balances, depth, ...rest })
}
