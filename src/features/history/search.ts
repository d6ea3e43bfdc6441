import * as z from 'zod/mini'

import { healed, orAbsent } from '#contract/healed.ts'

import { heldId, pair, textLike, textSized } from '#contract/primitives.ts'
import { HISTORY_ORDERS } from '#contract/searches.ts'

/** Newest first, whatever the service would do by itself. */
export const HISTORY_DEFAULTS = {
  order_by: 'closed_at',
  direction: 'desc',
  view: 'calendar',
  by: 'week',
} as const

export const PERIODS = ['day', 'week', 'month', 'pair'] as const
export type PeriodKind = (typeof PERIODS)[number]

/** What the address holds: the service's filters, what is shown of it. A bad one is healed. */
export const historySearch = z.object({
  account_id: orAbsent(heldId),
  pair: orAbsent(pair),
  order_by: healed(z.enum(HISTORY_ORDERS), HISTORY_DEFAULTS.order_by),
  direction: healed(z.enum(['asc', 'desc']), HISTORY_DEFAULTS.direction),
  view: healed(z.enum(['calendar', 'rows']), HISTORY_DEFAULTS.view),
  /** What profit is added up by. */
  by: healed(z.enum(PERIODS), HISTORY_DEFAULTS.by),
  /** The calendar's month, when it is not the present one. */
  month: orAbsent(textLike(/^20\d\d-(0[1-9]|1[0-2])$/)),
  /** The one day whose trades are listed. */
  day: orAbsent(z.iso.date()),
  trade: orAbsent(textSized(1, 100)),
})
export type HistorySearch = z.output<typeof historySearch>

/** The part that decides what is asked for. */
export type HistoryView = Pick<HistorySearch, 'account_id' | 'pair' | 'order_by' | 'direction'>

/** The part that decides how it is shown. */
export type HistoryLook = Pick<HistorySearch, 'view' | 'by' | 'month' | 'day'>

export const isNewestFirst = ({ order_by, direction }: HistoryView): boolean =>
  order_by === HISTORY_DEFAULTS.order_by && direction === HISTORY_DEFAULTS.direction
