import * as z from 'zod'

import { HISTORY_ORDERS } from '#contract/history.ts'
import { pair } from '#contract/primitives.ts'

/** Newest first, whatever the service would do by itself. */
export const HISTORY_DEFAULTS = { order_by: 'closed_at', direction: 'desc' } as const

/** What the address holds: the service's filters and the trade that is open. A bad one is healed. */
export const historySearch = z.object({
  account_id: z.int().optional().catch(undefined),
  pair: pair.optional().catch(undefined),
  order_by: z
    .enum(HISTORY_ORDERS)
    .catch(HISTORY_DEFAULTS.order_by)
    .default(HISTORY_DEFAULTS.order_by),
  direction: z
    .enum(['asc', 'desc'])
    .catch(HISTORY_DEFAULTS.direction)
    .default(HISTORY_DEFAULTS.direction),
  trade: z.string().min(1).max(100).optional().catch(undefined),
})
export type HistorySearch = z.output<typeof historySearch>

/** The part that decides what is asked for. */
export type HistoryView = Omit<HistorySearch, 'trade'>
