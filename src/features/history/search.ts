import * as z from 'zod/mini'

import { healed, orAbsent } from '#contract/healed.ts'

import { type Instant, heldId, pair, textLike, textSized } from '#contract/primitives.ts'
import { HISTORY_ORDERS } from '#contract/searches.ts'

/** Newest first, independent of the service's default. */
export const HISTORY_DEFAULTS = {
  order_by: 'closed_at',
  direction: 'desc',
  view: 'calendar',
  by: 'source',
  profit: 'net',
} as const

export const GROUPS = ['pair', 'source', 'role', 'tag'] as const
export type GroupKind = (typeof GROUPS)[number]

/**
 * `all`, a year such as `2026` or a month such as `2026-10`; the router reads a year as a number.
 */
const periodText = z.pipe(z.transform(String), textLike(/^(all|20\d\d|20\d\d-(0[1-9]|1[0-2]))$/))

/** URL parameters; invalid ones fall back to their default. */
export const historySearch = z.object({
  account_id: orAbsent(heldId),
  pair: orAbsent(pair),
  order_by: healed(z.enum(HISTORY_ORDERS), HISTORY_DEFAULTS.order_by),
  direction: healed(z.enum(['asc', 'desc']), HISTORY_DEFAULTS.direction),
  view: healed(z.enum(['calendar', 'rows']), HISTORY_DEFAULTS.view),
  by: healed(z.enum(GROUPS), HISTORY_DEFAULTS.by),
  profit: healed(z.enum(['net', 'gross']), HISTORY_DEFAULTS.profit),
  /** This month if omitted. */
  period: orAbsent(periodText),
  /** Custom period, days inclusive; overrides `period`. */
  from: orAbsent(z.iso.date()),
  to: orAbsent(z.iso.date()),
  day: orAbsent(z.iso.date()),
  /** Kind of source, or one bot such as `grid_bot:12`. */
  source: orAbsent(textSized(1, 100)),
  side: orAbsent(z.enum(['buy', 'sell'])),
  role: orAbsent(textSized(1, 40)),
  tag: orAbsent(textLike(/^#[\p{L}\p{N}_-]{1,100}$/u)),
  find: orAbsent(textSized(1, 100)),
  trade: orAbsent(textSized(1, 100)),
})
export type HistorySearch = z.output<typeof historySearch>

/** Rows to request: an account or pair, and a past period if the service supports time spans. */
export type HistoryView = Pick<HistorySearch, 'account_id' | 'pair'> & {
  from?: Instant | undefined
  to?: Instant | undefined
}

export type RowOrder = Pick<HistorySearch, 'order_by' | 'direction'>
