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
  profit: 'net',
} as const

export const PERIODS = ['day', 'week', 'month'] as const
export type PeriodKind = (typeof PERIODS)[number]

/** What rows can be told apart by: what placed them, what they were for, the tags of their notes. */
export const GROUPS = ['pair', 'source', 'role', 'tag'] as const
export type GroupKind = (typeof GROUPS)[number]

/** What the address holds: the service's filters, what is shown of it. A bad one is healed. */
export const historySearch = z.object({
  account_id: orAbsent(heldId),
  pair: orAbsent(pair),
  order_by: healed(z.enum(HISTORY_ORDERS), HISTORY_DEFAULTS.order_by),
  direction: healed(z.enum(['asc', 'desc']), HISTORY_DEFAULTS.direction),
  view: healed(z.enum(['calendar', 'rows']), HISTORY_DEFAULTS.view),
  /** What profit is added up by. */
  by: healed(z.enum([...PERIODS, ...GROUPS]), HISTORY_DEFAULTS.by),
  /** After fees or before them. */
  profit: healed(z.enum(['net', 'gross']), HISTORY_DEFAULTS.profit),
  /** The calendar's month, when it is not the present one. */
  month: orAbsent(textLike(/^20\d\d-(0[1-9]|1[0-2])$/)),
  /** The one day whose trades are listed. */
  day: orAbsent(z.iso.date()),
  /** A kind of source, or one bot, as `grid_bot:12`. */
  source: orAbsent(textSized(1, 100)),
  side: orAbsent(z.enum(['buy', 'sell'])),
  role: orAbsent(textSized(1, 40)),
  tag: orAbsent(textLike(/^#[\p{L}\p{N}_-]{1,100}$/u)),
  /** Days, both included. */
  from: orAbsent(z.iso.date()),
  to: orAbsent(z.iso.date()),
  trade: orAbsent(textSized(1, 100)),
})
export type HistorySearch = z.output<typeof historySearch>

/** The part that decides what is asked for. */
export type HistoryView = Pick<HistorySearch, 'account_id' | 'pair' | 'order_by' | 'direction'>

/** The part that decides how it is shown. */
export type HistoryLook = Omit<HistorySearch, keyof HistoryView | 'trade'>

export const isNewestFirst = ({ order_by, direction }: HistoryView): boolean =>
  order_by === HISTORY_DEFAULTS.order_by && direction === HISTORY_DEFAULTS.direction
