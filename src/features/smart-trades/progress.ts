import {
  absolute,
  compare,
  type Decimal,
  isNegative,
  isPositive,
  subtract,
  toNumber,
} from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { joined } from '#money/words.ts'

import {
  entryOf,
  isFilled,
  isPartlyFilled,
  nowOf,
  stopOf,
  targetsOf,
  type Trade,
} from './trade-facts.ts'

export type Progress = {
  /** Places from the stop (0) to the farthest target (1), for longs and shorts. */
  entry: number
  now: number | undefined
  targets: number[]
  direction: 'up' | 'down' | 'none'
  label: string
}

/**
 * Place of a trade between stop and farthest target. Starts at the entry without a stop, ends there
 * without a target; `undefined` without both or without an entry price.
 */
export function progressOf(trade: Trade): Progress | undefined {
  const entry = entryOf(trade)
  const now = nowOf(trade)
  const stop = stopOf(trade)
  const targets = targetsOf(trade)
  const from = stop ?? entry
  const to = farthestFrom(from, targets) ?? entry
  if (!entry || !from || !to || from === to) return undefined

  const start = toNumber(from)
  const length = toNumber(to) - start
  const placeOf = (price: Decimal) => (toNumber(price) - start) / length
  return {
    entry: placeOf(entry),
    now: now && placeOf(now),
    targets: targets.filter((target) => target !== to).map(placeOf),
    direction: directionOf(trade),
    label: labelOf({ stop, entry, now, targets }),
  }
}

/** Targets may come in any order. */
const farthestFrom = (
  from: Decimal | undefined,
  targets: readonly Decimal[],
): Decimal | undefined =>
  targets.reduce<Decimal | undefined>(
    (most, target) =>
      from && most && compare(absolute(subtract(target, from)), absolute(subtract(most, from))) <= 0
        ? most
        : target,
    undefined,
  )

export function directionOf(trade: Trade): Progress['direction'] {
  const profit = trade.profit.volume
  const isEmpty = !isFilled(trade) && !isPartlyFilled(trade)
  if (isEmpty || !profit) return 'none'
  if (isPositive(profit)) return 'up'
  return isNegative(profit) ? 'down' : 'none'
}

type Prices = {
  stop: Decimal | undefined
  entry: Decimal
  now: Decimal | undefined
  targets: readonly Decimal[]
}

function labelOf({ stop, entry, now, targets }: Prices): string {
  return joined([
    stop ? `Stop ${formatAmount(stop)}` : 'No stop',
    `entry ${formatAmount(entry)}`,
    now && `now ${formatAmount(now)}`,
    targets.length === 0
      ? 'no target'
      : `${targets.length === 1 ? 'target' : 'targets'} ${targets.map((price) => formatAmount(price)).join(', ')}`,
  ])
}
