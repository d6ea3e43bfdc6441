/** The stretches of balance history one can look at. */
export const RANGES = ['24h', '7d', '30d', '90d', '1y', 'all'] as const
export type Range = (typeof RANGES)[number]

const MINUTE = 60_000
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The service wants a first date: nothing of ours is older. */
const BEGINNING = Date.UTC(2010, 0, 1)

/**
 * How far back each range reaches and how far apart its points lie. The first instant is rounded
 * down to that distance, so that a range keeps asking for the same thing while time goes by.
 */
const REACHES = {
  '24h': { back: DAY, step: 5 * MINUTE },
  '7d': { back: 7 * DAY, step: HOUR },
  '30d': { back: 30 * DAY, step: HOUR },
  '90d': { back: 90 * DAY, step: DAY },
  '1y': { back: 365 * DAY, step: DAY },
} as const satisfies Record<Exclude<Range, 'all'>, { back: number; step: number }>

/** The first instant of a range that ends at `now`, in epoch milliseconds. */
export function rangeStart(range: Range, now: number): number {
  if (range === 'all') return BEGINNING
  const { back, step } = REACHES[range]
  return Math.floor((now - back) / step) * step
}

/** Midnight in UTC, where the service starts its days. */
export const dayStart = (at: number): number => Math.floor(at / DAY) * DAY

/** What the best and the worst of a range are looked for among: its hours within a day, else its days. */
export const stretchOf = (range: Range): number => (range === '24h' ? HOUR : DAY)
