import type { Instant } from '#contract/primitives.ts'
import { INTEREST_EVERY } from '#trading/borrowing.ts'

import { accrueDeals } from './dca-bots/dca-interest.ts'
import { accrueGrid } from './grid-bots/grid-liquidation.ts'
import { accrueTrade } from './smart-trades/smart-trade-loan.ts'
import { type World, nextInterest } from './world.ts'

/** Everything that is open owes what it costs: interest for four hours, or funding when it is due. */
export function chargeAll(world: World, at: Instant): void {
  for (const trade of byId(world.smartTrades)) accrueTrade(world, trade)
  for (const bot of byId(world.gridBots)) accrueGrid(world, bot)
  for (const bot of byId(world.dcaBots)) accrueDeals(world, bot)
  world.agenda.push(nextInterest(at + INTEREST_EVERY - 1))
}

const byId = <T>(things: ReadonlyMap<number | string, T>): T[] =>
  [...things].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, thing]) => thing)
