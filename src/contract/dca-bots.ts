import * as z from 'zod/mini'

import { dcaBotClaims } from './dca-bot-claims.ts'
import { type Claim, define, isSameOrUnknown, keptIn, listingOf, readingOf } from './endpoint.ts'
import { extension } from './extension.ts'
import {
  booleanText,
  flag,
  nameText,
  numericAmount,
  slashPair,
  text,
  textSized,
  timestamp,
  uuid,
  idNumber,
  wholeNumber,
  word,
  mayBeMissing,
} from './primitives.ts'
import type { ReadOf } from './read.ts'
import { dcaDeal } from './dca-deals.ts'
import { dcaStrategies } from './dca-strategies.ts'
import { dcaBotFilter } from './searches.ts'

export const START_CONDITIONS = [
  'asap',
  'manual',
  'charting_signal',
  'rsi',
  'bollinger_bands',
  'macd',
] as const

const settings = {
  name: text,
  market_type: word('spot', 'futures'),
  strategy: word('Long', 'Short'),
  start_order_type: word('limit', 'market'),
  base_order_size: numericAmount,
  safety_order_size: numericAmount,
  safety_order_step_scale: numericAmount,
  safety_order_volume_scale: numericAmount,
  price_deviation: numericAmount,
  max_safety_orders: wholeNumber,
  max_active_trades: wholeNumber,
  // Seconds. The spec names no unit; 3Commas uses seconds.
  cooldown_between_trades: wholeNumber,
  take_profit_pct: numericAmount,
  tp_type: word('percentage', 'base'),
  tp_trailing: flag,
  tp_trailing_pct: numericAmount,
  stop_loss_enabled: flag,
  stop_loss_pct: numericAmount,
  sl_type: word('stop_loss', 'stop_loss_and_disable'),
  start_condition: word(...START_CONDITIONS),
} as const

/** Not in the spec. The service's own text for settings that don't fit the numeric fields. */
const inWords = z.object({
  base_order_size: z.optional(text),
  safety_order_size: z.optional(text),
  take_profit_pct: z.optional(text),
  stop_loss_pct: z.optional(text),
  start_condition: z.optional(text),
})

/** Not in the spec. A setting outside our model, as written by the service. */
const foreignSetting = z.object({
  name: text,
  value: text,
})
export type ForeignSetting = ReadOf<typeof foreignSetting>

/** Spec 2.4. */
export const dcaBot = z.object({
  id: uuid,
  user_id: mayBeMissing(uuid),
  connection_id: uuid,
  exchange: text,
  pair: slashPair,
  quote_currency: text,
  ...settings,
  // Missing if a service reports the market only on the account.
  market_type: mayBeMissing(settings.market_type),
  status: word('running', 'stopped', 'completed'),
  active_trades: wholeNumber,
  // Open and closed deals. Deals without a fill don't count.
  total_trades: mayBeMissing(wholeNumber),
  // Realised, including stop losses. Part of an open deal counts once it's in the history.
  total_profit: numericAmount,
  created_at: timestamp,
  updated_at: mayBeMissing(timestamp),
  // Fields from here on are not in the spec.
  account_name: z.optional(text),
  /** All pairs of a multi-pair bot. */
  pairs: z.optional(z.array(slashPair)),
  total_profit_currency: extension(z.optional(text)),
  in_words: z.optional(inWords),
  foreign_settings: z.optional(z.array(foreignSetting)),
  /** Open deals. `null` if incomplete; missing if the service doesn't report deals. */
  deals: extension(z.optional(z.nullable(z.array(dcaDeal)))),
})
export type DcaBot = ReadOf<typeof dcaBot>
export type DcaBotEntity = z.output<typeof dcaBot>

/** Not in the spec, which shows no event. */
export const dcaBotEvent = z.object({
  id: idNumber,
  created_at: timestamp,
  type: text,
  message: text,
  price: z.nullable(numericAmount),
  amount: z.nullable(numericAmount),
})
export type DcaBotEvent = ReadOf<typeof dcaBotEvent>
export type DcaBotEventEntity = z.output<typeof dcaBotEvent>

