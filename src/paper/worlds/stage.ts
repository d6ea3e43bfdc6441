import type { Instant } from '#contract/primitives.ts'
import { type Decimal, fromNumber, multiply, round, roundToStep, toNumber } from '#money/decimal.ts'
import { unitsFor } from '#trading/lots.ts'

import { advance } from '../engine/advance.ts'
import type { Account } from '../engine/balances/accounts.ts'
import { createEngine, type Engine } from '../engine/engine.ts'
import { hash, unit } from '../engine/market/noise.ts'
import { freeBalance } from '../engine/orders/place-orders.ts'
import type { Past } from '../engine/past.ts'
import { instrumentOf, lastPriceOf, type World } from '../engine/world.ts'
import { Refusal } from '../refusal.ts'

const DAY = 86_400_000

export type Cast = {
  harbour: Account
  futures: Account
  margin: Account
  meridian: Account
  real: Account
  realMargin: Account
}

export type Stage = {
  world: World
  engine: Engine
  cast: Cast
  draws: Draws
  schedule: Schedule
  /** Days after the first one. */
  day: (number: number) => Instant
}

export function stageOf(world: World, past: Past, cast: Cast): Stage {
  const { seed, firstDay } = world.meta
  return {
    world,
    engine: createEngine(world, past),
    cast,
    draws: drawsOf(hash(seed, 0x646d, 1)),
    schedule: scheduleFor(world),
    // Whole seconds, and not all at midnight.
    day: (number) => firstDay + Math.round((number * DAY) / 1000) * 1000 + 37_200_000,
  }
}

/** The last price on an account's exchange times a factor, rounded to the tick. */
export function priceTimes(
  { world }: Stage,
  { id }: Account,
  pair: string,
  factor: number,
): Decimal {
  const last = lastPriceOf(world, id, pair)
  const { tick } = instrumentOf(world, pair)
  return roundToStep(multiply(last, fromNumber(round4(factor))), tick, 'half-even')
}

export const unitsWorth = (
  stage: Stage,
  account: Account,
  pair: string,
  dollars: number,
): Decimal =>
  unitsFor(
    fromNumber(Math.round(dollars)),
    priceTimes(stage, account, pair, 1),
    instrumentOf(stage.world, pair).lot,
  )

export const freeOf = ({ world }: Stage, account: Account, currency: string): number =>
  toNumber(freeBalance(world, account.id, currency))

export const percent = (value: number): Decimal => round(fromNumber(value), 2, 'half-even')

const round4 = (value: number): number => Math.round(value * 10_000) / 10_000

export type Draws = ReturnType<typeof drawsOf>

export function drawsOf(seed: number) {
  let drawn = 0
  const next = (): number => unit(hash(seed, 0x64656d, drawn++))
  const whole = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1))
  return {
    between: (low: number, high: number): number => low + next() * (high - low),
    whole,
    chance: (share: number): boolean => next() < share,
    pick: <T>(from: readonly [T, ...T[]]): T => from[whole(0, from.length - 1)] ?? from[0],
  }
}

type Act = () => void

export type Schedule = ReturnType<typeof scheduleFor>

/** The traders' acts by time. An act may plan further ones. */
export function scheduleFor(world: World) {
  const planned: { at: Instant; act: Act }[] = []
  return {
    add(at: Instant, act: Act): void {
      const later = planned.findIndex((other) => other.at > at)
      planned.splice(later < 0 ? planned.length : later, 0, { at, act })
    },
    /** Runs all acts up to a moment or until `enough`; true once it is there. */
    run(until: Instant, enough?: () => boolean): boolean {
      for (let next = planned[0]; next && next.at <= until; next = planned[0]) {
        if (!advance(world, next.at, enough)) return false
        planned.shift()
        unlessRefused(next.act)
      }
      return advance(world, until, enough)
    },
  }
}

/** Ignores the engine's refusals. */
function unlessRefused(act: Act): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
