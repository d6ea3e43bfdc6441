import type { ReferenceTrade } from './reference-smart-trade.ts'
import {
  away,
  type Exits,
  type Price,
  type StopPlan,
  type TargetPlan,
} from './smart-trade-plans.ts'

export type Change = 'targets' | 'stop' | 'both'

/**
 * New exits of a trade that its rules take: targets beyond the price, the stop before it, and what is filled
 * as it is. `undefined` if there is nothing to change.
 */
export function newExits(
  trade: ReferenceTrade,
  what: Change,
  wish: Exits,
  now: number,
): { targets?: TargetPlan[]; stop?: StopPlan } | undefined {
  const targets = what === 'stop' ? undefined : newTargets(trade, wish, now)
  const hasTwo = (targets ?? trade.targets).length > 1
  const stop = what === 'targets' ? undefined : newStop(trade, wish, now, hasTwo)
  // Break-even needs two targets.
  if (!stop && trade.stop?.breakeven && !hasTwo) return undefined
  return targets || stop ? { ...(targets && { targets }), ...(stop && { stop }) } : undefined
}

const centsFrom = ({ plan }: ReferenceTrade, now: number, points: number): Price => ({
  cents: away(now, plan.side === 'buy' ? points : -points),
})

function newTargets(trade: ReferenceTrade, wish: Exits, now: number): TargetPlan[] | undefined {
  const fixed = trade.targets.filter(({ isFixed }) => isFixed)
  const left = 100 - fixed.reduce((sum, { percent }) => sum + percent, 0)
  const areFirst = trade.targets.every(({ isFixed }, at) => isFixed === at < fixed.length)
  const count = Math.min(wish.volumes.length, 3)
  const isFilling = trade.targets.some((target) => target.isFilling)
  if (count === 0 || left === 0 || isFilling || !areFirst) return undefined
  const open = Array.from({ length: count }, (_, at): TargetPlan => {
    const share = Math.floor(left / count)
    const percent = at === count - 1 ? left - share * (count - 1) : share
    const old = trade.targets[fixed.length + at]
    // Repeated as it stands, if it closes as much.
    if (wish.isNear && old?.percent === percent) {
      return { price: old.price, percent, isMarket: old.isMarket }
    }
    const points = Math.ceil(wish.first / 5 + at * wish.step) + 5
    return { price: centsFrom(trade, now, points), percent, isMarket: wish.isMarket }
  })
  if (open.some(({ price }) => !isBeyond(trade, price, now))) return undefined
  const kept = fixed.map(({ cents, percent, isMarket }) => ({
    price: { cents },
    percent,
    isMarket,
  }))
  return [...kept, ...open]
}

function newStop(
  trade: ReferenceTrade,
  { stop, timeout, trailing, breakeven }: Exits,
  now: number,
  hasTwo: boolean,
): StopPlan | undefined {
  if (stop === undefined) return undefined
  const price = centsFrom(trade, now, -(stop + 10))
  return { price, timeout, trailing, breakeven: breakeven && hasTwo }
}

/** Checks to the last digit whether a price is on the side of a target now. */
function isBeyond({ position, plan }: ReferenceTrade, price: Price, now: number): boolean {
  const sign = plan.side === 'buy' ? 1 : -1
  if ('cents' in price) return sign * (price.cents - now) > 0
  const at = (position.average() ?? 0n) * BigInt(10_000 + sign * price.points)
  const here = BigInt(now) * 10n ** 14n
  return sign > 0 ? at > here : at < here
}
