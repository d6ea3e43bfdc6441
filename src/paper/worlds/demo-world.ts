import { createEngine } from '../engine/engine.ts'
import { hash } from '../engine/market/noise.ts'
import type { Past } from '../engine/past.ts'
import type { World } from '../engine/world.ts'
import { openCast, planCash } from './demo-accounts.ts'
import { planDcaBots, planGrids } from './demo-bots.ts'
import { planEpisodes } from './demo-episodes.ts'
import type { Stage } from './demo-stage.ts'
import { planTrades } from './demo-trades.ts'
import { drawsOf } from './draws.ts'
import { type Schedule, scheduleFor } from './schedule.ts'

const DAY = 86_400_000

/** A year of trading: several traders give commands as planned here, the engine does the rest. */
export function planDemoWorld(world: World, past: Past): Schedule {
  const { seed, firstDay } = world.meta
  const stage: Stage = {
    world,
    engine: createEngine(world, past),
    cast: openCast(world),
    draws: drawsOf(hash(seed, 0x646d, 1)),
    schedule: scheduleFor(world),
    // Whole seconds, and not all at midnight.
    day: (number) => firstDay + Math.round((number * DAY) / 1000) * 1000 + 37_200_000,
  }
  planCash(stage)
  planEpisodes(stage)
  planGrids(stage)
  planDcaBots(stage)
  planTrades(stage)
  return stage.schedule
}
