// Balance history with deposits, and the comparison lines computed from it.

import {
  lastIndexUntil,
  type Line,
  lineOf,
  nearestIndex,
  type Point,
  pointOf,
} from '#charts/line.ts'
import {
  type Decimal,
  fromNumber,
  isZero,
  round,
  subtract,
  sum,
  toNumber,
  ZERO,
} from '#money/decimal.ts'
import {
  type BalanceColumns,
  type DepositReading,
  guessReading,
  knowsFlows,
  type Unit,
  unreadablePoints,
  type ValueSeries,
  valueSeries,
  withPoint,
} from '#trading/balance-flow.ts'

import type { Asset, Worth } from '#market/assets.ts'
import { DAY } from '../range.ts'
import { otherUnit, UNIT_PLACES, UNITS } from '../unit.ts'

/** Balance history in both units; a point may be readable in only one. */
export type Series = Record<Unit, ValueSeries> & {
  /** Meaning of the deposit fields; `undefined` if unknown, and then all flows are unknown. */
  reading: DepositReading | undefined
  /** All deposits are known; otherwise profit is unknown. */
  hasFlows: Record<Unit, boolean>
  unreadable: Record<Unit, number>
}

const inBoth = <T>(of: (unit: Unit) => T): Record<Unit, T> => ({ usd: of('usd'), btc: of('btc') })

export function readSeries(
  answer: BalanceColumns,
  reading: DepositReading | undefined = guessReading(answer),
): Series {
  const seriesOf = (unit: Unit): ValueSeries => {
    const read = valueSeries(answer, unit, reading ?? 'since_last')
    return reading ? read : { ...read, flows: new Map() }
  }
  return {
    ...inBoth(seriesOf),
    reading,
    hasFlows: inBoth((unit) => reading !== undefined && knowsFlows(answer, unit, reading)),
    unreadable: inBoth((unit) => unreadablePoints(answer, unit)),
  }
}

/**
 * Extends a series of hourly or daily points to the service's last point, by one point from the
 * denser recent ones: their last value with all flows since. A history that has just begun consists
 * only of those.
 */
export function upToRecent(series: Series, recent: Series): Series {
  if (UNITS.every((unit) => series[unit].at.length === 0)) {
    return UNITS.some((unit) => recent[unit].at.length > 0) ? recent : series
  }
  const last = inBoth((unit) => lastOf(series[unit], recent[unit]))
  return {
    ...series,
    ...inBoth((unit) => {
      const point = last[unit]
      return point ? withPoint(series[unit], point) : series[unit]
    }),
    hasFlows: inBoth(
      (unit) => series.hasFlows[unit] && (recent.hasFlows[unit] || last[unit] === undefined),
    ),
  }
}

/** Last recent point with all flows since a series ended; `undefined` if some would be missing. */
function lastOf(series: ValueSeries, recent: ValueSeries) {
  const [end, start] = [series.at.at(-1), recent.at[0]]
  if (end === undefined || start === undefined || start > end) return undefined
  return inOne(recent, end)
}

/** Last point after an instant, with all flows since then. */
function inOne(series: ValueSeries, after: number) {
  const until = lastIndexUntil(series.at, after)
  const last = pointOf(series, -1)
  if (!last || last.at <= after) return undefined
  const since = [...series.flows].flatMap(([index, flow]) => (index > until ? flow : []))
  return { ...last, flow: sum(since) }
}

/** Initial value plus flows since, as steps: the basis of profit, up to the last point. */
export function paidIn(series: ValueSeries): Line {
  const paid = paidInAt(series)
  const steps = new Set([0, ...series.flows.keys(), series.at.length - 1])
  return lineOf([...steps].flatMap((index) => pointOf({ at: series.at, value: paid }, index) ?? []))
}

function paidInAt({ value, flows }: ValueSeries): Float64Array {
  let paid = value[0] ?? 0
  return value.map((_, index) => {
    const flow = index > 0 ? flows.get(index) : undefined
    if (flow) paid += toNumber(flow)
    return paid
  })
}

/** Value of the same money in the other currency, at the price that each point implies. */
export function heldInOther(series: Series, unit: Unit): Line {
  const { at } = series[unit]
  const other = series[otherUnit(unit)]
  const held = paidInAt(other)
  const value = at.map((instant, index) => {
    const place = placeOf(other, instant)
    const price = priceOfOther(series, unit, index)
    return place === undefined || price === undefined ? Number.NaN : (held[place] ?? 0) * price
  })
  return { at, value }
}