/** Not in the spec. Events are newest first, and present on request. */
export const dcaBotDetail = z.extend(dcaBot, {
  events: z.optional(z.array(mayBeMissing(dcaBotEvent))),
})
export type DcaBotDetail = ReadOf<typeof dcaBotDetail>
export type DcaBotDetailEntity = z.output<typeof dcaBotDetail>

/** Not in the spec. Shown to those who may start the bot: authenticates its webhook signals. */
export const dcaBotWithSecret = z.extend(dcaBot, {
  webhook_secret: z.optional(text),
  /** Set if the bot was created but its start was refused. */
  start_refusal: z.optional(text),
})
export type DcaBotWithSecret = ReadOf<typeof dcaBotWithSecret>
export type DcaBotWithSecretEntity = z.output<typeof dcaBotWithSecret>

/** Not in the spec, which names the path and actions but not the payload. */
export const chartingSignal = z.object({
  bot_id: uuid,
  secret: z.optional(textSized(0, 200)),
  action: word('buy', 'sell', 'close'),
  // Send time on the charting platform.
  time: z.optional(timestamp),
})
export type ChartingSignal = z.output<typeof chartingSignal>

/** Not in the spec, which has no way to create a DCA bot. */
export const dcaBotDraft = z.object({
  connection_id: uuid,
  pair: slashPair,
  ...settings,
  name: nameText,
})
export type DcaBotDraft = z.output<typeof dcaBotDraft>

const byId = z.object({ id: uuid })

export const listDcaBots = define({
  name: 'listDcaBots',
  path: '/api/v1/bots/dca',
  security: 'bearer',
  permission: 'BOTS_READ',
  query: dcaBotFilter,
  response: z.array(dcaBot),
  reads: ['dca_bots'],
})

export const listDcaStrategies = define({
  name: 'listDcaStrategies',
  path: '/api/v1/bots/dca/strategies',
  security: 'bearer',
  permission: 'BOTS_READ',
  query: z.object({
    type: z.optional(z.enum(['simple', 'indicator', 'signal'])),
    market_type: z.optional(z.enum(['spot', 'futures'])),
  }),
  response: dcaStrategies,
})

export const getDcaBot = define({
  name: 'getDcaBot',
  path: '/api/v1/bots/dca/:id',
  security: 'bearer_or_signed',
  permission: 'BOTS_READ',
  params: byId,
  query: z.object({ include_events: z.optional(booleanText) }),
  response: dcaBotDetail,
  reads: ['dca_bots'],
})

type BotRequest = { params: { id?: string | undefined } }

const subjectOf = ({ params: { id } }: BotRequest) => ({ kind: 'DCA bot', id }) as const
const botById = ({ params: { id } }: BotRequest) => ({ params: { id: id ?? '' }, query: {} })

const isInState =
  (asked: DcaBot['status']) =>
  ({ id, status }: DcaBot, { params }: BotRequest): Claim[] => [
    ['bot', id, params.id],
    ['state', status, asked],
  ]
const isRunning = isInState('running')

type StopRequest = BotRequest & { body: { deals?: DealsAtStop | undefined } }

/** A completed bot stays completed when stopped, unless the stop closed open deals. */
const isStopped = (bot: DcaBot, asked: StopRequest): Claim[] => {
  const isDone = asked.body.deals !== 'close' || bot.active_trades === 0
  return isInState(bot.status === 'completed' && isDone ? 'completed' : 'stopped')(bot, asked)
}
/** Something else may have stopped the bot and left its deals open. */
const isFoundStopped = (bot: DcaBot, asked: StopRequest): Claim[] => [
  ...isStopped(bot, asked),
  ...(asked.body.deals === 'close' ? [['open deals', bot.active_trades, 0] as const] : []),
]

export const startDcaBot = define(
  {
    name: 'startDcaBot',
    method: 'POST',
    path: '/api/v1/bots/dca/:id/start',
    security: 'bearer_or_signed',
    permission: 'BOTS_WRITE',
    params: byId,
    response: dcaBotWithSecret,
    secret: 'webhook_secret',
    writes: ['dca_bots', 'balances'],
    extension: true,
  },
  {
    title: 'Start a DCA bot',
    subject: subjectOf,
    provenBy: { answer: isRunning, reading: readingOf(getDcaBot, botById, isRunning) },
  },
)

