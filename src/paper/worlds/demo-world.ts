import { decimal } from '#money/decimal.ts'

import type { Past } from '../engine/past.ts'
import type { World } from '../engine/world.ts'
import { planDcaBots, planGrids } from './demo-bots.ts'
import { planEpisodes } from './demo-episodes.ts'
import { type Cast, type Schedule, type Stage, stageOf } from './stage.ts'
import { planTrades } from './demo-trades.ts'
import { deposit, openAccount, withdraw } from './open-account.ts'

/** A year of trading: several traders give commands as planned here, the engine does the rest. */
export function planDemoWorld(world: World, past: Past): Schedule {
  const stage = stageOf(world, past, openCast(world))
  planCash(stage)
  planEpisodes(stage)
  planGrids(stage)
  planDcaBots(stage)
  planTrades(stage)
  return stage.schedule
}

const HARBOUR = { exchange: 'harbour', exchangeName: 'Harbour' } as const
const MERIDIAN = { exchange: 'meridian', exchangeName: 'Meridian' } as const

/** Small change that sales leave behind, and a coin that trades nowhere. */
const LEFTOVERS = { DOGE: '3', ADA: '0.7', LTC: '0.004', DOT: '0.11', HBRT: '1200' }

/** The accounts of the demo, all opened on its first day; money comes as it is needed. */
function openCast(world: World): Cast {
  const paper = { mode: 'paper' as const }
  const real = { mode: 'real' as const }
  return {
    harbour: openAccount(world, {
      ...HARBOUR,
      ...paper,
      label: 'Harbour spot',
      marketType: 'spot',
      balances: { USDT: '26000', ...LEFTOVERS },
    }),
    margin: openAccount(world, {
      ...MERIDIAN,
      ...paper,
      label: 'Meridian margin',
      marketType: 'margin',
      balances: { USDT: '4000' },
    }),
    meridian: openAccount(world, {
      ...MERIDIAN,
      ...paper,
      label: 'Meridian spot',
      marketType: 'spot',
      balances: { USDT: '3000' },
    }),
    futures: openAccount(world, {
      ...HARBOUR,
      ...paper,
      label: 'Harbour futures',
      marketType: 'futures',
      smartTrading: false,
      balances: { USDT: '2500' },
    }),
    real: openAccount(world, {
      ...HARBOUR,
      ...real,
      label: 'Harbour spot (simulated)',
      marketType: 'spot',
      balances: { USDT: '4000' },
    }),
    realMargin: openAccount(world, {
      ...MERIDIAN,
      ...real,
      label: 'Meridian margin (simulated)',
      marketType: 'margin',
      balances: { USDT: '1500' },
    }),
  }
}

/** Money that comes and goes over the year. */
function planCash({ world, cast, schedule, day }: Stage): void {
  const { harbour, meridian, futures } = cast
  schedule.add(day(58), () => deposit(world, meridian.id, 'USDT', decimal('6000')))
  schedule.add(day(96), () => deposit(world, harbour.id, 'USDT', decimal('5000')))
  schedule.add(day(128), () => deposit(world, futures.id, 'USDT', decimal('1500')))
  schedule.add(day(286), () => deposit(world, harbour.id, 'USDT', decimal('5000')))
  schedule.add(day(331), () => withdraw(world, harbour.id, 'USDT', decimal('2000')))
}
