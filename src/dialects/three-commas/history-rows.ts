import { historicalTrade, type OrderRole } from '#contract/history.ts'
import { instantOf } from '#contract/primitives.ts'
import { valueOfWord } from '#contract/value-of-word.ts'
import { splitPair } from '#trading/pair.ts'

import { amountOf, isNothing, type Json, mapAmounts, objectOf, textOf, uuidIn } from './values.ts'

/** Shortens amounts to 30 digits. */
const rowOf = (row: Json): Json =>
  objectOf(mapAmounts(historicalTrade, row, (one) => amountOf(one) ?? one))

export const orderRow = (order: Json): Json =>
  rowOf({ ...order, source: { type: 'terminal', id: null } })

const reported = (json: unknown) => (json === null || json === undefined ? undefined : json)

const quoteOf = (pair: unknown): string => splitPair(textOf(pair) ?? '').quote

/** A cancelled trade closed nothing. */
const exitOrNone = (exit: Json): Json | undefined => (isNothing(exit['units']) ? undefined : exit)

/** Converts a finished SmartTrade to one row with entry, exit and total profit. */
export function smartTradeRow(trade: Json): Json {
  const [data, position, profit] = [trade['data'], trade['position'], trade['profit']].map(objectOf)
  const { volume, usd, percent } = profit ?? {}
  // Trades without a profit also report 0 percent.
  const reports = [volume, usd, isNothing(percent) ? null : percent]
  const isUnknown = reports.every((one) => reported(one) === undefined)
  const nothing = isNothing(data?.['closed_amount']) ? null : undefined
  return rowOf({
    kind: 'trade',
    uuid: `smart-trade-${textOf(trade['id']) ?? ''}`,
    account_id: reported(objectOf(trade['account'])['id']),
    pair: trade['pair'],
    created_at: data?.['created_at'],
    closed_at: reported(data?.['closed_at']),
    source: {
      type: 'smart_trade',
      id: textOf(trade['id']) ?? null,
      note: reported(trade['note']),
    },
    order: { type: position?.['order_type'], side: position?.['type'], role: exitOf(trade) },
    units: position?.['units'],
    price: position?.['price'],
    filled: {
      units: data?.['entered_amount'],
      total: data?.['entered_total'],
      price: data?.['average_enter_price'] ?? null,
    },
    exit: exitOrNone({
      units: data?.['closed_amount'],
      total: data?.['closed_total'],
      price: data?.['average_close_price'] ?? null,
    }),
    profit: isUnknown
      ? nothing
      : {
          amount: volume,
          currency: textOf(data?.['orderbook_price_currency']) ?? quoteOf(trade['pair']),
          usd: usd ?? null,
          percent,
        },
    status: {
      value: objectOf(trade['status'])['type'],
      error: objectOf(trade['status'])['error'] ?? null,
    },
  })
}

/** Converts a finished deal to one row with entry, exit and total profit. */
export function dealRow(deal: Json): Json {
  const isShort = deal['strategy'] === 'short'
  const [entry, exit] = isShort ? ['sold', 'bought'] : ['bought', 'sold']
  const isOfBase = deal['profit_currency'] === 'base_currency'
  const currency = textOf(deal[isOfBase ? 'to_currency' : 'from_currency'])
  return rowOf({
    kind: 'trade',
    uuid: `deal-${textOf(deal['id']) ?? ''}`,
    account_id: reported(deal['account_id']),
    pair: deal['pair'],
    created_at: deal['created_at'],
    closed_at: reported(deal['closed_at']),
    source: {
      type: 'dca_bot',
      id: uuidIn('b', deal['bot_id']) ?? null,
      name: reported(deal['bot_name']),
    },
    order: {
      side: sideOf(deal['strategy']),
      role: deal['status'] === 'completed' ? 'target' : roleOf(deal['status']),
    },
    filled: {
      units: deal[`${entry}_amount`],
      total: deal[`${entry}_volume`],
      price: deal[`${entry}_average_price`] ?? null,
    },
    exit: exitOrNone({
      units: deal[`${exit}_amount`],
      total: deal[`${exit}_volume`],
      price: deal[`${exit}_average_price`] ?? null,
    }),
    profit: isNothing(deal[`${exit}_amount`])
      ? null
      : {
          amount: deal['final_profit'],
          currency: currency ?? quoteOf(deal['pair']),
          usd: deal['usd_final_profit'] ?? null,
          percent: deal['final_profit_percentage'],
        },
    status: {
      value: deal['status'],
      error: deal['failed_message'] ?? deal['error_message'] ?? null,
    },
    deal,
  })
}

/** Role of the order that ended a trade or deal, by status. */
const ENDED_BY: Record<string, OrderRole> = {
  stop_loss_finished: 'stop',
  panic_sold: 'close',
  liquidated: 'liquidation',
}

const roleOf = (status: unknown): OrderRole | undefined =>
  typeof status === 'string' ? valueOfWord(ENDED_BY, status) : undefined

/** Without targets, a finished trade was not closed by an order. */
function exitOf(trade: Json): OrderRole | undefined {
  const status = objectOf(trade['status'])['type']
  const hasTargets = objectOf(trade['take_profit'])['enabled'] === true
  return status === 'finished' && hasTargets ? 'target' : roleOf(status)
}

const sideOf = (strategy: unknown): string | undefined =>
  strategy === 'long' ? 'buy' : strategy === 'short' ? 'sell' : undefined

const gridSource = (bot: Json) => ({
  account_id: reported(bot['account_id']),
  pair: bot['pair'],
  source: { type: 'grid_bot', id: textOf(bot['id']) ?? null, name: reported(bot['name']) },
})

/** Converts the profit of a grid line. Its units are not reported. */
export function gridRow(bot: Json, profit: Json): Json {
  const at = textOf(profit['created_at'])
  const line = objectOf(profit['grid_line'])
  const isOfBase = bot['profit_currency_type'] === 'base'
  const { quote, base } = splitPair(textOf(bot['pair']) ?? '')
  const ended = at === undefined ? '' : (instantOf(at) ?? at)
  return rowOf({
    ...gridSource(bot),
    uuid: `grid-${textOf(bot['id'])}-${textOf(profit['grid_line_id'])}-${ended}`,
    created_at: at,
    closed_at: at,
    order: { role: 'line' },
    filled: { price: line['price'] ?? null },
    profit: {
      amount: profit['profit'],
      currency: isOfBase ? base : (textOf(bot['orderbook_price_currency']) ?? quote),
      usd: profit['usd_profit'] ?? null,
    },
    status: { value: 'finished', error: null },
    grid_profit: profit,
  })
}

/** Placeholder for a grid bot's profits that were not loaded. */
export const gridRestRow = (bot: Json, why: string): Json =>
  rowOf({
    ...gridSource(bot),
    uuid: `grid-${textOf(bot['id'])}-not-read`,
    created_at: bot['created_at'],
    closed_at: bot['updated_at'],
    filled: {},
    status: { value: 'not_read', error: why },
  })

const REFUSED = 'refused-'

/** Placeholder for bots that the key may not read. */
export const refusedRow = (type: 'dca_bot' | 'grid_bot'): Json =>
  rowOf({
    uuid: REFUSED + type,
    source: { type, id: null },
    filled: {},
    status: {
      value: 'not_read',
      error: `Trades of ${type === 'dca_bot' ? 'DCA' : 'grid'} bots are missing: the key lacks the permission BOTS_READ.`,
    },
  })

export const isRefused = ({ uuid }: Json): boolean => textOf(uuid)?.startsWith(REFUSED) === true
