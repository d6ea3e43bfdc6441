import type { Choices } from '#session/settings.ts'
import { addDays, dayIn, startOfDay } from '#ui/civil-day.ts'
import type { DisplayPreferences } from '#ui/display-preferences.tsx'

export type Zone = DisplayPreferences['timeZone']

export const RANGES = ['24h', '7d', '30d', '90d', '1y', 'all'] as const
export type NamedRange = (typeof RANGES)[number]
/** Custom ranges lie between two instants. */
export type Range = NamedRange | { from: number; to: number }

/** Setting for the last chosen range, used if the URL names none. */
export const LAST_RANGE = 'portfolio-range'

export const lastRange = (choices: Pick<Choices, 'get'>): NamedRange =>
  RANGES.find((range) => range === choices.get(LAST_RANGE)) ?? '30d'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The service requires a start date; no data is older. */
const START_ACTION = Date.UTC(2010, 0, 1)

/** Minimum length of each range. */
const REACHES = {
  '24h': DAY,
  '7d': 7 * DAY,
  '30d': 30 * DAY,
  '90d': 90 * DAY,
  '1y': 365 * DAY,
} as const satisfies Record<Exclude<NamedRange, 'all'>, number>

/** Distance of points within a day. */
const DAY_STEP = 5 * MINUTE

/**
 * Start of a range that ends at `now`, in epoch milliseconds. Ranges of days begin at the reader's
 * midnight, as in the history; a day begins at one of its points. The request is thus the same
 * until the next day or point.
 */
export function rangeStart(range: Range, now: number, zone: Zone): number {
  if (typeof range === 'object') return range.from
  if (range === 'all') return START_ACTION
  const from = now - REACHES[range]
  return range === '24h' ? Math.floor(from / DAY_STEP) * DAY_STEP : midnightBefore(from, zone)
}

export const rangeEnd = (range: Range): number | undefined =>
  typeof range === 'object' ? range.to : undefined

/** Periods whose history is read first, each once: the chosen range and the last day. */
export function firstPeriods(
  range: Range,
  now: number,
  zone: Zone,
): { from: number; to?: number | undefined }[] {
  const day = { from: rangeStart('24h', now, zone) }
  const chosen = { from: rangeStart(range, now, zone), to: rangeEnd(range) }
  return chosen.from === day.from && chosen.to === undefined ? [day] : [chosen, day]
}

/** Range of the same length before this one; `undefined` for all time. */
export function rangeBefore(range: Range, now: number, zone: Zone): Range | undefined {
  if (range === 'all') return undefined
  const from = rangeStart(range, now, zone)
  const length = typeof range === 'object' ? range.to - range.from : REACHES[range]
  return { from: from - length, to: from }
}

/** Start of the dense points that today's figures need; a day may have 25 hours. */
export const recentStart = (now: number, zone: Zone): number =>
  Math.min(rangeStart('24h', now, zone), midnightBefore(now, zone))

export const midnightBefore = (at: number, zone: Zone): number => startOfDay(dayIn(zone)(at), zone)

/** Unit for the best and worst of a range: hours within two days, else days. */
export const stretchOf = (range: Range): number => {
  if (typeof range === 'object') return range.to - range.from <= 2 * DAY ? HOUR : DAY
  return range === '24h' ? HOUR : DAY
}

/** "2026-11-01" to "2026-11-19", both days inclusive. */
export const rangeOfDays = (first: string, last: string, zone: Zone): Range => ({
  from: startOfDay(first, zone),
  to: startOfDay(addDays(last, 1), zone),
})
