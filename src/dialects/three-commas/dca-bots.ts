import { dcaBotDraft, START_CONDITIONS } from '#contract/dca-bots.ts'
import { fromSlashPair } from '#trading/pair.ts'

import {
  type Facts,
  type Further,
  NotOffered,
  type Translation,
  type WireRequest,
} from '../dialect.ts'
import type { Call } from '../prepare.ts'
import { accountsKnown } from './accounts.ts'
import { allRows, enabledAfter, pathOf } from './bots.ts'
import { accountIn, conditionOf, dcaBotOf, eventsOf, marketTypeOf } from './dca-answers.ts'
import {
  checkAccount,
  idOf,
  isObject,
  type Json,
  listOf,
  mapAmounts,
  objectOf,
  plainAmount,
  refusedStatus,
  textOf,
} from './values.ts'

const PATH = '/ver1/bots'

/** Keys without permission to read accounts; asked once only. */
const withoutAccounts = new WeakSet<Facts>()
const NOT_ALLOWED = 403

/** Exchange and market of a bot come from its account. */
async function readAccounts(further: Further): Promise<void> {
  if (withoutAccounts.has(further.facts)) return
  await accountsKnown(further).catch((error: unknown) => {
    if (refusedStatus(error) === NOT_ALLOWED) withoutAccounts.add(further.facts)
  })
}
const PER_PAGE = 100

const SCOPES: Readonly<Record<string, string>> = { running: 'enabled', stopped: 'disabled' }

const page = ({ query }: Call, offset: number): WireRequest => ({
  method: 'GET',
  path: PATH,
  query: { limit: PER_PAGE, offset, scope: SCOPES[query['status'] ?? ''] },
})

/** Filters here: the service has no filter for exchange and pair, and no completed bots. */
function isAskedFor(bot: Json, { query: { status = 'all', exchange, pair } }: Call): boolean {
  const pairs: unknown[] = Array.isArray(bot['pairs']) ? bot['pairs'] : [bot['pair']]
  return (
    (status === 'all' || bot['status'] === status) &&
    (exchange === undefined || bot['exchange'] === exchange) &&
    (pair === undefined || pairs.includes(pair))
  )
}

const DEALS = '/ver1/deals'
const MAX_DEALS = 1000

/** Returns open deals by bot id; `undefined` on failure. */
async function openDeals(ask: Further['ask']): Promise<Map<string, Json[]> | undefined> {
  const query = { limit: MAX_DEALS, offset: 0, scope: 'active' }
  const json = await ask({ method: 'GET', path: DEALS, query }).catch(() => undefined)
  if (!Array.isArray(json)) return undefined
  const byBot = new Map<string, Json[]>()
  for (const deal of listOf(json)) {
    const bot = textOf(deal['bot_id']) ?? ''
    byBot.set(bot, [...(byBot.get(bot) ?? []), deal])
  }
  return byBot
}

const listDcaBots: Translation = {
  request: (call) => page(call, 0),
  answer: async (json, further) => {
    const { call, facts, ask } = further
    const rows = await allRows(json, PER_PAGE, (offset) => ask(page(call, offset)))
    if (!Array.isArray(rows)) return rows
    await readAccounts(further)
    const hasDeals = listOf(rows).some((row) => textOf(row['active_deals_count']) !== '0')
    const deals = hasDeals ? await openDeals(ask) : undefined
    return (rows as unknown[])
      .map((row) => dcaBotOf(row, facts, deals?.get(textOf(objectOf(row)['id']) ?? '')))
      .filter((bot) => !isObject(bot) || isAskedFor(bot, call))
  },
}

/** Throws `NotOffered` for an id of another service. */
function botIn({ params: { id = '' } }: Call): string {
  const bot = idOf('b', id.toLowerCase())
  if (bot === undefined) throw new NotOffered('This is not the id of a DCA bot of 3Commas.')
  return bot
}

const shown = (id: unknown): WireRequest => ({
  method: 'GET',
  path: pathOf(PATH, id, '/show'),
  query: { include_events: 'true' },
})

const post = (id: unknown, action: string): WireRequest => ({
  method: 'POST',
  path: pathOf(PATH, id, action),
})

/** Each deal costs a request every 20 s. */
const MAX_DEALS_WITH_EVENTS = 3

