import * as z from 'zod/mini'

import { healed } from '#contract/healed.ts'
import { textSized } from '#contract/primitives.ts'

export const MEASURES = ['day', 'total'] as const
/** What the lines show: profit in per cent of the capital on an average day so far, or in all. */
export type Measure = (typeof MEASURES)[number]

/** What the address of the page says; what is wrong there counts as its default. */
export const compareSearch = z.object({
  bots: healed(textSized(0, 400), ''),
  measure: healed(z.enum(MEASURES), 'day'),
})
export type CompareSearch = z.output<typeof compareSearch>

export const COMPARE_DEFAULTS = { bots: '', measure: 'day' } as const
