import { decimal, divide, roundToStep } from '#money/decimal.ts'
import { createEngine, type Engine } from '#paper/engine/engine.ts'
import type { Instrument } from '#paper/engine/market/instruments.ts'
import {
  type Market,
  type MarketOrigin,
  newMarket,
  seededMarket,
} from '#paper/engine/market/market.ts'
import { restoreWorld } from '#paper/engine/restore-world.ts'
import { createWorld, type World } from '#paper/engine/world.ts'
import { deposit, openAccount } from '#paper/worlds/open-account.ts'

import { type MemoryStore, memoryStore } from './memory-store.ts'

/** The engine's changes are readable as past once the store has kept them. */
export type ProvingWorld = { world: World; engine: Engine; store: MemoryStore }

const THINNER = decimal('400')
const PLACES = 8

export const PROVING_START = Date.UTC(2026, 0, 5)

/** So little is offered in a second that most orders are executed in parts. */
function thinMarket(origin: MarketOrigin): Market {
  const market = seededMarket(origin)
  const thin = (instrument: Instrument): Instrument => ({
    ...instrument,
    depth:
      instrument.depth &&
      roundToStep(divide(instrument.depth, THINNER, PLACES, 'up'), instrument.lot, 'up'),
  })
  const instruments = market.instruments.map(thin)
  return {
    ...market,
    instruments,
    instrument: (pair) => instruments.find((one) => one.pair === pair),
  }
}

/** A world with accounts of every kind in both modes and coins on them, for traders who do anything. */
export function provingWorld(seed: number): ProvingWorld {
  const meta = {
    seed,
    user: 'trader',
    firstDay: PROVING_START,
    market: newMarket(PROVING_START),
    now: PROVING_START,
    mode: 'paper' as const,
    nextId: 1,
    nextOrder: 1,
  }
  const world = createWorld(meta, thinMarket(meta))
  const paper = { exchange: 'harbour', exchangeName: 'Harbour' } as const
  const coins = { BTC: '0.2', ETH: '5', SOL: '60', DOT: '900', HBRT: '10' }
  for (const marketType of ['spot', 'margin', 'futures'] as const) {
    const account = openAccount(world, { ...paper, marketType, mode: 'paper', label: marketType })
    deposit(world, account.id, 'USDT', decimal('20000'))
    if (marketType === 'futures') continue
    for (const [coin, units] of Object.entries(coins)) {
      deposit(world, account.id, coin, decimal(units))
    }
  }
  const real = { ...paper, marketType: 'spot', mode: 'real', label: 'real' } as const
  openAccount(world, { ...real, balances: { USDT: '3000', ETH: '1' } })
  return withEngine(world, memoryStore())
}

/** Opens the world again from its stored data. */
export const reopened = (store: MemoryStore): ProvingWorld =>
  withEngine(restoreWorld(store.read(), thinMarket), store)

const withEngine = (world: World, store: MemoryStore): ProvingWorld => ({
  world,
  engine: createEngine(world, store.past),
  store,
})
