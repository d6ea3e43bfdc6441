import { type Decimal, fromNumber, isZero, subtract, toNumber, ZERO } from '#money/decimal.ts'
import { pointOf, type Point } from '#charts/line.ts'
import type { ValueSeries } from '#trading/balance-flow.ts'

import type { Asset } from '../balances/assets.ts'
import { DAY } from '../range.ts'

/** What the balances are worth at this moment: drawn beside the history, and never part of a figure. */
export type Live = Point & {
  /** Since the history's last point; absent where prices may explain it. */
  jump: { by: Decimal; since: number } | undefined
}

/** What any portfolio may move by in a day, as a part of it, besides what its prices did. */
const SLACK = 0.03
/** Prices went back and forth meanwhile: so many times what they moved by in all. */
const BACK_AND_FORTH = 2
/** A fall beyond this is counted as this one, since it would explain anything. */
const DEEPEST = -0.9
/** What a day is taken to move a price whose change is not told. */
const UNTOLD_CHANGE = 0.1

/** The live value after a history's last point; `undefined` where there is none. */
export function liveAfter(
  series: ValueSeries,
  now: { at: number; value: Decimal | undefined; assets: readonly Asset[] },
): Live | undefined {
  const last = pointOf(series, -1)
  if (!last || now.value === undefined || now.at <= last.at) return undefined
  const value = toNumber(now.value)
  const days = Math.max(1, (now.at - last.at) / DAY)
  const explained =
    Math.sqrt(days) *
    (BACK_AND_FORTH * movedInADay(now.assets) +
      SLACK * Math.max(Math.abs(last.value), Math.abs(value)))
  const by = subtract(now.value, fromNumber(last.value))
  // What has no value now is in the history all the same.
  const isWhole = now.assets.every(({ value: worth }) => worth !== undefined)
  const isJump = isWhole && !isZero(by) && Math.abs(value - last.value) > explained
  return { at: now.at, value, jump: isJump ? { by, since: last.at } : undefined }
}

/** What the prices of what is held moved its value by within a day, in whatever direction. */
const movedInADay = (assets: readonly Asset[]): number =>
  assets.reduce((sum, { value, dayChange }) => {
    const worth = Math.abs(toNumber(value ?? ZERO))
    const change = dayChange === undefined ? UNTOLD_CHANGE : toNumber(dayChange) / 100
    return sum + worth * Math.abs(change / (1 + Math.max(change, DEEPEST)))
  }, 0)
