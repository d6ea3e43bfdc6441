import * as z from 'zod/mini'

import { type Claim, define, isSameOrUnknown, keptIn, listingOf, readingOf } from './endpoint.ts'
import { extension } from './extension.ts'
import {
  amount,
  amountOrNull,
  booleanText,
  flag,
  type Id,
  idNumber,
  idText,
  integerText,
  nameText,
  numericAmount,
  pair,
  text,
  timestamp,
  wholeFrom,
  wholeNumber,
  word,
  mayBeMissing,
} from './primitives.ts'
import type { Parts, ReadOf } from './read.ts'

/** Not in the spec. */
export const MAX_GRID_LINES = 1_000

// Not formatted at run time: starting the browser's number formatter would slow down startup.
export const TOO_MANY_LINES = 'A grid has at most 1,000 lines.'

export const gridLine = z.object({
  id: idNumber,
  price: amount,
  // `null` for the waiting line nearest the price, and for all lines of a stopped bot.
  side: z.nullable(text),
  order_placed: flag,
})
export type GridLine = ReadOf<typeof gridLine>

/** Spec 2.2. */
export const gridBot = z.object({
  id: idNumber,
  account_id: idNumber,
  account_name: mayBeMissing(text),
  name: text,
  pair,
  is_enabled: flag,
  grids_quantity: integerText,
  total_profits_count: integerText,
  max_active_buy_lines: integerText,
  max_active_sell_lines: integerText,
  created_at: timestamp,
  updated_at: mayBeMissing(timestamp),
  strategy_type: mayBeMissing(text),
  upper_stop_loss_enabled: flag,
  lower_stop_loss_enabled: flag,
  note: mayBeMissing(z.nullable(text)),
  editable: mayBeMissing(flag),
  lower_price: amount,
  upper_price: amount,
  lower_stop_loss_price: amountOrNull,
  upper_stop_loss_price: amountOrNull,
  lower_stop_loss_action: text,
  upper_stop_loss_action: text,
  quantity_per_grid: amount,
  leverage_type: mayBeMissing(text),
  // `null` without leverage, as in 3Commas.
  leverage_custom_value: amountOrNull,
  // `null` before the first start, as in 3Commas.
  start_price: amountOrNull,
  // Ratio if geometric, difference if arithmetic.
  grid_price_step: amount,
  // Grid profit of all runs, after fees; in dollars at the price now, null without one.
  current_profit: amount,
  current_profit_usd: amountOrNull,
  // Both percentages are of the last run's capital.
  profit_percentage: amount,
  current_price: amount,
  // Since the last start, including orders at a stop.
  bought_volume: amount,
  sold_volume: amount,
  // Capital of the last run in the quote currency, kept after a stop.
  investment_base_currency: amount,
  investment_quote_currency: amount,
  // Open part of `current_profit_loss`; once stopped 0 if sold, else fixed.
  unrealized_profit_loss: amount,
  // Sum over all runs of end value − start value, interest and funding; a current run uses the
  // current price. Realised profit is this minus `unrealized_profit_loss`. Never null in our
  // service; others send null for a stopped bot.
  current_profit_loss: amountOrNull,
  current_profit_loss_percent: amountOrNull,
  order_currency_type: text,
  profit_currency_type: mayBeMissing(text),
  trailing_up_enabled: booleanText,
  expansion_down_enabled: booleanText,
  expansion_down_stop_price: amountOrNull,
  grid_type: text,
  orderbook_price_currency: mayBeMissing(text),
  grid_lines: z.array(gridLine),
  // Never null in the spec; missing for 3Commas spot accounts.
  mode: mayBeMissing(z.nullable(text)),
  // Not in the spec. Total of all runs.
  running_seconds: extension(z.optional(wholeNumber)),
})
export type GridBot = ReadOf<typeof gridBot>
export type GridBotEntity = z.output<typeof gridBot>

const quantity = z.object({ quantity: amount, currency: text })
const bothSides = z.object({ base: quantity, quote: quantity })

