import * as z from 'zod/mini'

import { type Claim, define, keptIn, listingOf, readingOf } from './endpoint.ts'
import { extension } from './extension.ts'
import { noteText } from './note.ts'
import {
  amount,
  amountOrNull,
  flag,
  type Id,
  idNumber,
  idText,
  integerText,
  pair,
  text,
  ticker,
  timestamp,
  wholeFrom,
  wholeNumber,
  wholeWithin,
  word,
  mayBeMissing,
} from './primitives.ts'
import type { ReadOf } from './read.ts'
import { smartTradeDraft } from './smart-trade-draft.ts'
import { tradeClaims } from './smart-trade-claims.ts'
import { matchesRequest } from './smart-trade-match.ts'
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
  editable: mayBeMissing(flag),
  current_price: z.object({
    bid: amount,
    ask: amount,
    last: amount,
    quote_volume: amount,
    day_change_percent: amount,
  }),
  target_price_type: mayBeMissing(text),
  orderbook_price_currency: mayBeMissing(text),
  base_order_finished: mayBeMissing(flag),
  missing_funds_to_close: amount,
  liquidation_price: amountOrNull,
  average_enter_price: amountOrNull,
  average_close_price: amountOrNull,
  average_enter_price_without_commission: amountOrNull,
  average_close_price_without_commission: amountOrNull,
  panic_sell_available: flag,
  add_funds_available: mayBeMissing(flag),
  reduce_funds_available: mayBeMissing(flag),
  force_start_available: mayBeMissing(flag),
  force_process_available: mayBeMissing(flag),
  cancel_available: flag,
  finished: mayBeMissing(flag),
  base_position_step_finished: mayBeMissing(flag),
  entered_amount: amount,
  entered_total: amount,
  closed_amount: amount,
  closed_total: amount,
  /** Not in the spec. Open units, with their share of entry total (before fees) and entry fees. */
  open_cost: extension(z.optional(z.object({ units: amount, total: amount, commission: amount }))),
  /** Not in the spec. Fees and interest or funding so far; negative if received. */
  commission_paid: extension(z.optional(amount)),
  interest: extension(z.optional(amount)),
  commission: amount,
  created_at: timestamp,
  updated_at: mayBeMissing(timestamp),
  closed_at: z.optional(timestamp),
  type: word(...SMART_TRADE_TYPES),
})

/** Spec 2.1. */
export const smartTrade = z.object({
  id: idNumber,
  version: mayBeMissing(wholeNumber),
  /** Not in the spec. Increases with each change of settings and each fill; sent as `ETag`. */
  revision: extension(z.optional(wholeNumber)),
  account: z.object({
    id: idNumber,
    type: mayBeMissing(text),
    name: text,
    market: mayBeMissing(text),
    link: mayBeMissing(text),
  }),
  pair,
  instant: flag,
  status,
  leverage: z.object({
    enabled: flag,
    type: z.optional(text),
    value: z.optional(amount),
    type_editable: z.optional(flag),
  }),
  position,
  take_profit: z.object({
    enabled: flag,
    price_type: mayBeMissing(text),
    steps: z.array(takeProfitStep),
  }),
  stop_loss: stopLoss,
  reduce_funds: z.object({ steps: z.array(reduceStep) }),
  /** Not in the spec. Missing if no funds were added. */
  add_funds: extension(z.optional(z.object({ steps: z.array(reduceStep) }))),
  market_close: marketClose,
  note: mayBeMissing(text),
  note_raw: mayBeMissing(z.nullable(text)),
  skip_enter_step: flag,
  data: tradeData,
  profit: z.object({
    volume: amountOrNull,
    usd: amountOrNull,
    percent: amount,
    roe: amountOrNull,
  }),
  margin: z.object({ amount: amountOrNull, total: amountOrNull }),
  is_position_not_filled: flag,
})
export type SmartTrade = ReadOf<typeof smartTrade>
export type SmartTradeEntity = z.output<typeof smartTrade>

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

/** Accepts both cases; sends the spec's. */
export const upperDirection = z.codec(
  z.enum(['ASC', 'DESC', 'asc', 'desc'], { error: 'Send ASC or DESC.' }),
  z.enum(['ASC', 'DESC']),
  { decode: (wire) => (wire.toUpperCase() === 'ASC' ? 'ASC' : 'DESC'), encode: (value) => value },
)

export const smartTradeFilter = z.object({
  account_id: z.optional(idText),
  pair: z.optional(pair),
  type: z.optional(z.enum(SMART_TRADE_TYPES)),
  page: z.optional(z.pipe(integerText, wholeFrom(1, 'Send a page of at least 1.'))),
  per_page: z.optional(z.pipe(integerText, wholeWithin(1, 100, 'Send per_page from 1 to 100.'))),
  // `successfully_finished` is used by older services.
  status: z.optional(z.enum([...SMART_TRADE_GROUPS, 'successfully_finished'])),
  order_by: z.optional(z.enum(SMART_TRADE_ORDERS)),
  order_direction: z.optional(upperDirection),
  from: z.optional(timestamp),
  to: z.optional(timestamp),
  base: z.optional(ticker),
  quote: z.optional(ticker),
})
export type SmartTradeFilter = z.output<typeof smartTradeFilter>

