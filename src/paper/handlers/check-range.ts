import type { Instant } from '#contract/primitives.ts'

import { refused } from '../http/read-query.ts'

/** Throws 400 naming the start of a range that begins after its end. */
export function checkRange(
  fromName: string,
  from: Instant | undefined,
  toName: string,
  to: Instant | undefined,
): void {
  if (from === undefined || to === undefined || from <= to) return
  throw refused({ [fromName]: [`This must not be after ${toName}.`] })
}