/** Spec 2.7. */
export const requiredBalances = z.object({
  missing_balance: bothSides,
  required_balance: bothSides,
  need_balancing: flag,
  balancing_available: flag,
  necessary_quantities: quantity,
})
export type RequiredBalances = ReadOf<typeof requiredBalances>
export type RequiredBalancesEntity = z.output<typeof requiredBalances>

/** Actions at a stop loss, besides stopping. The last is for futures. */
export const STOP_ACTIONS = [
  'stop_bot',
  'stop_bot_and_buy',
  'stop_bot_and_sell',
  'stop_bot_and_close_position',
] as const

const activeLines = z.pipe(wholeNumber, wholeFrom(1, 'At least 1 line must be active.'))

/** Not in the spec, which has no way to create a grid bot. */
export const gridBotDraft = z.object({
  account_id: idNumber,
  pair,
  name: z.optional(nameText.check(z.minLength(1), z.maxLength(100))),
  lower_price: numericAmount,
  upper_price: numericAmount,
  grids_quantity: z.pipe(
    wholeNumber,
    z
      .int()
      .check(
        z.minimum(2, 'A grid has at least 2 lines.'),
        z.maximum(MAX_GRID_LINES, TOO_MANY_LINES),
      ),
  ),
  grid_type: word('arithmetic', 'geometric'),
  quantity_per_grid: numericAmount,
  // Maximum number of open orders; unlimited by default.
  max_active_buy_lines: z.optional(activeLines),
  max_active_sell_lines: z.optional(activeLines),
  lower_stop_loss_enabled: z.optional(flag),
  lower_stop_loss_price: z.optional(numericAmount),
  lower_stop_loss_action: z.optional(word(...STOP_ACTIONS)),
  upper_stop_loss_enabled: z.optional(flag),
  upper_stop_loss_price: z.optional(numericAmount),
  upper_stop_loss_action: z.optional(word(...STOP_ACTIONS)),
  trailing_up_enabled: z.optional(flag),
  expansion_down_enabled: z.optional(flag),
  expansion_down_stop_price: z.optional(numericAmount),
})
export type GridBotDraft = z.output<typeof gridBotDraft>

const byId = z.object({ id: idText })

export const getRequiredBalances = define({
  name: 'getRequiredBalances',
  path: '/api/v1/bots/grid/:id/required_balances',
  permission: 'BOTS_READ',
  params: byId,
  response: requiredBalances,
  spotOnly: true,
  reads: ['grid_bots', 'balances', 'market'],
})

export const listGridBots = define({
  name: 'listGridBots',
  path: '/api/v1/bots/grid',
  permission: 'BOTS_READ',
  response: z.array(gridBot),
  reads: ['grid_bots'],
  extension: true,
})

export const getGridBot = define({
  name: 'getGridBot',
  path: '/api/v1/bots/grid/:id',
  permission: 'BOTS_READ',
  params: byId,
  response: gridBot,
  reads: ['grid_bots'],
  extension: true,
})

type BotRequest = { params: { id?: Id | undefined } }

const subjectOf = ({ params: { id } }: BotRequest) => ({ kind: 'grid bot', id }) as const
const botById = ({ params: { id } }: BotRequest) => ({ params: { id: id ?? Number.NaN } })

const isInState =
  (asked: 'running' | 'stopped') =>
  ({ id, is_enabled }: GridBot, { params }: BotRequest): Claim[] => [
    ['bot', id, params.id],
    ['state', is_enabled ? 'running' : 'stopped', asked],
  ]
const isStopped = isInState('stopped')
const isRunning = isInState('running')

/** On stop: keep the bot's coins, or sell them at market. */
export const LEFT_AT_STOP = ['keep', 'sell'] as const
export type LeftAtStop = (typeof LEFT_AT_STOP)[number]

type StopRequest = BotRequest & { body: { leave?: LeftAtStop | undefined } }

