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

/** Balance history in both units; a point may be readable in one of them alone. */
export type Series = Record<Unit, ValueSeries> & {
  /** How the deposit fields were understood; `undefined` where that is unknown, and so every flow is. */
  reading: DepositReading | undefined
  /** Whether all that came in is known; without that profit is unknown. */
  hasFlows: Record<Unit, boolean>
  /** How many points could not be read. */
  unreadable: Record<Unit, number>
}

const inBoth = <T>(of: (unit: Unit) => T): Record<Unit, T> => ({ usd: of('usd'), btc: of('btc') })

/** What an answer says of both units. */
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
 * Leads a series whose points lie hours or days apart up to the service's last point, with one point
 * made from the denser recent ones: their last value, and all that was paid in since the series ended.
 * A history that has only just begun is all in those.
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

/** The last recent point with all that came in since a series ended; none where some would be missing. */
function lastOf(series: ValueSeries, recent: ValueSeries) {
  const [end, start] = [series.at.at(-1), recent.at[0]]
  if (end === undefined || start === undefined || start > end) return undefined
  return inOne(recent, end)
}

/** The last of the points after an instant, with all that came in since then. */
function inOne(series: ValueSeries, after: number) {
  const until = lastIndexUntil(series.at, after)
  const last = pointOf(series, -1)
  if (!last || last.at <= after) return undefined
  const since = [...series.flows].flatMap(([index, flow]) => (index > until ? flow : []))
  return { ...last, flow: sum(since) }
}

/**
 * What was there at the start and what came in since: the steps that profit is measured from, and
 * where the last of them ends.
 */
export function paidIn(series: ValueSeries): Line {
  const paid = paidInAt(series)
  const steps = new Set([0, ...series.flows.keys(), series.at.length - 1])
  return lineOf([...steps].flatMap((index) => pointOf({ at: series.at, value: paid }, index) ?? []))
}

/** The same at each point. */
function paidInAt({ value, flows }: ValueSeries): Float64Array {
  let paid = value[0] ?? 0
  return value.map((_, index) => {
    const flow = index > 0 ? flows.get(index) : undefined
    if (flow) paid += toNumber(flow)
    return paid
  })
}

/**
 * What the same money would be worth had it been held in the other currency: in BTC while figures
 * are in USD, in USD while they are in BTC. The price is what each point itself implies.
 */
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

/** What holding the other currency made of money over the range, in percent. */
export function returnOfOther(series: Series, unit: Unit): number | undefined {
  const count = series[unit].at.length
  const first = priceOfOther(series, unit, 0)
  const last = priceOfOther(series, unit, count - 1)
  if (first === undefined || last === undefined || count < 2) return undefined
  const percent = (last / first - 1) * 100
  return Number.isFinite(percent) ? percent : undefined
}

/** The price of the other currency at a point; `undefined` where nothing was held. */
function priceOfOther(series: Series, unit: Unit, index: number): number | undefined {
  const { at, value } = series[unit]
  const [instant, worth] = [at[index], value[index]]
  if (instant === undefined || worth === undefined) return undefined
  const other = series[otherUnit(unit)]
  const price = worth / (other.value[placeOf(other, instant) ?? -1] ?? Number.NaN)
  return Number.isFinite(price) && price > 0 ? price : undefined
}

/** Where a series has a point at exactly this instant. */
function placeOf({ at }: ValueSeries, instant: number): number | undefined {
  const place = nearestIndex(at, instant)
  return at[place] === instant ? place : undefined
}

/**
 * The current value of the balances. Every figure ends with it, unless it jumped: then money may have
 * come in or gone out since the last point, and figures end at that point.
 */
export type Live = Point & {
  /**
   * Since the history's last point; `undefined` if price moves may explain the difference. An asset
   * without a price is missing from the value (`isPriced` false), and may explain any fall.
   */
  jump: { by: Decimal; since: number; isPriced: boolean } | undefined
}

/** What any portfolio may move by in a day, as a part of it, besides what its prices did. */
const SLACK = 0.03
/** Prices went back and forth meanwhile: so many times what they moved by in all. */
const BACK_AND_FORTH = 2
/** A fall beyond this is counted as this one, since it would explain anything. */
const DEEPEST = -0.9
/** What a price is assumed to move in a day when its change is unknown. */
const UNEXPLAINED_CHANGE = 0.1
/** Balances and history are read by separate requests, the history up to a minute later. */
const READ_APART_MS = 60_000

/**
 * The current value after a history's last point, rounded like the page shows it; `undefined` without
 * a history, or if the balances were read too long before its last point.
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

/** A series with the current value as its last point, in each unit in which it is known. */
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

/** What the prices of what is held moved its value by within a day, in whatever direction. */
const movedInADay = (assets: readonly Asset[]): number =>
  assets.reduce((sum, { value, dayChange }) => {
    const worth = Math.abs(toNumber(value ?? ZERO))
    const change = dayChange === undefined ? UNEXPLAINED_CHANGE : toNumber(dayChange) / 100
    return sum + worth * Math.abs(change / (1 + Math.max(change, DEEPEST)))
  }, 0)
