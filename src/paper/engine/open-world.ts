import type { Instant } from '#contract/primitives.ts'
import type { Decimal } from '#money/decimal.ts'

import { planDemoWorld } from '../worlds/demo-world.ts'
import { buildEmptyWorld, buildLiveWorld } from '../worlds/open-account.ts'
import { planUntidyWorld } from '../worlds/untidy-world.ts'
import type { StoredWorld } from './changes.ts'
import { createEngine, type Engine } from './engine.ts'
import { firstIdOf } from './identifiers.ts'
import { LIVE_EXCHANGES, type LiveOrigin } from './market/live-exchanges.ts'
import { type Market, newMarket, seededMarket } from './market/market.ts'
import { replayMarket, type ReplayRow } from './market/replay-market.ts'
import type { Past } from './past.ts'
import { restoreWorld } from './restore-world.ts'
import { createWorld, type WorldMeta } from './world.ts'

const DAY = 86_400_000
const DAYS_BEFORE = 365

export type WorldOrigin = {
  kind: 'demo' | 'untidy' | 'empty'
  seed: number
  madeAt: Instant
  /** User number; separates the ids of users. */
  user: string
  /** First id; derived from user and seed if omitted. */
  firstId?: number
  /** Replayed prices from the world's beginning; seeded ones if omitted. */
  market?: { kind: 'replay'; rows: readonly ReplayRow[] } | LiveOrigin | undefined
  /** First deposit at live prices. */
  balance?: Decimal | undefined
}

/** A fault of an origin: worlds with a past need a year of their own prices. */
export const originFault = ({ kind, market }: WorldOrigin): string | undefined =>
  market && kind !== 'empty' ? 'A replayed market takes an empty world.' : undefined

/** `make` continues a new world until it has done `enough`; true once the world is made. */
export type OpenedWorld = { engine: Engine; make?: (enough?: () => boolean) => boolean }

export type OpenWorld = (
  origin: WorldOrigin,
  stored: StoredWorld | undefined,
  past: Past,
  trouble?: string,
) => OpenedWorld

/** Opens a new or stored world. Ended entities are in `past`; `trouble` makes it read-only. */
export function openWorld(
  origin: WorldOrigin,
  stored: StoredWorld | undefined,
  past: Past,
  trouble?: string,
): Engine {
  const { engine, make } = beginWorld(origin, stored, past, trouble)
  make?.()
  return engine
}

/** Opens a world, but leaves making a new one to the caller. */
export function beginWorld(
  origin: WorldOrigin,
  stored: StoredWorld | undefined,
  past: Past,
  trouble?: string,
): OpenedWorld {
  if (!stored || stored.stored.length === 0) return newWorld(origin, past)
  const { market } = origin
  const world = restoreWorld(stored, seededMarket, market?.kind === 'live' ? market : undefined)
  world.trouble ??= trouble
  return { engine: createEngine(world, past) }
}

/** Seed and first day (midnight UTC a year before) decide the world, at once or in slices. */
function newWorld(origin: WorldOrigin, past: Past): OpenedWorld {
  const fault = originFault(origin)
  if (fault !== undefined) throw new RangeError(fault)
  const { kind, seed, madeAt, user, market } = origin
  const firstDay = market ? wholeSecond(madeAt) : (Math.floor(madeAt / DAY) - DAYS_BEFORE) * DAY
  const meta = {
    seed,
    user,
    firstDay,
    market: newMarket(firstDay),
    now: firstDay,
    ...(kind === 'untidy' && { listings: 'untidy' as const }),
    mode: 'paper' as const,
    nextId: origin.firstId ?? firstIdOf(seed, user),
    nextOrder: 1,
  }
  const world = createWorld(meta, pricesOf(market, meta))
  const engine = createEngine(world, past)
  if (market?.kind === 'replay') world.changes.touch('market', 'replay', () => market.rows)
  if (market?.kind === 'live') {
    world.changes.touch('market', 'live', () => ({ exchange: market.exchange }))
    buildLiveWorld(world, LIVE_EXCHANGES[market.exchange], madeAt, origin.balance)
    return { engine }
  }
  if (kind === 'empty') {
    buildEmptyWorld(world, madeAt)
    return { engine }
  }
  const schedule = (kind === 'demo' ? planDemoWorld : planUntidyWorld)(world, past)
  return { engine, make: (enough) => schedule.run(madeAt, enough) }
}

const pricesOf = (market: WorldOrigin['market'], meta: WorldMeta): Market =>
  market?.kind === 'live'
    ? market.prices
    : market
      ? replayMarket(market.rows, meta.firstDay)
      : seededMarket(meta)

const wholeSecond = (at: Instant): Instant => Math.floor(at / 1000) * 1000
