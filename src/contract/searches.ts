import * as z from 'zod/mini'

import { slashPair, textSized } from './primitives.ts'

// What an address of a page may say as well as a request. Every route is known from the first page
// on, so this stands apart from the endpoints, which come with the pages that use them.

/** In the place of an account: all of them together. */
export const SUMMARY = 'summary'

export const HISTORY_ORDERS = ['pair', 'created_at', 'closed_at'] as const

export const DCA_STATUSES = ['running', 'stopped', 'completed', 'all'] as const

export const dcaBotFilter = z.object({
  exchange: z.optional(textSized(1, 100)),
  status: z.optional(z.enum(DCA_STATUSES)),
  pair: z.optional(slashPair),
})