/** Return of holding the other currency over the range, in percent. */
export function returnOfOther(series: Series, unit: Unit): number | undefined {
  const count = series[unit].at.length
  const first = priceOfOther(series, unit, 0)
  const last = priceOfOther(series, unit, count - 1)
  if (first === undefined || last === undefined || count < 2) return undefined
  const percent = (last / first - 1) * 100
  return Number.isFinite(percent) ? percent : undefined
}

/** Price of the other currency at a point; `undefined` if nothing was held. */
function priceOfOther(series: Series, unit: Unit, index: number): number | undefined {
  const { at, value } = series[unit]
  const [instant, worth] = [at[index], value[index]]
  if (instant === undefined || worth === undefined) return undefined
  const other = series[otherUnit(unit)]
  const price = worth / (other.value[placeOf(other, instant) ?? -1] ?? Number.NaN)
  return Number.isFinite(price) && price > 0 ? price : undefined
}

/** Index of the point at exactly this instant. */
function placeOf({ at }: ValueSeries, instant: number): number | undefined {
  const place = nearestIndex(at, instant)
  return at[place] === instant ? place : undefined
}

/**
 * Current value of the balances. Figures end with it, unless it jumped: deposits may have changed
 * it since the last point, and figures end there.
 */
export type Live = Point & {
  /**
   * Change since the last point; `undefined` if price moves may explain it. Assets without a price
   * (`isPriced` false) may explain any fall.
   */
  jump: { by: Decimal; since: number; isPriced: boolean } | undefined
}

/** Daily move that any portfolio may make besides its prices, as a fraction. */
const SLACK = 0.03
/** Factor on the net price move, because prices may have gone back and forth. */
const BACK_AND_FORTH = 2
/** Falls beyond this count as this, because they would explain anything. */
const DEEPEST = -0.9
/** Daily price move assumed if the change is unknown. */
const UNEXPLAINED_CHANGE = 0.1
/** Balances and history are separate reads, up to a minute apart. */
const READ_APART_MS = 60_000

/**
 * Current value after the last point, rounded as shown. `undefined` without a history, or if the
 * balances were read too long before its last point.
 */
export function liveAfter(
  series: ValueSeries,
  now: { at: number; value: Decimal | undefined; assets: readonly Asset[] },
  unit: Unit,
): Live | undefined {
  const last = pointOf(series, -1)
  if (!last || now.value === undefined || now.at < last.at - READ_APART_MS) return undefined
  const at = Math.max(now.at, last.at + 1)
  const rounded = shown(now.value, unit)
  const value = toNumber(rounded)
  const days = Math.max(1, (at - last.at) / DAY)
  const explained =
    Math.sqrt(days) *
    (BACK_AND_FORTH * movedInADay(now.assets) +
      SLACK * Math.max(Math.abs(last.value), Math.abs(value)))
  const by = subtract(rounded, fromNumber(last.value))
  const isJump = !isZero(by) && Math.abs(value - last.value) > explained
  const isPriced = now.assets.every(({ value: worth }) => worth !== undefined)
  return { at, value, jump: isJump ? { by, since: last.at, isPriced } : undefined }
}

/** Series with the current value as its last point, in each unit in which it is known. */
export function endedNow<S extends Series | undefined>(
  series: S,
  current: { at: number; worth: Worth } | undefined,
  unit: Unit,
): { series: S | Series; live: Live | undefined } {
  if (!series || !current) return { series, live: undefined }
  const { at, worth } = current
  const live = liveAfter(series[unit], { at, ...worth[unit] }, unit)
  if (!live || live.jump) return { series, live }
  const ended = (one: Unit): ValueSeries => {
    const { value } = worth[one]
    const isNewer = live.at > (series[one].at.at(-1) ?? Number.POSITIVE_INFINITY)
    return value === undefined || !isNewer
      ? series[one]
      : withPoint(series[one], { at: live.at, value: toNumber(shown(value, one)), flow: ZERO })
  }
  return { series: { ...series, ...inBoth(ended) }, live }
}

const shown = (value: Decimal, unit: Unit): Decimal => round(value, UNIT_PLACES[unit], 'half-even')

/** Value moved by prices within a day, regardless of direction. */
const movedInADay = (assets: readonly Asset[]): number =>
  assets.reduce((sum, { value, dayChange }) => {
    const worth = Math.abs(toNumber(value ?? ZERO))
    const change = dayChange === undefined ? UNEXPLAINED_CHANGE : toNumber(dayChange) / 100
    return sum + worth * Math.abs(change / (1 + Math.max(change, DEEPEST)))
  }, 0)
