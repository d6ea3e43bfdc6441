import * as z from 'zod/mini'

import { healed } from '#contract/healed.ts'
import { textSized } from '#contract/primitives.ts'

export const MEASURES = ['day', 'total'] as const
/** Profit in percent of the capital, as daily average so far or in total. */
export type Measure = (typeof MEASURES)[number]

/** URL parameters of the page; invalid ones fall back to their default. */
export const compareSearch = z.object({
  bots: healed(textSized(0, 400), ''),
  measure: healed(z.enum(MEASURES), 'day'),
})
export type CompareSearch = z.output<typeof compareSearch>

export const COMPARE_DEFAULTS = { bots: '', measure: 'day' } as const
