import type { Instant } from '#contract/primitives.ts'
import { INTEREST_EVERY } from '#trading/borrowing.ts'

import { accrueDeals } from './dca-bots/dca-interest.ts'
import { accrueGrid } from './grid-bots/grid-liquidation.ts'
import { accrueTrade } from './smart-trades/smart-trade-loan.ts'
import { type World, nextInterest } from './world.ts'

/** Everything that is open owes what it costs: interest for four hours, or funding when it is due. */
export function chargeAll(world: World, at: Instant): void {
  // Most trades borrow nothing: thousands of them are not put in order for nothing.
  for (const trade of byId(world.smartTrades, ({ leverage }) => leverage !== null)) {
    accrueTrade(world, trade)
  }
  for (const bot of byId(world.gridBots)) accrueGrid(world, bot)
  for (const bot of byId(world.dcaBots)) accrueDeals(world, bot)
  world.agenda.push(nextInterest(at + INTEREST_EVERY - 1))
}

function byId<T>(
  things: ReadonlyMap<number | string, T>,
  isMeant: (thing: T) => boolean = () => true,
): T[] {
  const meant: [number | string, T][] = []
  for (const [id, thing] of things) if (isMeant(thing)) meant.push([id, thing])
  return meant.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, thing]) => thing)
}
