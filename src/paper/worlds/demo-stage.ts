import type { Instant } from '#contract/primitives.ts'
import { type Decimal, fromNumber, multiply, round, roundToStep, toNumber } from '#money/decimal.ts'
import { unitsFor } from '#trading/lots.ts'

import type { Account } from '../engine/balances/accounts.ts'
import type { Engine } from '../engine/engine.ts'
import { priceOf } from '../engine/market/quotes.ts'
import { freeBalance } from '../engine/orders/desk.ts'
import { type World, instrumentOf } from '../engine/world.ts'
import type { Draws } from './draws.ts'
import type { Schedule } from './schedule.ts'

export type Cast = {
  harbour: Account
  futures: Account
  margin: Account
  meridian: Account
  real: Account
  realMargin: Account
}

/** Everything a strategy of the demo needs. */
export type Stage = {
  world: World
  engine: Engine
  cast: Cast
  draws: Draws
  schedule: Schedule
  /** So many days after the first one. */
  day: (number: number) => Instant
}

/** The last price times a factor, on the tick. */
export function priceTimes({ world }: Stage, pair: string, factor: number): Decimal {
  const instrument = instrumentOf(world, pair)
  const last = priceOf(instrument, world.market.last(pair, world.meta.now))
  return roundToStep(multiply(last, fromNumber(round4(factor))), instrument.tick, 'half-even')
}

/** How many units so many dollars buy. */
export const unitsWorth = (stage: Stage, pair: string, dollars: number): Decimal =>
  unitsFor(
    fromNumber(Math.round(dollars)),
    priceTimes(stage, pair, 1),
    instrumentOf(stage.world, pair).lot,
  )

export const freeOf = ({ world }: Stage, account: Account, currency: string): number =>
  toNumber(freeBalance(world, account.id, currency))

/** A percentage with two places. */
export const percent = (value: number): Decimal => round(fromNumber(value), 2, 'half-even')

const round4 = (value: number): number => Math.round(value * 10_000) / 10_000