/** On stop: close open deals at market, or leave them to their exits. */
export const dealsAtStop = word('close', 'leave')
export type DealsAtStop = z.output<typeof dealsAtStop>

/** Not in the spec. Stopping again closes the remaining deals, or does nothing. */
export const stopDcaBot = define(
  {
    name: 'stopDcaBot',
    method: 'POST',
    path: '/api/v1/bots/dca/:id/stop',
    security: 'bearer_or_signed',
    permission: 'BOTS_WRITE',
    params: byId,
    body: z.object({ deals: dealsAtStop }),
    response: dcaBot,
    writes: ['dca_bots', 'balances', 'history'],
    extension: true,
  },
  {
    title: 'Stop a DCA bot',
    reducesRisk: true,
    subject: subjectOf,
    provenBy: { answer: isStopped, reading: readingOf(getDcaBot, botById, isFoundStopped) },
  },
)

export const createDcaBot = define(
  {
    name: 'createDcaBot',
    method: 'POST',
    path: '/api/v1/bots/dca',
    security: 'bearer_or_signed',
    permission: 'BOTS_WRITE',
    body: dcaBotDraft,
    response: dcaBotWithSecret,
    secret: 'webhook_secret',
    writes: ['dca_bots', 'balances'],
    extension: true,
  },
  {
    title: 'Create a DCA bot',
    subject: ({ body: { connection_id, pair } }) => ({
      kind: 'DCA bot',
      account: connection_id,
      pair,
    }),
    provenBy: {
      answer: (bot, { body }) => [
        ['id', bot.id, bot.id],
        ['account', bot.connection_id, body.connection_id],
        ['pair', bot.pair, body.pair],
        ['side', bot.strategy, body.strategy],
      ],
      reading: listingOf(listDcaBots, {
        request: ({ body: { pair } }) => ({ query: { pair } }),
        madeAt: ({ created_at }) => created_at,
        isLike: (bot, { body }) =>
          (Object.keys(dcaBotDraft.shape) as (keyof DcaBotDraft)[]).every((member) =>
            isSameOrUnknown(bot[member], body[member]),
          ),
      }),
    },
    kept: keptIn(getDcaBot, (id: string) => ({ params: { id }, query: {} }), dcaBotClaims),
  },
)

/** Not in the spec. */
const dealStart = z.object({
  pair: z.optional(slashPair),
  start: z.optional(word('now', 'signals')),
})
export type DealStart = z.output<typeof dealStart>

export const startDeal = define(
  {
    name: 'startDeal',
    method: 'POST',
    path: '/api/v1/bots/dca/:id/deals',
    security: 'bearer_or_signed',
    permission: 'BOTS_WRITE',
    params: byId,
    body: dealStart,
    bodyExtension: 'startDealChoice',
    response: dcaBot,
    writes: ['dca_bots', 'balances', 'history'],
    extension: true,
  },
  {
    title: 'Start a deal of a DCA bot',
    subject: subjectOf,
    provenBy: {
      answer: ({ id, status, active_trades: open }, { params }) => [
        ['bot', id, params.id],
        ['state', status, 'running'],
        ['deal', open > 0 ? open : 'none', open],
      ],
      reading: { kind: 'none', because: 'The bot may have opened a deal by itself.' },
    },
  },
)

/** Webhook of spec 2.8, authenticated by the bot's secret. */
export const receiveSignal = define(
  {
    name: 'receiveSignal',
    method: 'POST',
    path: '/api/v1/webhooks/charting',
    security: 'public',
    permission: null,
    body: chartingSignal,
    takesText: true,
    proof: 'secret',
    status: 202,
    response: z.object({
      taken: flag,
      /** The signal was already delivered, so it did nothing. */
      duplicate: extension(z.optional(flag)),
    }),
    writes: ['dca_bots', 'balances', 'history'],
  },
  {
    title: 'Alert a DCA bot',
    subject: ({ body: { bot_id } }) => ({ kind: 'DCA bot', id: bot_id }),
    provenBy: {
      answer: ({ taken }) => [['alert', taken, true]],
      reading: { kind: 'none', because: 'The bot may have opened or closed deals by itself.' },
    },
  },
)
