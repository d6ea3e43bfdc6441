import * as z from 'zod/mini'

import { slashPair, textSized } from './primitives.ts'

// Values used by page URLs as well as requests. Separate from the endpoints because routes load at
// startup, endpoints with their pages.

/** Used instead of an account id: all accounts. */
export const SUMMARY = 'summary'

export const HISTORY_ORDERS = ['pair', 'created_at', 'closed_at'] as const

export const DCA_STATUSES = ['running', 'stopped', 'completed', 'all'] as const

export const dcaBotFilter = z.object({
  exchange: z.optional(textSized(1, 100)),
  status: z.optional(z.enum(DCA_STATUSES)),
  pair: z.optional(slashPair),
})
