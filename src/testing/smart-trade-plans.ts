import * as fc from 'fast-check'

import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { type Decimal, decimal, multiply, toText } from '#money/decimal.ts'

import { exact } from './decimals.ts'
import { aDraft } from './scripted-world.ts'

/** The first price in cents. */
const START = 10_000
/** Interest and funding are charged four hours after the beginning, which is soon. */
export const BEGIN = 4 * 3_600 - 60

/** A price in cents, or hundredths of a percent from the average entry. */
export type Price = { cents: number } | { points: number }
export type TargetPlan = { price: Price; percent: number; isMarket: boolean }
export type StopPlan = { price: Price; timeout: number; trailing: number; breakeven: boolean }

/** Set-up of a trade. Prices are whole cents, units whole lots. */
export type Plan = {
  side: 'buy' | 'sell'
  /** The price counts for an entry that waits. */
  entry: { kind: 'market' | 'skipped' | 'limit' | 'trigger'; price: number }
  lots: number
  isBorrowed: boolean
  targets: TargetPlan[]
  stop: StopPlan | undefined
}

export const inCents = (cents: number): Decimal => exact(BigInt(cents), 2)
export const lotsOf = (lots: number | bigint): Decimal =>
  multiply(decimal(String(lots)), decimal('0.00001'))

/** Prices of a trade, in hundredths of a percent of the price at its creation. */
export const exits = fc.record({
  volumes: fc.constantFrom([], [100], [40, 60], [25, 25, 50]),
  first: fc.integer({ min: 50, max: 500 }),
  step: fc.integer({ min: 50, max: 300 }),
  isNear: fc.boolean(),
  isMarket: fc.boolean(),
  inPercent: fc.boolean(),
  stop: fc.option(fc.integer({ min: 50, max: 600 }), { nil: undefined }),
  timeout: fc.constantFrom(0, 0, 3, 9),
  trailing: fc.constantFrom(0, 0, 1, 3),
  breakeven: fc.boolean(),
})
export type Exits = typeof exits extends fc.Arbitrary<infer T> ? T : never
export const wishes = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  kind: fc.constantFrom<Plan['entry']['kind'][]>('market', 'skipped', 'limit', 'trigger'),
  entry: fc.integer({ min: -400, max: 400 }),
  lots: fc.integer({ min: 60, max: 300 }).map((count) => count * 1_000),
  exits,
})
export type Wish = typeof wishes extends fc.Arbitrary<infer T> ? T : never

export const away = (from: number, points: number): number =>
  Math.round(from * (1 + points / 10_000))

function targetsOf(sign: number, now: number, wish: Exits, isNear: boolean): TargetPlan[] {
  const { volumes, inPercent, isMarket, first, step } = wish
  return volumes.map((percent, index) => {
    const points = Math.round((isNear ? first / 25 : 500 + first) + index * step)
    return {
      price: inPercent ? { points } : { cents: away(now, sign * points) },
      percent,
      isMarket,
    }
  })
}

function stopOf(sign: number, now: number, wish: Exits, least = 400): StopPlan | undefined {
  const { stop, inPercent, timeout, trailing, volumes, breakeven } = wish
  if (stop === undefined) return undefined
  const points = least + stop
  return {
    price: inPercent ? { points } : { cents: away(now, -sign * points) },
    timeout,
    trailing,
    breakeven: breakeven && volumes.length > 1,
  }
}

export function planOf(
  { side, kind, entry, lots, exits: wish }: Wish,
  now: number,
  isBorrowed: boolean,
): Plan {
  const sign = side === 'buy' ? 1 : -1
  const isNear = wish.isNear && (kind === 'market' || kind === 'skipped')
  // Coins that are held already are only sold with something to wait for.
  const isBare = kind === 'skipped' && wish.volumes.length === 0 && wish.stop === undefined
  return {
    side,
    lots,
    entry: {
      kind: isBare || (isBorrowed && kind === 'skipped') ? 'market' : kind,
      price: away(now, entry),
    },
    isBorrowed,
    targets: targetsOf(sign, now, wish, isNear),
    stop: stopOf(sign, now, wish),
  }
}

const priceOf = (price: Price) =>
  'cents' in price ? { value: inCents(price.cents) } : { percent: exact(BigInt(price.points), 2) }

export const takeProfitOf = (targets: readonly TargetPlan[]) => ({
  enabled: targets.length > 0,
  ...(targets.length > 0 && {
    steps: targets.map(({ price, percent, isMarket }) => ({
      order_type: isMarket ? ('market' as const) : ('limit' as const),
      volume: decimal(String(percent)),
      price: { type: 'last' as const, ...priceOf(price) },
    })),
  }),
})

export const stopLossOf = ({ price, timeout, trailing, breakeven }: StopPlan) => ({
  enabled: true,
  order_type: 'market' as const,
  breakeven,
  conditional: {
    price: { type: 'last' as const, ...priceOf(price) },
    trailing: { enabled: trailing > 0, percent: decimal(String(trailing)) },
  },
  timeout: { enabled: timeout > 0, value: decimal(String(timeout)) },
})

export function draftOf(
  account: Parameters<typeof aDraft>[0],
  { side, lots, entry, isBorrowed, ...plan }: Plan,
): SmartTradeDraft {
  const isWaiting = entry.kind === 'limit' || entry.kind === 'trigger'
  const draft = aDraft(account, {
    side,
    units: toText(lotsOf(lots)),
    ...(isWaiting && { price: toText(inCents(entry.price)) }),
    ...(entry.kind === 'skipped' && { skip_enter_step: true }),
    ...(isBorrowed && { leverage: { enabled: true, type: 'cross' as const, value: 2 } }),
    ...(plan.targets.length > 0 && { take_profit: takeProfitOf(plan.targets) }),
    ...(plan.stop && { stop_loss: stopLossOf(plan.stop) }),
  })
  if (entry.kind !== 'trigger') return draft
  const conditional = {
    order_type: 'market' as const,
    price: { type: 'last' as const, value: inCents(entry.price) },
  }
  return { ...draft, position: { ...draft.position, order_type: 'conditional', conditional } }
}

/** After so many seconds, and by or to how many hundredths of a percent. */
type Move = readonly [after: number, points: number]
const moves = (longest: number, most: number): fc.Arbitrary<Move[]> =>
  fc.array(fc.tuple(fc.integer({ min: 1, max: longest }), fc.integer({ min: -most, max: most })), {
    minLength: 20,
    maxLength: 60,
  })

/** Prices that walk in long or in short steps, and prices that jump from one side of everything to the other and back. */
const walks = moves(4, 300).map((path) => ({ path, jumps: false }))
const small = moves(4, 15).map((path) => ({ path, jumps: false }))
const jumps = moves(2, 1_300).map((path) => ({ path, jumps: true }))
type Path = typeof jumps extends fc.Arbitrary<infer T> ? T : never

export function priceSteps({ path, jumps: hasJumps }: Path): [number, number][] {
  let second = BEGIN
  let cents = START
  const steps: [number, number][] = [[0, cents]]
  for (const [after, points] of path) {
    second += after
    cents = Math.max(3_000, away(hasJumps ? START : cents, points))
    steps.push([second, cents])
  }
  return steps
}

/** Spot, or a market where positions are borrowed for, whose price stays far from their liquidation. */
export const scenes = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      market: fc.constant('spot' as const),
      path: fc.oneof(walks, small, jumps),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      market: fc.constantFrom('margin' as const, 'futures' as const),
      path: fc.oneof(small, jumps),
    }),
  },
)
