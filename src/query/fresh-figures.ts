import type { Instant } from '#contract/primitives.ts'

/** What a request is judged by before it is sent. */
export type Figures<T> = {
  now: T
  /** When they were read, by the service's clock; `undefined` where there is nothing to read again. */
  readAt: Instant | undefined
  /** Rejects when they cannot be had. */
  readAgain: () => Promise<T>
}

/** Older figures are read again before anything is sent by them. */
const FRESH_FOR = 15_000

/** The figures to send by: as they stand when they are fresh, at once; else as they are read again. */
export const figuresToSendBy = <T>(
  { now, readAt, readAgain }: Figures<T>,
  at: Instant,
): T | Promise<T> => (readAt === undefined || at - readAt <= FRESH_FOR ? now : readAgain())
