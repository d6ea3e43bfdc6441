import type { Instant } from '#contract/primitives.ts'

import { buildDemoWorld } from '../worlds/demo-world.ts'
import { buildEmptyWorld } from '../worlds/empty-world.ts'
import { createEngine } from './create-engine.ts'
import type { Engine, StoredWorld } from './engine.ts'
import { firstIdOf } from './identifiers.ts'
import { seededMarket } from './market/market.ts'
import { restoreWorld } from './restore-world.ts'
import { createWorld } from './world.ts'

const DAY = 86_400_000
const DAYS_BEFORE = 365

export type WorldOrigin = {
  kind: 'demo' | 'empty'
  seed: number
  madeAt: Instant
  /** Whose world it is: keeps the ids of one user apart from those of another. */
  user: string
}

/**
 * Makes a user's world from its origin or, when it has been stored, brings it back as it was left.
 * The same seed and first day, which is midnight UTC a year before, give the same world everywhere.
 */
export function openWorld(origin: WorldOrigin, stored: StoredWorld | undefined): Engine {
  if (stored && stored.stored.length > 0) {
    return createEngine(restoreWorld(stored, seededMarket))
  }
  const { kind, seed, madeAt, user } = origin
  const firstDay = (Math.floor(madeAt / DAY) - DAYS_BEFORE) * DAY
  const meta = {
    seed,
    user,
    firstDay,
    now: firstDay,
    mode: 'paper' as const,
    nextId: firstIdOf(seed, user),
    nextOrder: 1,
  }
  const world = createWorld(meta, seededMarket({ seed, firstDay }))
  if (kind === 'demo') buildDemoWorld(world, madeAt)
  else buildEmptyWorld(world, madeAt)
  return createEngine(world)
}