export const byId = z.object({ id: idText })

/** Returns true if the response is one SmartTrade, whose revision is the `ETag`. */
export const hasRevision = (of: { response: unknown }): boolean => of.response === smartTrade

export const listSmartTrades = define({
  name: 'listSmartTrades',
  path: '/api/v1/smart_trades',
  permission: 'SMART_TRADES_READ',
  query: smartTradeFilter,
  ownLimit: 'lists',
  response: z.array(smartTrade),
  reads: ['smart_trades'],
})

export const getSmartTrade = define({
  name: 'getSmartTrade',
  path: '/api/v1/smart_trades/:id',
  permission: 'SMART_TRADES_READ',
  params: byId,
  response: smartTrade,
  reads: ['smart_trades'],
  extension: true,
})

const MAX_ROWS = 100

export const createSmartTrade = define(
  {
    name: 'createSmartTrade',
    method: 'POST',
    path: '/api/v1/smart_trades',
    permission: 'SMART_TRADES_WRITE',
    body: smartTradeDraft,
    response: smartTrade,
    writes: ['smart_trades', 'balances', 'history'],
  },
  {
    title: 'Create a SmartTrade',
    subject: ({ body: { account_id, pair, position } }) => ({
      kind: 'SmartTrade',
      account: account_id,
      pair,
      side: position?.type,
      units: position?.units?.value,
    }),
    provenBy: {
      answer: (trade, { body }) => [
        ['id', trade.id, trade.id],
        ['account', trade.account.id, body.account_id],
        ['pair', trade.pair, body.pair],
        ['side', trade.position.type, body.position?.type],
      ],
      reading: listingOf(listSmartTrades, {
        request: ({ body: { account_id, pair } }, { from, to }, page) => ({
          query: {
            account_id,
            pair,
            from: from - (from % 1_000),
            to: to - (to % 1_000) + 1_000,
            status: 'all' as const,
            order_by: 'created_at' as const,
            order_direction: 'DESC' as const,
            page,
            per_page: MAX_ROWS,
          },
        }),
        rowsPerPage: MAX_ROWS,
        madeAt: ({ data }) => data.created_at,
        isLike: (trade, { body }) => matchesRequest(trade, body),
      }),
    },
    kept: keptIn(getSmartTrade, (id: Id) => ({ params: { id } }), tradeClaims),
  },
)

type TradeRequest = { params: { id?: Id | undefined } }

export const tradeSubject = ({ params: { id } }: TradeRequest) =>
  ({ kind: 'SmartTrade', id }) as const
export const tradeById = ({ params: { id } }: TradeRequest) => ({
  params: { id: id ?? Number.NaN },
})

/** The service trims notes. */
const hasNote = (
  { id, note }: SmartTrade,
  { params, body }: TradeRequest & { body: { note?: string | undefined } },
): Claim[] => [
  ['trade', id, params.id],
  ['note', note?.trim(), body.note?.trim()],
]

export const setSmartTradeNote = define(
  {
    name: 'setSmartTradeNote',
    method: 'POST',
    path: '/api/v1/smart_trades/:id/set_note',
    permission: 'SMART_TRADES_WRITE',
    params: byId,
    body: z.object({ note: noteText }),
    recordInvalid: 400,
    response: smartTrade,
    writes: ['smart_trades'],
  },
  {
    title: 'Set a note',
    risk: 'reversible',
    movesMoney: false,
    subject: tradeSubject,
    provenBy: {
      answer: hasNote,
      reading: readingOf(getSmartTrade, tradeById, hasNote),
    },
  },
)

/** A trade that ended otherwise was not ended by this request. */
const isEndedBy =
  (word: string, asked: string) =>
  ({ id, status }: SmartTrade, { params }: TradeRequest): Claim[] => [
    ['trade', id, params.id],
    ['status', status.type.startsWith(word) ? asked : status.type, asked],
  ]
const isCancelled = isEndedBy('cancel', 'cancelled')
const isClosedAtMarket = isEndedBy('panic_s', 'closed at market')

export const cancelSmartTrade = define(
  {
    name: 'cancelSmartTrade',
    method: 'DELETE',
    path: '/api/v1/smart_trades/:id',
    permission: 'SMART_TRADES_WRITE',
    params: byId,
    response: smartTrade,
    writes: ['smart_trades', 'balances', 'history'],
    extension: true,
  },
  {
    title: 'Cancel a SmartTrade',
    reducesRisk: true,
    subject: tradeSubject,
    provenBy: { answer: isCancelled, reading: readingOf(getSmartTrade, tradeById, isCancelled) },
  },
)

export const closeSmartTrade = define(
  {
    name: 'closeSmartTrade',
    method: 'POST',
    path: '/api/v1/smart_trades/:id/close',
    permission: 'SMART_TRADES_WRITE',
    params: byId,
    response: smartTrade,
    writes: ['smart_trades', 'balances', 'history'],
    extension: true,
  },
  {
    title: 'Close a SmartTrade at market',
    reducesRisk: true,
    subject: tradeSubject,
    provenBy: {
      answer: isClosedAtMarket,
      reading: readingOf(getSmartTrade, tradeById, isClosedAtMarket),
    },
  },
)
