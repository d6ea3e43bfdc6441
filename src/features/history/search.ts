import * as z from 'zod'

import { HISTORY_ORDERS } from '#contract/history.ts'
import { pair } from '#contract/primitives.ts'

/** Newest first, whatever the service would do by itself. */
export const HISTORY_DEFAULTS = {
  order_by: 'closed_at',
  direction: 'desc',
  view: 'calendar',
  by: 'week',
} as const

export const PERIODS = ['day', 'week', 'month', 'pair'] as const
export type PeriodKind = (typeof PERIODS)[number]

const healed = <S extends z.ZodType>(schema: S, value: z.output<S>) =>
  schema.catch(value as never).default(value as never)
const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

/** What the address holds: the service's filters, what is shown of it. A bad one is healed. */
export const historySearch = z.object({
  account_id: optional(z.int()),
  pair: optional(pair),
  order_by: healed(z.enum(HISTORY_ORDERS), HISTORY_DEFAULTS.order_by),
  direction: healed(z.enum(['asc', 'desc']), HISTORY_DEFAULTS.direction),
  view: healed(z.enum(['calendar', 'rows']), HISTORY_DEFAULTS.view),
  /** What profit is added up by. */
  by: healed(z.enum(PERIODS), HISTORY_DEFAULTS.by),
  /** The calendar's month, when it is not the present one. */
  month: optional(z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)),
  /** The one day whose trades are listed. */
  day: optional(z.iso.date()),
  trade: optional(z.string().min(1).max(100)),
})
export type HistorySearch = z.output<typeof historySearch>

/** The part that decides what is asked for. */
export type HistoryView = Pick<HistorySearch, 'account_id' | 'pair' | 'order_by' | 'direction'>

/** The part that decides how it is shown. */
export type HistoryLook = Pick<HistorySearch, 'view' | 'by' | 'month' | 'day'>

export const isNewestFirst = ({ order_by, direction }: HistoryView): boolean =>
  order_by === HISTORY_DEFAULTS.order_by && direction === HISTORY_DEFAULTS.direction
