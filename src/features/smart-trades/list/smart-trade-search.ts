import * as z from 'zod/mini'

import { healed, orAbsent } from '#contract/healed.ts'
import { heldId, instantOf, pair, ticker, wholeWithin } from '#contract/primitives.ts'

import {
  SMART_TRADE_GROUPS,
  SMART_TRADE_ORDERS,
  SMART_TRADE_TYPES,
  type SmartTradeFilter,
} from '#contract/smart-trades.ts'
import { dayIn, endOfDay, startOfDay, type Zone } from '#ui/civil-day.ts'

export const PAGE_SIZES = [10, 25, 50, 100] as const

/** Defaults of the URL. Newest first, because the service sorts by status. */
export const searchDefaults = {
  status: 'active',
  order_by: 'created_at',
  order_direction: 'DESC',
  page: 1,
  per_page: 25,
} as const

/** The router parses "1" as a number, and a ticker may look like one. */
const tickerText = z.pipe(z.union([z.string(), z.pipe(z.number(), z.transform(String))]), ticker)
const noteSearch = z.pipe(
  z.union([z.string(), z.pipe(z.number(), z.transform(String))]),
  z.string().check(z.trim(), z.minLength(1), z.maxLength(100)),
)
const moment = z.string().check(z.refine((text) => instantOf(text) !== undefined))

/** URL parameters of the list; invalid ones fall back to their default. */
export const smartTradeSearch = z.object({
  status: healed(z.enum(SMART_TRADE_GROUPS), searchDefaults.status),
  account_id: orAbsent(heldId),
  pair: orAbsent(pair),
  type: orAbsent(z.enum(SMART_TRADE_TYPES)),
  base: orAbsent(tickerText),
  quote: orAbsent(tickerText),
  from: orAbsent(moment),
  to: orAbsent(moment),
  /** Words and #tags in the note, which the page searches because the service cannot. */
  note: orAbsent(noteSearch),
  order_by: healed(z.enum(SMART_TRADE_ORDERS), searchDefaults.order_by),
  order_direction: healed(z.enum(['ASC', 'DESC']), searchDefaults.order_direction),
  page: healed(wholeWithin(1, 100_000), searchDefaults.page),
  per_page: healed(wholeWithin(1, 100), searchDefaults.per_page),
  trade: orAbsent(heldId),
})
export type SmartTradeSearch = z.output<typeof smartTradeSearch>
export type SearchChange = Partial<SmartTradeSearch>

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** Day of `from` or `to` on the reader's clock. */
export const dayOfMoment = (moment: string, zone: Zone): string =>
  isDay(moment) ? moment : dayIn(zone)(Date.parse(moment))

/** Maximum rows that the service returns at once. */
export const MOST_ROWS = 100

/** Filter to request. A date without time means the whole day in the time zone. */
export function filterOf(search: SmartTradeSearch, zone: Zone): SmartTradeFilter {
  const { trade: _trade, from, to, note, ...rest } = search
  const since = (text: string) => (isDay(text) ? startOfDay(text, zone) : instantOf(text))
  const until = (text: string) => (isDay(text) ? endOfDay(text, zone) : instantOf(text))
  const entries = Object.entries({
    ...rest,
    // A search covers as many trades as one answer holds, from the first.
    ...(note !== undefined && { page: 1, per_page: MOST_ROWS }),
    from: from === undefined ? undefined : since(from),
    to: to === undefined ? undefined : until(to),
  }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries)
}

export const GROUPS = [
  { value: 'active', label: 'Active' },
  { value: 'finished', label: 'Finished' },
  { value: 'cancelled', label: 'Cancelled' },
  { value: 'failed', label: 'Failed' },
  { value: 'all', label: 'All' },
] as const

/** Lists with useful sums; trades without an exit have no result to add up. */
export const FIGURES_OF: Partial<Record<SmartTradeSearch['status'], 'active' | 'finished'>> = {
  active: 'active',
  finished: 'finished',
  successfully_finish: 'finished',
}
export const FIGURES_HEIGHT = 'min-h-21.25 medium:min-h-25.25 @max-[46.25rem]/page:min-h-27.75!'
