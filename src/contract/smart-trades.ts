import * as z from 'zod'

import { define } from './endpoint.ts'
import {
  amount,
  flag,
  integerText,
  noteText,
  pair,
  timestamp,
  wholeNumber,
  word,
} from './primitives.ts'
import { smartTradeDraft } from './smart-trade-draft.ts'
import {
  marketClose,
  position,
  reduceStep,
  status,
  stopLoss,
  takeProfitStep,
} from './smart-trade-parts.ts'

export const SMART_TRADE_TYPES = [
  'simple_buy',
  'simple_sell',
  'smart_sell',
  'smart_buy',
  'smart_trade',
  'smart_cover',
] as const

const tradeData = z.object({
  editable: flag,
  current_price: z.object({
    bid: amount,
    ask: amount,
    last: amount,
    quote_volume: amount,
    day_change_percent: amount,
  }),
  target_price_type: z.string(),
  orderbook_price_currency: z.string(),
  base_order_finished: flag,
  missing_funds_to_close: amount,
  liquidation_price: amount.nullable(),
  average_enter_price: amount.nullable(),
  average_close_price: amount.nullable(),
  average_enter_price_without_commission: amount.nullable(),
  average_close_price_without_commission: amount.nullable(),
  panic_sell_available: flag,
  add_funds_available: flag,
  reduce_funds_available: flag,
  force_start_available: flag,
  force_process_available: flag,
  cancel_available: flag,
  finished: flag,
  base_position_step_finished: flag,
  entered_amount: amount,
  entered_total: amount,
  closed_amount: amount,
  closed_total: amount,
  commission: amount,
  created_at: timestamp,
  updated_at: timestamp,
  closed_at: timestamp.optional(),
  type: word(...SMART_TRADE_TYPES),
})

/** Spec 2.1. */
export const smartTrade = z.object({
  id: wholeNumber,
  version: wholeNumber,
  account: z.object({
    id: wholeNumber,
    type: z.string(),
    name: z.string(),
    market: z.string(),
    link: z.string(),
  }),
  pair,
  instant: flag,
  status,
  leverage: z.object({
    enabled: flag,
    type: z.string().optional(),
    value: amount.optional(),
    type_editable: flag.optional(),
  }),
  position,
  take_profit: z.object({ enabled: flag, price_type: z.string(), steps: z.array(takeProfitStep) }),
  stop_loss: stopLoss,
  reduce_funds: z.object({ steps: z.array(reduceStep) }),
  market_close: marketClose,
  note: z.string(),
  note_raw: z.string().nullable(),
  skip_enter_step: flag,
  data: tradeData,
  profit: z.object({
    volume: amount.nullable(),
    usd: amount.nullable(),
    percent: amount,
    roe: amount.nullable(),
  }),
  margin: z.object({ amount: amount.nullable(), total: amount.nullable() }),
  is_position_not_filled: flag,
})
export type SmartTrade = z.output<typeof smartTrade>

export const SMART_TRADE_GROUPS = [
  'all',
  'active',
  'finished',
  'successfully_finish',
  'cancelled',
  'failed',
] as const
export const SMART_TRADE_ORDERS = [
  'created_at',
  'updated_at',
  'closed_at',
  'status',
  'profit',
  'profit_percentage',
] as const

/** Either case is taken, the spec's is sent. */
export const upperDirection = z.codec(
  z.enum(['ASC', 'DESC', 'asc', 'desc'], { error: 'Send ASC or DESC.' }),
  z.enum(['ASC', 'DESC']),
  { decode: (wire) => (wire.toUpperCase() === 'ASC' ? 'ASC' : 'DESC'), encode: (value) => value },
)

const ticker = z.string().regex(/^[A-Z0-9_]{1,40}$/, 'Send a currency ticker.')

export const smartTradeFilter = z.object({
  account_id: integerText.optional(),
  pair: pair.optional(),
  type: z.enum(SMART_TRADE_TYPES).optional(),
  page: integerText.pipe(z.int().min(1, 'Send a page of at least 1.')).optional(),
  per_page: integerText
    .pipe(z.int().min(1, 'Send per_page from 1 to 100.').max(100, 'Send per_page from 1 to 100.'))
    .optional(),
  // `successfully_finished` is the name older services know it by.
  status: z.enum([...SMART_TRADE_GROUPS, 'successfully_finished']).optional(),
  order_by: z.enum(SMART_TRADE_ORDERS).optional(),
  order_direction: upperDirection.optional(),
  from: timestamp.optional(),
  to: timestamp.optional(),
  base: ticker.optional(),
  quote: ticker.optional(),
})
export type SmartTradeFilter = z.output<typeof smartTradeFilter>

const byId = z.object({ id: integerText })

export const listSmartTrades = define({
  name: 'listSmartTrades',
  method: 'GET',
  path: '/api/v1/smart_trades',
  security: 'signed',
  permission: 'SMART_TRADES_READ',
  query: smartTradeFilter,
  status: 200,
  response: z.array(smartTrade),
  reads: ['smart_trades'],
})

export const createSmartTrade = define({
  name: 'createSmartTrade',
  method: 'POST',
  path: '/api/v1/smart_trades',
  security: 'signed',
  permission: 'SMART_TRADES_WRITE',
  body: smartTradeDraft,
  status: 201,
  response: smartTrade,
  writes: ['smart_trades', 'balances', 'history'],
})

export const setSmartTradeNote = define({
  name: 'setSmartTradeNote',
  method: 'POST',
  path: '/api/v1/smart_trades/:id/set_note',
  security: 'signed',
  permission: 'SMART_TRADES_WRITE',
  params: byId,
  body: z.object({ note: noteText }),
  status: 201,
  response: smartTrade,
  writes: ['smart_trades'],
})

export const getSmartTrade = define({
  name: 'getSmartTrade',
  method: 'GET',
  path: '/api/v1/smart_trades/:id',
  security: 'signed',
  permission: 'SMART_TRADES_READ',
  params: byId,
  status: 200,
  response: smartTrade,
  reads: ['smart_trades'],
  extension: true,
})

export const cancelSmartTrade = define({
  name: 'cancelSmartTrade',
  method: 'DELETE',
  path: '/api/v1/smart_trades/:id',
  security: 'signed',
  permission: 'SMART_TRADES_WRITE',
  params: byId,
  status: 200,
  response: smartTrade,
  writes: ['smart_trades', 'balances', 'history'],
  extension: true,
})

export const closeSmartTrade = define({
  name: 'closeSmartTrade',
  method: 'POST',
  path: '/api/v1/smart_trades/:id/close',
  security: 'signed',
  permission: 'SMART_TRADES_WRITE',
  params: byId,
  status: 201,
  response: smartTrade,
  writes: ['smart_trades', 'balances', 'history'],
  extension: true,
})
