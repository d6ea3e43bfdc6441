import * as z from 'zod/mini'

import { keptFlag, keptRecord } from '#session/kept-store.ts'

/** A beginner's progress on a paper connection. */
const firstSteps = z.object({
  /** All done or dismissed, or the world had traded before. */
  isOver: keptFlag,
  hasSeenHistory: keptFlag,
  /** Shown before, so the next visit reserves their height. */
  hasSteps: keptFlag,
})
export type FirstSteps = z.output<typeof firstSteps>

export const stepsByConnection = keptRecord(firstSteps)
export const NONE: FirstSteps = { isOver: false, hasSeenHistory: false, hasSteps: false }

/** Room above the figures: `hasSteps` reserves that of the list, otherwise of one line. */
export const stepsRoom = (hasSteps: boolean): string =>
  hasSteps ? 'flow-root min-h-34 max-md:min-h-55 max-sm:min-h-76' : 'min-h-6 max-sm:min-h-10'
