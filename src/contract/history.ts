import * as z from 'zod'

import { define } from './endpoint.ts'
import { amount, integerText, pair, timestamp, uuid, wholeNumber } from './primitives.ts'

/** Ours: the spec shows no field of it. */
export const historicalTrade = z.object({
  uuid,
  account_id: wholeNumber,
  pair,
  created_at: timestamp,
  closed_at: timestamp,
  source: z.object({ type: z.string(), id: z.string().nullable() }),
  order: z.object({ type: z.string(), side: z.string() }),
  units: z.object({ value: amount }),
  price: z.object({ value: amount.nullable() }),
  total: z.object({ value: amount }),
  filled: z.object({ units: amount, total: amount, price: amount.nullable(), value: amount }),
  commission: z.object({ amount, currency: z.string() }),
  profit: z
    .object({ amount, currency: z.string(), usd: amount.nullable(), percent: amount })
    .nullable(),
  status: z.object({ value: z.string(), error: z.string().nullable() }),
})
export type HistoricalTrade = z.output<typeof historicalTrade>

export const HISTORY_ORDERS = ['pair', 'created_at', 'closed_at'] as const

/** Either case is taken, the spec's is sent. */
export const lowerDirection = z.codec(
  z.enum(['asc', 'desc', 'ASC', 'DESC'], { error: 'Send asc or desc.' }),
  z.enum(['asc', 'desc']),
  { decode: (wire) => (wire.toLowerCase() === 'asc' ? 'asc' : 'desc'), encode: (value) => value },
)

export const historyFilter = z.object({
  account_id: integerText.optional(),
  pair: pair.optional(),
  order_by: z.enum(HISTORY_ORDERS).optional(),
  order_direction: lowerDirection.optional(),
  limit: integerText
    .pipe(
      z.int().min(1, 'Send a limit from 1 to 1,000.').max(1000, 'Send a limit from 1 to 1,000.'),
    )
    .optional(),
  offset: integerText.pipe(z.int().min(0, 'Send an offset of at least 0.')).optional(),
})
export type HistoryFilter = z.output<typeof historyFilter>

export const listHistory = define({
  name: 'listHistory',
  method: 'GET',
  path: '/api/v1/terminal/history',
  security: 'signed',
  permission: 'SMART_TRADES_READ',
  query: historyFilter,
  status: 200,
  response: z.array(historicalTrade),
  reads: ['history'],
})
