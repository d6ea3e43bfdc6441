import { aheadOfUtc, startOfDay } from '#ui/civil-day.ts'
import type { DisplayPreferences } from '#ui/display-preferences.tsx'

export type Scale = { low: number; high: number; ticks: readonly number[] }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const MOST = 1e200
/** Minimum distance of ticks, because doubles are printed with 20 decimals. */
const LEAST = 1e-18

/** Free fractions of the range; more below, for flow marks. */
const AIR = { below: 0.12, above: 0.05 }

/** Value axis that contains all values, with round ticks and some space at both ends. */
export function valueScale(values: Iterable<number>, tickCount: number): Scale {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  if (low > high) return { low: 0, high: 1, ticks: [] }
  // No tick distance follows from zero.
  if (low === 0 && high === 0) return { low: 0, high: 1, ticks: [0] }
  // Beyond this, the space around a value would not be finite.
  low = Math.min(MOST, Math.max(low, -MOST))
  high = Math.min(MOST, Math.max(high, -MOST))
  const least = Math.max(Math.abs(low) * 1e-6, Math.abs(high) * 1e-6, LEAST)
  if (high - low <= least) {
    const room = Math.max(Math.abs(low) * 0.05, LEAST)
    low -= room
    high += room
  }
  const range = high - low
  const from = low >= 0 ? Math.max(0, low - range * AIR.below) : low - range * AIR.below
  const to = high + range * AIR.above
  const step = roundStep((to - from) / tickCount)
  const ticks = ticksEvery(step, from, to)
  // A single label shows no scale.
  return {
    low: from,
    high: to,
    ticks: ticks.length < 2 ? ticksEvery(roundStep(step / 2), from, to) : ticks,
  }
}

function ticksEvery(step: number, from: number, to: number): number[] {
  const ticks: number[] = []
  for (let at = Math.ceil(from / step); at * step <= to; at += 1) ticks.push(tidy(at * step, step))
  return ticks
}

/** Smallest of 1, 2, 2.5, 4, 5 and 10 times a power of ten that is at least `rough`. */
function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 2.5, 4, 5].find((candidate) => candidate * power >= rough * 0.999) ?? 10
  return factor * power
}

/** Removes rounding errors of doubles, such as 0.30000000000000004. */
function tidy(value: number, step: number): number {
  const places = Math.min(20, Math.max(0, 2 - Math.floor(Math.log10(step))))
  return Number(value.toFixed(places)) + 0
}

export type TimeStep = 'hour' | 'day' | 'month' | 'year'

/** In local clock time, so midnight is a multiple of a day. */
type TimeGrid = { step: TimeStep; next: (after: number) => number }

const every = (length: number, step: TimeStep, offset = 0): TimeGrid => ({
  step,
  next: (after) => Math.ceil((after - offset) / length) * length + offset,
})

/** Days of a month, or the first day of every nth month. */
const calendar = (step: TimeStep, days: readonly number[], months = 1): TimeGrid => ({
  step,
  next: (after) => {
    const date = new Date(after)
    for (let month = date.getUTCMonth(); ; month += 1) {
      if (month % months !== 0) continue
      for (const day of days) {
        const at = Date.UTC(date.getUTCFullYear(), month, day)
        if (at >= after) return at
      }
    }
  },
})

const MONDAY = Date.UTC(2024, 0, 1)

const GRIDS: readonly TimeGrid[] = [
  ...[5, 15, 30].map((minutes) => every(minutes * MINUTE, 'hour')),
  ...[1, 2, 3, 6, 12].map((hours) => every(hours * HOUR, 'hour')),
  every(DAY, 'day'),
  every(2 * DAY, 'day'),
  every(7 * DAY, 'day', MONDAY),
  calendar('day', [1, 15]),
  calendar('day', [1]),
  calendar('month', [1], 3),
  calendar('month', [1], 6),
  calendar('year', [1], 12),
]

/** At most `count` round local times between two instants, and their format. */
export function timeTicks(
  from: number,
  to: number,
  count: number,
  zone: DisplayPreferences['timeZone'],
): { ticks: readonly number[]; step: TimeStep } {
  const ahead = aheadOfUtc(from, zone)
  for (const { step, next } of GRIDS) {
    // Hours stay evenly spaced over a clock change; days begin at local midnight.
    const instantOf = (shown: number): number =>
      step === 'hour' ? shown - ahead : startOfDay(new Date(shown).toISOString().slice(0, 10), zone)
    const ticks: number[] = []
    for (let shown = next(from + ahead); ticks.length <= count; shown = next(shown + 1)) {
      const at = instantOf(shown)
      if (!(at <= to)) break
      if (at >= from) ticks.push(at)
    }
    if (ticks.length <= count) return { ticks, step }
  }
  return { ticks: [], step: 'year' }
}
