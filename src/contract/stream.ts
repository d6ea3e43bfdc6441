import * as z from 'zod/mini'

import { define } from './endpoint.ts'
import { amount, mayBeMissing, pair, text, textSized, timestamp, word } from './primitives.ts'
import type { ReadOf } from './read.ts'

/** Price of a pair on one exchange at an instant of the service's clock. */
export const livePrice = z.object({
  pair,
  exchange: mayBeMissing(text),
  bid: amount,
  ask: amount,
  last: amount,
  time: timestamp,
})
export type LivePrice = ReadOf<typeof livePrice>
export type LivePriceEntity = z.output<typeof livePrice>

export const areas = word(
  'smart_trades',
  'grid_bots',
  'dca_bots',
  'balances',
  'exchanges',
  'history',
  'market',
  'mode',
)

/** Data of the events by name. Each event has one of these fields. */
export const streamEvent = z.object({
  /** At most once a second: all requested pairs, on every exchange of the user. */
  prices: z.optional(z.array(livePrice)),
  /** Areas to read again. Names no entity. */
  changed: z.optional(z.array(areas)),
  /** Every five seconds. */
  beat: z.optional(z.object({ time: timestamp })),
})
export type StreamEvent = ReadOf<typeof streamEvent>
export type StreamEventEntity = z.output<typeof streamEvent>

export const MAX_STREAM_PAIRS = 200

export const pairsIn = (query: string | undefined): string[] => query?.split(',') ?? []

/** Not in the spec. Prices and changes as `text/event-stream`, until the mode changes. */
export const openStream = define({
  name: 'openStream',
  path: '/api/v1/stream',
  permission: null,
  /** `pairs`: separated by commas; no prices if omitted. */
  query: z.object({ pairs: z.optional(textSized(1, 4_000)) }),
  response: streamEvent,
  streams: true,
  extension: true,
})