/** Reads events of open deals, or of the last one. A failure leaves the events unknown. */
async function eventsIn(bot: Json, ask: Further['ask']): Promise<Json[] | undefined> {
  try {
    const open = listOf(bot['active_deals'])
    const query = { bot_id: textOf(bot['id']), limit: 1, offset: 0 }
    const deals = open.length > 0 ? open : listOf(await ask({ method: 'GET', path: DEALS, query }))
    const listed: unknown[] = []
    for (const { id } of deals.slice(0, MAX_DEALS_WITH_EVENTS)) {
      listed.push(await ask({ method: 'GET', path: pathOf(DEALS, id, '/show') }))
    }
    return eventsOf(listed)
  } catch {
    return undefined
  }
}

const getDcaBot: Translation = {
  request: (call) => shown(botIn(call)),
  answer: async (json, further) => {
    const { call, facts, ask } = further
    await readAccounts(further)
    const isWanted = call.query['include_events'] === 'true' && isObject(json)
    const events = isWanted ? await eventsIn(json, ask) : undefined
    const bot = dcaBotOf(json, facts)
    return isObject(bot) && events ? { ...bot, events } : bot
  },
}

const startDcaBot: Translation = {
  request: (call) => post(botIn(call), '/enable'),
  answer: (json, { facts }) => dcaBotOf(json, facts),
}

/** `panic_sell_all_deals` also stops the bot. If not, no unreviewed second request is sent. */
const stopDcaBot: Translation = {
  request: (call) =>
    post(botIn(call), call.body['deals'] === 'close' ? '/panic_sell_all_deals' : '/disable'),
  answer: (json, { facts }) => dcaBotOf(json, facts),
}

const CONDITIONS: Readonly<Record<string, readonly Json[]>> = {
  asap: [{ strategy: 'nonstop', options: {} }],
  manual: [{ strategy: 'manual' }],
  charting_signal: [{ strategy: 'tv_custom_signal', options: {} }],
}

/** Short deals open when the price is overbought. */
const rsiOf = (isShort: boolean): readonly Json[] => [
  {
    strategy: 'rsi',
    options: {
      time: '5m',
      points: isShort ? 70 : 30,
      trigger_condition: isShort ? 'greater' : 'less',
      time_period: 14,
    },
  },
]

const NO_LEVERAGE =
  'A DCA bot on a futures account needs a leverage, which cannot be set here. Create it at 3Commas.'
const NO_CONDITION =
  'The settings of this start condition are not documented by 3Commas. Choose another one.'

/** Sent without safety orders, as zeros are refused. */
const NO_ORDERS = {
  safety_order_step_percentage: '1',
  martingale_volume_coefficient: '1',
  martingale_step_coefficient: '1',
}

function draftOf(call: Call, facts: Facts): Json {
  const body = objectOf(mapAmounts(dcaBotDraft, call.body, plainAmount))
  const account = idOf('a', (textOf(body['connection_id']) ?? '').toLowerCase())
  checkAccount(account, facts)
  const isFutures = [body['market_type'], marketTypeOf(accountIn(facts, account))].includes(
    'futures',
  )
  if (isFutures) throw new NotOffered(NO_LEVERAGE)
  const isShort = body['strategy'] === 'Short'
  const start = textOf(body['start_condition']) ?? ''
  const strategies = start === 'rsi' ? rsiOf(isShort) : CONDITIONS[start]
  if (!strategies) throw new NotOffered(NO_CONDITION)
  const hasOrders = body['max_safety_orders'] !== 0
  const isTrailing = body['tp_trailing'] === true
  return {
    account_id: Number(account),
    name: body['name'],
    pairs: fromSlashPair(textOf(body['pair']) ?? ''),
    strategy: isShort ? 'short' : 'long',
    strategy_list: strategies,
    start_order_type: body['start_order_type'],
    base_order_volume: body['base_order_size'],
    base_order_volume_type: 'quote_currency',
    safety_order_volume: hasOrders ? body['safety_order_size'] : body['base_order_size'],
    safety_order_volume_type: 'quote_currency',
    ...(hasOrders
      ? {
          safety_order_step_percentage: body['price_deviation'],
          martingale_volume_coefficient: body['safety_order_volume_scale'],
          martingale_step_coefficient: body['safety_order_step_scale'],
        }
      : NO_ORDERS),
    max_safety_orders: body['max_safety_orders'],
    active_safety_orders_count: body['max_safety_orders'],
    max_active_deals: body['max_active_trades'],
    cooldown: String(body['cooldown_between_trades']),
    take_profit: body['take_profit_pct'],
    take_profit_type: body['tp_type'] === 'base' ? 'base' : 'total',
    trailing_enabled: isTrailing,
    ...(isTrailing && { trailing_deviation: body['tp_trailing_pct'] }),
    stop_loss_percentage: body['stop_loss_enabled'] === true ? body['stop_loss_pct'] : '0',
    stop_loss_type:
      body['sl_type'] === 'stop_loss_and_disable' ? 'stop_loss_and_disable_bot' : 'stop_loss',
    risk_reduction_percentage: '0',
  }
}

