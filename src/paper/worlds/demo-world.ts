import { decimal } from '#money/decimal.ts'

import type { Past } from '../engine/past.ts'
import type { World } from '../engine/world.ts'
import { DEMO_DCA_BOTS, DEMO_GRIDS, planDcaBots, planGrids } from './demo-bots.ts'
import { planEpisodes } from './demo-episodes.ts'
import { type Cast, type Schedule, type Stage, stageOf } from './stage.ts'
import { planTrades } from './demo-trades.ts'
import { deposit, openingIn, withdraw } from './open-account.ts'

/** A year of trading: traders give the planned commands, the engine does the rest. */
export function planDemoWorld(world: World, past: Past): Schedule {
  const stage = stageOf(world, past, openCast(world))
  planCash(stage)
  planEpisodes(stage)
  planGrids(stage, DEMO_GRIDS)
  planDcaBots(stage, DEMO_DCA_BOTS)
  planTrades(stage)
  return stage.schedule
}

/** Dust of sales, and a coin that trades nowhere. */
const LEFTOVERS = { DOGE: '3', ADA: '0.7', LTC: '0.004', DOT: '0.11', HBRT: '1200' }

/** The accounts of the demo, opened on its first day; deposits follow. */
function openCast(world: World): Cast {
  const open = openingIn(world)
  return {
    harbour: open('harbour', 'spot', 'Harbour spot', { USDT: '26000', ...LEFTOVERS }),
    margin: open('meridian', 'margin', 'Meridian margin', { USDT: '4000' }),
    meridian: open('meridian', 'spot', 'Meridian spot', { USDT: '3000' }),
    futures: open('harbour', 'futures', 'Harbour futures', { USDT: '2500' }),
    real: open('harbour', 'spot', 'Harbour spot (simulated)', { USDT: '4000' }, 'real'),
    realMargin: open('meridian', 'margin', 'Meridian margin (simulated)', { USDT: '1500' }, 'real'),
  }
}

function planCash({ world, cast, schedule, day }: Stage): void {
  const { harbour, meridian, futures } = cast
  schedule.add(day(58), () => deposit(world, meridian.id, 'USDT', decimal('6000')))
  schedule.add(day(96), () => deposit(world, harbour.id, 'USDT', decimal('5000')))
  schedule.add(day(128), () => deposit(world, futures.id, 'USDT', decimal('1500')))
  schedule.add(day(286), () => deposit(world, harbour.id, 'USDT', decimal('5000')))
  schedule.add(day(331), () => withdraw(world, harbour.id, 'USDT', decimal('2000')))
}