export const stopGridBot = define(
  {
    name: 'stopGridBot',
    method: 'POST',
    path: '/api/v1/bots/grid/:id/stop',
    permission: 'BOTS_WRITE',
    params: byId,
    body: z.object({ leave: z.optional(z.enum(LEFT_AT_STOP)) }),
    bodyExtension: 'stopGridBotLeave',
    response: gridBot,
    writes: ['grid_bots', 'balances', 'history'],
  },
  {
    title: 'Stop a grid bot',
    reducesRisk: true,
    subject: subjectOf,
    provenBy: {
      answer: isStopped,
      reading: readingOf(getGridBot, botById, (bot: GridBot, asked: StopRequest) => [
        ...isStopped(bot, asked),
        // The bot doesn't report a sale of its coins: another request may have stopped it.
        ...(asked.body.leave === 'sell' ? [['coins', undefined, 'sold'] as const] : []),
      ]),
    },
  },
)

export const startGridBot = define(
  {
    name: 'startGridBot',
    method: 'POST',
    path: '/api/v1/bots/grid/:id/start',
    permission: 'BOTS_WRITE',
    params: byId,
    response: gridBot,
    writes: ['grid_bots', 'balances', 'history'],
    extension: true,
  },
  {
    title: 'Start a grid bot',
    subject: subjectOf,
    provenBy: { answer: isRunning, reading: readingOf(getGridBot, botById, isRunning) },
  },
)

/** Labels of settings, in the order of comparison. */
const SETTINGS: Readonly<Partial<Record<keyof GridBotDraft, string>>> = {
  name: 'name',
  lower_price: 'lower price',
  upper_price: 'upper price',
  grids_quantity: 'number of lines',
  grid_type: 'spacing',
  quantity_per_grid: 'quantity per line',
  max_active_buy_lines: 'maximum buy orders',
  max_active_sell_lines: 'maximum sell orders',
  lower_stop_loss_enabled: 'lower stop loss',
  lower_stop_loss_price: 'lower stop loss price',
  lower_stop_loss_action: 'lower stop loss action',
  upper_stop_loss_enabled: 'upper stop loss',
  upper_stop_loss_price: 'upper stop loss price',
  upper_stop_loss_action: 'upper stop loss action',
  trailing_up_enabled: 'trailing up',
  expansion_down_enabled: 'expansion down',
  expansion_down_stop_price: 'expansion down to',
}

const isAsDrafted = (bot: GridBot, { body }: { body: Parts<GridBotDraft> }): Claim[] =>
  (Object.keys(SETTINGS) as (keyof GridBotDraft)[]).map((member) => [
    SETTINGS[member] ?? member,
    bot[member] ?? undefined,
    body[member],
  ])

export const createGridBot = define(
  {
    name: 'createGridBot',
    method: 'POST',
    path: '/api/v1/bots/grid',
    permission: 'BOTS_WRITE',
    body: gridBotDraft,
    /** Set if the bot was created but its start was refused. */
    response: z.extend(gridBot, { start_refusal: z.optional(text) }),
    writes: ['grid_bots', 'balances', 'history'],
    extension: true,
  },
  {
    title: 'Create a grid bot',
    subject: ({ body: { account_id, pair } }) => ({ kind: 'grid bot', account: account_id, pair }),
    provenBy: {
      answer: (bot, { body }) => [
        ['id', bot.id, bot.id],
        ['account', bot.account_id, body.account_id],
        ['pair', bot.pair, body.pair],
      ],
      reading: listingOf(listGridBots, {
        request: () => ({}),
        madeAt: ({ created_at }) => created_at,
        isLike: (bot, { body }) =>
          bot.account_id === body.account_id &&
          bot.pair === body.pair &&
          bot.grids_quantity === body.grids_quantity &&
          bot.lower_price === body.lower_price &&
          bot.upper_price === body.upper_price &&
          bot.quantity_per_grid === body.quantity_per_grid &&
          // Drafts count in the base currency; other services may have bots that don't.
          isSameOrUnknown(bot.order_currency_type, 'base'),
      }),
    },
    kept: keptIn(getGridBot, (id: Id) => ({ params: { id } }), isAsDrafted),
  },
)
