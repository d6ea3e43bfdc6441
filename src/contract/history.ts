import * as z from 'zod/mini'

import { define } from './endpoint.ts'
import {
  amount,
  amountOrNull,
  idNumber,
  idText,
  integerText,
  isoOrUnix,
  pair,
  refuse,
  text,
  timestamp,
  wholeFrom,
  wholeNumber,
  wholeWithin,
  mayBeMissing,
} from './primitives.ts'
import type { ReadOf } from './read.ts'
import { HISTORY_ORDERS } from './searches.ts'

/** Like `timestamp`, but also reads UNIX seconds as text, which some services send here. */
export const historyTime = z.codec(
  z.union([text, z.number()], { error: 'Send an ISO 8601 date.' }),
  z.int(),
  {
    decode: (wire, ctx) => {
      const seconds = typeof wire === 'string' && /^\d{1,10}$/.test(wire) ? Number(wire) : wire
      const read = z.safeDecode(timestamp, seconds)
      return read.success
        ? read.data
        : refuse(ctx, wire, 'Send an ISO 8601 date with Z or an offset, or UNIX seconds.')
    },
    encode: (value) => z.encode(timestamp, value),
  },
)

const anyId = z.codec(z.union([text, z.number()]), text, {
  decode: (wire) => String(wire),
  encode: (value) => value,
})

/** Not in the spec. Reads `id` and `status.basic_type` of other services; never sends them. */
export const historicalTrade = z.object({
  uuid: mayBeMissing(text),
  id: z.optional(anyId),
  account_id: mayBeMissing(idNumber),
  pair: mayBeMissing(pair),
  /** `order` by default; a `trade` is a whole position, of services that don't list its orders. */
  kind: mayBeMissing(text),
  /** `spot`, or `margin` or `futures` for a leveraged position. */
  market_type: mayBeMissing(text),
  created_at: mayBeMissing(historyTime),
  closed_at: mayBeMissing(historyTime),
  source: mayBeMissing(
    z.object({
      type: text,
      id: z.nullable(text),
      /** Current name of the bot and current note of the SmartTrade. */
      name: z.optional(text),
      note: z.optional(text),
    }),
  ),
  /** `null` unless the row is an order. */
  order: mayBeMissing(
    z.nullable(
      z.object({
        type: mayBeMissing(text),
        side: mayBeMissing(text),
        /** An `OrderRole`; missing in older records. */
        role: z.optional(text),
      }),
    ),
  ),
  units: mayBeMissing(z.object({ value: amount })),
  price: mayBeMissing(z.object({ value: amountOrNull })),
  total: mayBeMissing(z.object({ value: amount })),
  filled: z.object({ units: amount, total: amount, price: amountOrNull, value: amount }),
  /** Closing part of a `trade` row, whose `filled` is the entry. Never sent by our service. */
  exit: z.optional(z.object({ units: amount, total: amount, price: amountOrNull })),
  commission: mayBeMissing(z.object({ amount, currency: text })),
  profit: mayBeMissing(
    z.nullable(
      z.object({
        amount,
        currency: text,
        usd: amountOrNull,
        percent: amount,
        /** Fees of both sides, included in `amount`, in its currency. */
        fees: z.optional(amount),
      }),
    ),
  ),
  status: z.object({
    value: mayBeMissing(text),
    basic_type: z.optional(text),
    error: mayBeMissing(z.nullable(text)),
  }),
})

export type OrderRole =
  | 'entry'
  | 'add'
  | 'reduce'
  | 'base'
  | 'safety'
  | 'balance'
  | 'target'
  | 'stop'
  | 'close'
  | 'liquidation'
  | 'line'

export type HistoricalTrade = ReadOf<typeof historicalTrade>
export type HistoricalTradeEntity = z.output<typeof historicalTrade>

/** Accepts both cases; sends the spec's. */
export const lowerDirection = z.codec(
  z.enum(['asc', 'desc', 'ASC', 'DESC'], { error: 'Send asc or desc.' }),
  z.enum(['asc', 'desc']),
  { decode: (wire) => (wire.toLowerCase() === 'asc' ? 'asc' : 'desc'), encode: (value) => value },
)

const specifiedFilter = z.object({
  account_id: z.optional(idText),
  pair: z.optional(pair),
  order_by: z.optional(z.enum(HISTORY_ORDERS)),
  order_direction: z.optional(lowerDirection),
  limit: z.optional(z.pipe(integerText, wholeWithin(1, 1000, 'Send a limit from 1 to 1,000.'))),
  offset: z.optional(z.pipe(integerText, wholeFrom(0, 'Send an offset of at least 0.'))),
})

export const historyFilter = z.extend(specifiedFilter, {
  /** Not in the spec. Range of closing times, inclusive. */
  from: z.optional(isoOrUnix),
  to: z.optional(isoOrUnix),
})
export type HistoryFilter = z.output<typeof historyFilter>

export const ORDER_SOURCES = ['grid_bot', 'dca_bot', 'smart_trade'] as const
export type OrderSource = (typeof ORDER_SOURCES)[number]

export const listHistory = define({
  name: 'listHistory',
  path: '/api/v1/terminal/history',
  permission: 'SMART_TRADES_READ',
  query: historyFilter,
  queryExtension: { name: 'historySpan', without: specifiedFilter },
  response: z.array(historicalTrade),
  reads: ['history'],
})

/** Not in the spec. Total profit of a range, so that a page needn't load its rows. */
export const getRealisedProfit = define({
  name: 'getRealisedProfit',
  path: '/api/v1/terminal/realised_profit',
  permission: 'SMART_TRADES_READ',
  query: z.object({
    account_id: z.optional(idText),
    /** Range of closing times, inclusive. */
    from: z.optional(isoOrUnix),
    to: z.optional(isoOrUnix),
  }),
  response: z.object({
    /** `null` if any profit has no dollar value. */
    usd: amountOrNull,
    /** Rows with a profit or loss. */
    rows: wholeNumber,
  }),
  reads: ['history'],
  extension: true,
})

/** Not in the spec. For services with a separate list per source. */
export const listHistoryOf = define({
  ...listHistory,
  name: 'listHistoryOf',
  path: '/api/v1/terminal/history/:source',
  params: z.object({ source: z.enum(ORDER_SOURCES) }),
  /** Defaults to all bots or trades of that kind. */
  query: z.extend(historyFilter, { source_id: z.optional(text) }),
  extension: true,
})