/** Creates a stopped bot, then starts it. */
const createDcaBot: Translation = {
  further: [`POST ${PATH}/:id/enable`],
  request: (call, facts) => ({
    method: 'POST',
    path: `${PATH}/create_bot`,
    body: draftOf(call, facts),
  }),
  answer: async (json, { call, facts, ask }) => {
    const id = objectOf(json)['id']
    const bot = await enabledAfter(json, draftOf(call, facts), {
      enable: () => ask(post(id, '/enable')),
      read: () => ask(shown(id)),
    })
    if (!isObject(bot)) return bot
    const { start_refusal, ...row } = bot
    return { ...objectOf(dcaBotOf(row, facts)), start_refusal }
  },
}

/** The response is a deal, so the bot is read again; one about another bot is returned as is. */
const startDeal: Translation = {
  request: (call) => ({
    ...post(botIn(call), '/start_new_deal'),
    body: {
      ...(typeof call.body['pair'] === 'string' && { pair: fromSlashPair(call.body['pair']) }),
      skip_signal_checks: call.body['start'] === 'now',
      // Prevents starting a bot that was stopped meanwhile.
      only_for_enabled: true,
    },
  }),
  answer: async (json, { call, facts, ask }) => {
    if (!isObject(json)) return json
    if (textOf(json['bot_id'] ?? json['id']) !== botIn(call)) return { deal: json }
    const bot = await ask(shown(botIn(call))).catch(() => undefined)
    return bot === undefined ? { deal: json } : dcaBotOf(bot, facts)
  },
}

/** Missing in the documented response, but valid for bots with one pair. */
const NONSTOP = { id: 'asap', name: 'Non-stop', type: 'simple' }

const listDcaStrategies: Translation = {
  request: () => ({ method: 'GET', path: `${PATH}/strategy_list` }),
  answer: (json, { call: { query } }) => {
    if (!isObject(json)) return json
    const listed = Object.entries(json).flatMap(([id, one]) =>
      isObject(one) ? [conditionAs(id, one)] : [],
    )
    const all = listed.some(({ id }) => id === NONSTOP.id) ? listed : [NONSTOP, ...listed]
    return {
      deal_start_conditions: all.filter(
        ({ type }) => query['type'] === undefined || type === query['type'],
      ),
      supported_strategies: ['Long', 'Short'],
      supported_market_types: ['spot', 'futures'],
      supported_order_types: ['limit', 'market'],
      supported_tp_types: ['percentage', 'base'],
      supported_sl_types: ['stop_loss', 'stop_loss_and_disable'],
    }
  },
}

function conditionAs(name: string, { name: title, strategy_type: type, options }: Json) {
  const id = conditionOf(name) ?? name
  const { time } = objectOf(options)
  const isKnown = (START_CONDITIONS as readonly string[]).includes(id)
  return {
    id,
    name: textOf(title) ?? name,
    type: id === 'manual' ? 'simple' : (textOf(type) ?? 'unknown'),
    ...(!isKnown && { description: `“${name}” at 3Commas` }),
    // Fixed settings sent by `rsiOf`, as the form has no fields for them.
    ...(id === 'rsi' && {
      description:
        'Opens a deal when the RSI of 14 candles of 5 minutes is below 30, or above 70 for a short bot.',
    }),
    ...(isObject(time) && { options: { timeframes: Object.keys(time) } }),
  }
}

export const dcaBots: Readonly<Record<string, Translation>> = {
  listDcaBots,
  getDcaBot,
  listDcaStrategies,
  startDcaBot,
  stopDcaBot,
  createDcaBot,
  startDeal,
}
