import { addDays, dayIn, startOfDay } from '#ui/civil-day.ts'
import type { DisplayPreferences } from '#ui/display-preferences.tsx'

type Zone = DisplayPreferences['timeZone']

/** The periods of balance history that can be chosen. */
export const RANGES = ['24h', '7d', '30d', '90d', '1y', 'all'] as const
export type NamedRange = (typeof RANGES)[number]
/** One of one's own lies between two instants. */
export type Range = NamedRange | { from: number; to: number }

const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The service wants a first date: nothing of ours is older. */
const START_ACTION = Date.UTC(2010, 0, 1)

/**
 * How far back each range reaches and how far apart its points lie. The first instant is rounded
 * down to that distance, so that a range makes the same request until the next step.
 */
const REACHES = {
  '24h': { back: DAY, step: 5 * MINUTE },
  '7d': { back: 7 * DAY, step: HOUR },
  '30d': { back: 30 * DAY, step: HOUR },
  '90d': { back: 90 * DAY, step: DAY },
  '1y': { back: 365 * DAY, step: DAY },
} as const satisfies Record<Exclude<NamedRange, 'all'>, { back: number; step: number }>

/** The first instant of a range that ends at `now`, in epoch milliseconds. */
export function rangeStart(range: Range, now: number): number {
  if (typeof range === 'object') return range.from
  if (range === 'all') return START_ACTION
  const { back, step } = REACHES[range]
  return Math.floor((now - back) / step) * step
}

/** The last instant of a range; absent when it goes on up to now. */
export const rangeEnd = (range: Range): number | undefined =>
  typeof range === 'object' ? range.to : undefined

/** The range of the same length that ends where this one begins; none before everything. */
export function rangeBefore(range: Range, now: number): Range | undefined {
  if (range === 'all') return undefined
  const from = rangeStart(range, now)
  const length = typeof range === 'object' ? range.to - range.from : REACHES[range].back
  return { from: from - length, to: from }
}

/** Where the dense points begin that the figures of today need: a day that a clock turned back has 25 hours. */
export const recentStart = (now: number, zone: Zone): number =>
  Math.min(rangeStart('24h', now), midnightBefore(now, zone))

/** Where the day of an instant begins by the reader's clock. */
export const midnightBefore = (at: number, zone: Zone): number => startOfDay(dayIn(zone)(at), zone)

/** What the best and the worst of a range are looked for among: its hours within a day or two, else its days. */
export const stretchOf = (range: Range): number => {
  if (typeof range === 'object') return range.to - range.from <= 2 * DAY ? HOUR : DAY
  return range === '24h' ? HOUR : DAY
}

/** "2026-11-01" and "2026-11-19" as the whole of both days; `undefined` for no range. */
export function rangeOfDays(first: string, last: string, zone: Zone): Range | undefined {
  const from = startOfDay(first, zone)
  const isRange = from >= START_ACTION && from <= startOfDay(last, zone)
  return isRange ? { from, to: startOfDay(addDays(last, 1), zone) } : undefined
}
