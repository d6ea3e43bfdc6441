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

/** Whether they can be sent by as they stand; so can what there is nothing to read again of. */
export const areFresh = ({ readAt }: Pick<Figures<unknown>, 'readAt'>, at: Instant): boolean =>
  readAt === undefined || at - readAt <= FRESH_FOR

/** The figures to send by: as they stand when they are fresh, at once; else as they are read again. */
export const figuresToSendBy = <T>(figures: Figures<T>, at: Instant): T | Promise<T> =>
  areFresh(figures, at) ? figures.now : figures.readAgain()
