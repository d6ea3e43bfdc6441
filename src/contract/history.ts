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

/** As `timestamp`; UNIX seconds are read as text too, as some services write them in this list. */
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

/** An id of any form, as text. */
const anyId = z.codec(z.union([text, z.number()]), text, {
  decode: (wire) => String(wire),
  encode: (value) => value,
})

/**
 * Ours: the spec shows no field of it. `id` and `status.basic_type` are what some services send in
 * place of `uuid` and `status.value`; they are read and never written.
 */
export const historicalTrade = z.object({
  uuid: mayBeMissing(text),
  id: z.optional(anyId),
  account_id: mayBeMissing(idNumber),
  pair: mayBeMissing(pair),
  /** One of `HISTORY_KINDS`; an order if missing. */
  kind: mayBeMissing(text),
  /** `margin` or `futures` for a row of a leveraged position, `spot` if coins were traded. */
  market_type: mayBeMissing(text),
  created_at: mayBeMissing(historyTime),
  closed_at: mayBeMissing(historyTime),
  source: mayBeMissing(
    z.object({
      type: text,
      id: z.nullable(text),
      /** What the bot is called now, and what is noted at the SmartTrade now. */
      name: z.optional(text),
      note: z.optional(text),
    }),
  ),
  /** `null` on a row that is no order. */
  order: mayBeMissing(
    z.nullable(
      z.object({
        type: mayBeMissing(text),
        side: mayBeMissing(text),
        /** One of `ORDER_ROLES`; orders that were recorded before it was kept lack it. */
        role: z.optional(text),
      }),
    ),
  ),
  units: mayBeMissing(z.object({ value: amount })),
  price: mayBeMissing(z.object({ value: amountOrNull })),
  total: mayBeMissing(z.object({ value: amount })),
  filled: z.object({ units: amount, total: amount, price: amountOrNull, value: amount }),
  /** What closed a row of kind `trade`, of which `filled` is the entry. Our service never sends it. */
  exit: z.optional(z.object({ units: amount, total: amount, price: amountOrNull })),
  commission: mayBeMissing(z.object({ amount, currency: text })),
  profit: mayBeMissing(
    z.nullable(
      z.object({
        amount,
        currency: text,
        usd: amountOrNull,
        percent: amount,
        /** What `amount` has lost to the fees of both sides, in its currency, where that is known. */
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

/**
 * `interest` and `funding` were paid or received by an open position. A `trade` is a whole position,
 * from entry to exit, of a service that does not list its orders.
 */
export const HISTORY_KINDS = ['order', 'interest', 'funding', 'trade'] as const

/** What an order was for: what opens something, what closes it, and the lines of a grid. */
export const ORDER_ROLES = [
  'entry',
  'add',
  'reduce',
  'base',
  'safety',
  'balance',
  'target',
  'stop',
  'close',
  'liquidation',
  'line',
] as const
export type OrderRole = (typeof ORDER_ROLES)[number]

export type HistoricalTrade = ReadOf<typeof historicalTrade>
/** The same as the service writes it: every member is there. */
export type HistoricalTradeEntity = z.output<typeof historicalTrade>

/** Either case is taken, the spec's is sent. */
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
  /** Ours: closed in this span, both ends included. */
  from: z.optional(isoOrUnix),
  to: z.optional(isoOrUnix),
})
export type HistoryFilter = z.output<typeof historyFilter>

/** What may have made an order, by the word of the history. */
export const ORDER_SOURCES = ['grid_bot', 'dca_bot', 'smart_trade'] as const
export type OrderSource = (typeof ORDER_SOURCES)[number]

export const listHistory = define({
  name: 'listHistory',
  method: 'GET',
  path: '/api/v1/terminal/history',
  security: 'signed',
  permission: 'SMART_TRADES_READ',
  query: historyFilter,
  queryExtension: { name: 'historySpan', without: specifiedFilter },
  status: 200,
  response: z.array(historicalTrade),
  reads: ['history'],
  extension: false,
})

/** Ours: what the rows of a span realised together, so that a page need not read them. */
export const getRealisedProfit = define({
  name: 'getRealisedProfit',
  method: 'GET',
  path: '/api/v1/terminal/realised_profit',
  security: 'signed',
  permission: 'SMART_TRADES_READ',
  query: z.object({
    account_id: z.optional(idText),
    /** Closed in this span, both ends included. */
    from: z.optional(isoOrUnix),
    to: z.optional(isoOrUnix),
  }),
  status: 200,
  response: z.object({
    /** `null` if the profit of a row has no value in dollars. */
    usd: amountOrNull,
    /** How many rows have a profit or loss. */
    rows: wholeNumber,
  }),
  reads: ['history'],
  extension: true,
})

/** Ours, for a service that keeps a list for each source: what one of them has traded. */
export const listHistoryOf = define({
  ...listHistory,
  name: 'listHistoryOf',
  path: '/api/v1/terminal/history/:source',
  params: z.object({ source: z.enum(ORDER_SOURCES) }),
  /** Of all of that kind, or of one by its id. */
  query: z.extend(historyFilter, { source_id: z.optional(text) }),
  extension: true,
})
