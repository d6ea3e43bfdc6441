import type { Choices } from '#session/settings.ts'
import { addDays, dayIn, startOfDay } from '#ui/civil-day.ts'
import type { DisplayPreferences } from '#ui/display-preferences.tsx'

export type Zone = DisplayPreferences['timeZone']

/** The periods of balance history that can be chosen. */
export const RANGES = ['24h', '7d', '30d', '90d', '1y', 'all'] as const
export type NamedRange = (typeof RANGES)[number]
/** One of one's own lies between two instants. */
export type Range = NamedRange | { from: number; to: number }

/** The range that an address does not name is the one chosen last. */
export const LAST_RANGE = 'portfolio-range'

export const lastRange = (choices: Pick<Choices, 'get'>): NamedRange =>
  RANGES.find((range) => range === choices.get(LAST_RANGE)) ?? '30d'

const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The service wants a first date: nothing of ours is older. */
const START_ACTION = Date.UTC(2010, 0, 1)

/** The least length of each range. */
const REACHES = {
  '24h': DAY,
  '7d': 7 * DAY,
  '30d': 30 * DAY,
  '90d': 90 * DAY,
  '1y': 365 * DAY,
} as const satisfies Record<Exclude<NamedRange, 'all'>, number>

/** The distance of the points of a day. */
const DAY_STEP = 5 * MINUTE

/**
 * The first instant of a range that ends at `now`, in epoch milliseconds. Ranges of days begin at a
 * midnight of the reader, so that they hold the same whole days as the history; a day begins at one of
 * its points. So a range makes the same request until the next day or point.
 */
export function rangeStart(range: Range, now: number, zone: Zone): number {
  if (typeof range === 'object') return range.from
  if (range === 'all') return START_ACTION
  const from = now - REACHES[range]
  return range === '24h' ? Math.floor(from / DAY_STEP) * DAY_STEP : midnightBefore(from, zone)
}

/** The last instant of a range; absent when it goes on up to now. */
export const rangeEnd = (range: Range): number | undefined =>
  typeof range === 'object' ? range.to : undefined

/** The periods whose history the page reads first, each once: its range, and the last day. */
export function firstPeriods(
  range: Range,
  now: number,
  zone: Zone,
): { from: number; to?: number | undefined }[] {
  const day = { from: rangeStart('24h', now, zone) }
  const chosen = { from: rangeStart(range, now, zone), to: rangeEnd(range) }
  return chosen.from === day.from && chosen.to === undefined ? [day] : [chosen, day]
}

/** The range of the same length that ends where this one begins; none before everything. */
export function rangeBefore(range: Range, now: number, zone: Zone): Range | undefined {
  if (range === 'all') return undefined
  const from = rangeStart(range, now, zone)
  const length = typeof range === 'object' ? range.to - range.from : REACHES[range]
  return { from: from - length, to: from }
}

/** Where the dense points begin that the figures of today need: a day that a clock turned back has 25 hours. */
export const recentStart = (now: number, zone: Zone): number =>
  Math.min(rangeStart('24h', now, zone), midnightBefore(now, zone))

/** Where the day of an instant begins by the reader's clock. */
export const midnightBefore = (at: number, zone: Zone): number => startOfDay(dayIn(zone)(at), zone)

/** What the best and the worst of a range are looked for among: its hours within a day or two, else its days. */
export const stretchOf = (range: Range): number => {
  if (typeof range === 'object') return range.to - range.from <= 2 * DAY ? HOUR : DAY
  return range === '24h' ? HOUR : DAY
}

/** "2026-11-01" and "2026-11-19" as the whole of both days. */
export const rangeOfDays = (first: string, last: string, zone: Zone): Range => ({
  from: startOfDay(first, zone),
  to: startOfDay(addDays(last, 1), zone),
})
