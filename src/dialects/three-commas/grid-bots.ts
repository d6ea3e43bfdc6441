import { gridBot, gridBotDraft, requiredBalances } from '#contract/grid-bots.ts'

import {
  type Facts,
  type Further,
  NotOffered,
  type Translation,
  type WireRequest,
} from '../dialect.ts'
import { allRows, enabledAfter, pathOf } from './bots.ts'
import {
  amountOf,
  checkAccount,
  isObject,
  type Json,
  listOf,
  mapAmounts,
  objectOf,
  plainAmount,
  refusedStatus,
  textOf,
} from './values.ts'

const PATH = '/ver1/grid_bots'

const PER_PAGE = 100

/** Sorted explicitly, as the default order is undocumented. */
const page = (offset: number): WireRequest => ({
  method: 'GET',
  path: PATH,
  query: { limit: PER_PAGE, offset, sort_by: 'created_at', sort_direction: 'DESC' },
})

const at = (method: WireRequest['method'], id: unknown, action = ''): WireRequest => ({
  method,
  path: pathOf(PATH, id, action),
})

/** Converts a bot; other JSON stays unchanged. */
export function gridBotOf(json: unknown): unknown {
  if (!isObject(json)) return json
  return mapAmounts(gridBot, inQuote(json), (one) => amountOf(one) ?? one)
}

/** Moves results to `as_sent` unless they are certainly in quote currency. */
function inQuote(bot: Json): Json {
  if (bot['profit_currency_type'] === 'quote') return bot
  const { unrealized_profit_loss, current_profit_loss, ...known } = bot
  return { ...known, as_sent: { unrealized_profit_loss, current_profit_loss } }
}

const listGridBots: Translation = {
  request: () => page(0),
  answer: async (json, { ask }) => {
    const rows = await allRows(json, PER_PAGE, (offset) => ask(page(offset)))
    return Array.isArray(rows) ? rows.map(gridBotOf) : rows
  },
}

/** Keys that may only list bots; asked once only. */
const listedOnly = new WeakSet<Facts>()

/** Documents require write permission to read one bot. */
const getGridBot: Translation = {
  local: async ({ call, facts, ask }) => {
    const id = call.params['id']
    if (!listedOnly.has(facts)) {
      try {
        return gridBotOf(await ask(at('GET', id)))
      } catch (error) {
        if (refusedStatus(error) !== 403) throw error
        listedOnly.add(facts)
      }
    }
    const rows = await allRows(await ask(page(0)), PER_PAGE, (offset) => ask(page(offset)))
    const row = listOf(rows).find((one) => textOf(one['id']) === id)
    // Lets the service report that the bot is missing or forbidden.
    return gridBotOf(row ?? (await ask(at('GET', id))))
  },
}

const stopGridBot: Translation = {
  request({ params, body }) {
    if (body['leave'] !== undefined) {
      throw new NotOffered('3Commas does not offer a choice to keep or sell the coins at a stop.')
    }
    return at('POST', params['id'], '/disable')
  },
  answer: gridBotOf,
}

/** Reads a started bot again if the response still has the values of a stopped one. */
async function asStarted(enabled: unknown, ask: Further['ask']): Promise<unknown> {
  if (!isObject(enabled) || (enabled['mode'] !== undefined && isNumeric(enabled))) return enabled
  const read = await ask(at('GET', enabled['id'])).catch(() => undefined)
  return isObject(read) && read['is_enabled'] === enabled['is_enabled'] ? read : enabled
}

const isNumeric = ({ current_profit_loss: profit }: Json): boolean => amountOf(profit) !== undefined

const startGridBot: Translation = {
  request: ({ params }) => at('POST', params['id'], '/enable'),
  answer: async (json, { ask }) => gridBotOf(await asStarted(json, ask)),
}

function draftOf(body: Json, facts: Facts): Json {
  checkAccount(body['account_id'], facts)
  const account = facts.accounts.find(({ id }) => String(id) === String(body['account_id']))
  const types = objectOf(account)['supported_market_types']
  if (Array.isArray(types) && types.length > 0 && !types.includes('spot')) {
    throw new NotOffered(
      'A grid bot on a futures account needs a leverage and a direction, which cannot be set here. Create it at 3Commas.',
    )
  }
  return {
    ...objectOf(mapAmounts(gridBotDraft, body, plainAmount)),
    max_active_buy_lines: body['max_active_buy_lines'] ?? body['grids_quantity'],
    max_active_sell_lines: body['max_active_sell_lines'] ?? body['grids_quantity'],
    order_currency_type: 'base',
    profit_currency_type: 'quote',
    ignore_warnings: false,
  }
}

/** Creates a stopped bot, then starts it. */
const createGridBot: Translation = {
  further: [`POST ${PATH}/:id/enable`],
  request: ({ body }, facts) => ({
    method: 'POST',
    path: `${PATH}/manual`,
    body: draftOf(body, facts),
  }),
  answer: async (json, { call, ask }) => {
    const id = objectOf(json)['id']
    const bot = await enabledAfter(json, call.body, {
      enable: () => ask(at('POST', id, '/enable')),
      read: () => ask(at('GET', id)),
    })
    return gridBotOf(objectOf(bot)['is_enabled'] === true ? await asStarted(bot, ask) : bot)
  },
}

const getRequiredBalances: Translation = {
  request: ({ params }) => at('GET', params['id'], '/required_balances'),
  answer: (json) => mapAmounts(requiredBalances, json, (one) => amountOf(one) ?? one),
}

export const gridBots: Readonly<Record<string, Translation>> = {
  listGridBots,
  getGridBot,
  stopGridBot,
  startGridBot,
  createGridBot,
  getRequiredBalances,
}
