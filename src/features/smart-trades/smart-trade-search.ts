import * as z from 'zod'

import { instantOf, pair } from '#contract/primitives.ts'
import {
  SMART_TRADE_GROUPS,
  SMART_TRADE_ORDERS,
  SMART_TRADE_TYPES,
  type SmartTradeFilter,
} from '#contract/smart-trades.ts'

export const PAGE_SIZES = [10, 25, 50, 100] as const

/** What the list shows when its address says nothing. Newest first: the service's own order is by status. */
export const searchDefaults = {
  status: 'active',
  order_by: 'created_at',
  order_direction: 'DESC',
  page: 1,
  per_page: 25,
} as const

const optional = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)
const withDefault = <S extends z.ZodType>(schema: S, value: z.output<S>) =>
  schema.catch(value as never).default(value as never)

/** The router reads "1" as a number and "BTC" as a text: a ticker may look like either. */
const ticker = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.string().regex(/^[A-Z0-9_]{1,40}$/))
const moment = z.string().refine((text) => instantOf(text) !== undefined)

/** Every filter of the list as its address carries it; what is wrong falls back to its default. */
export const smartTradeSearch = z.object({
  status: withDefault(z.enum(SMART_TRADE_GROUPS), searchDefaults.status),
  account_id: optional(z.int().positive()),
  pair: optional(pair),
  type: optional(z.enum(SMART_TRADE_TYPES)),
  base: optional(ticker),
  quote: optional(ticker),
  from: optional(moment),
  to: optional(moment),
  order_by: withDefault(z.enum(SMART_TRADE_ORDERS), searchDefaults.order_by),
  order_direction: withDefault(z.enum(['ASC', 'DESC']), searchDefaults.order_direction),
  page: withDefault(z.int().min(1).max(100_000), searchDefaults.page),
  per_page: withDefault(z.int().min(1).max(100), searchDefaults.per_page),
  /** The trade whose drawer is open. */
  trade: optional(z.int().positive()),
})
export type SmartTradeSearch = z.output<typeof smartTradeSearch>

const DAY = 86_400_000
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

/** What the service is asked for. A day alone ends with its last millisecond in UTC. */
export function filterOf(search: SmartTradeSearch): SmartTradeFilter {
  const { trade: _trade, from, to, ...rest } = search
  const since = from === undefined ? undefined : instantOf(from)
  const until = to === undefined ? undefined : instantOf(to)
  const entries = Object.entries({
    ...rest,
    from: since,
    to: until !== undefined && to !== undefined && isDay(to) ? until + DAY - 1 : until,
  }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries)
}
