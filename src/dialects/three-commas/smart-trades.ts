import { smartTradeChange } from '#contract/smart-trade-change.ts'
import { smartTradeDraft } from '#contract/smart-trade-draft.ts'
import { fundsDraft } from '#contract/smart-trade-funds.ts'
import { smartTrade } from '#contract/smart-trades.ts'

import type { Facts, Translation, WireRequest } from '../dialect.ts'
import type { Call } from '../prepare.ts'
import {
  amountOf,
  checkAccount,
  isObject,
  type Json,
  mapAmounts,
  objectOf,
  plainAmount,
  refusedStatus,
  textOf,
} from './values.ts'

const PATH = '/v2/smart_trades'

/** Documents show both words; the newer one is tried first. */
const SUCCESSFUL = 'successfully_finish'
const OLD_SUCCESSFUL = 'successfully_finished'

const listed = ({ query }: Call, successful: string): WireRequest => ({
  method: 'GET',
  path: PATH,
  query: {
    // The default order is by status, which moves trades between pages.
    order_by: 'created_at',
    order_direction: 'DESC',
    ...query,
    ...(isSuccessful(query['status']) && { status: successful }),
  },
})

const isSuccessful = (status: string | undefined): boolean =>
  status === SUCCESSFUL || status === OLD_SUCCESSFUL

const REFUSED_WORDS = new Set([400, 422])

const listSmartTrades: Translation = {
  request: (call) => listed(call, SUCCESSFUL),
  otherwise: (error, call) =>
    isSuccessful(call.query['status']) && REFUSED_WORDS.has(refusedStatus(error) ?? 0)
      ? listed(call, OLD_SUCCESSFUL)
      : undefined,
  answer: (json) => (Array.isArray(json) ? json.map(smartTradeOf) : json),
}

/** A request about one trade, which returns the trade. */
const ofOne = (
  method: WireRequest['method'],
  more: { action?: string; body?: (call: Call) => Json } = {},
): Translation => ({
  request: (call) => ({
    method,
    path: `${PATH}/${encodeURIComponent(call.params['id'] ?? '')}${more.action ?? ''}`,
    ...(more.body && { body: more.body(call) }),
  }),
  answer: smartTradeOf,
})

const createSmartTrade: Translation = {
  request: ({ body }, facts) => ({ method: 'POST', path: PATH, body: draftOf(body, facts) }),
  readsBack: true,
  answer: smartTradeOf,
}

const OFF = { enabled: false }

/** Converts a draft: amounts as text, unused parts explicitly disabled. */
function draftOf(body: Json, facts: Facts): Json {
  checkAccount(body['account_id'], facts)
  const { take_profit, stop_loss, leverage, note, ...rest } = objectOf(
    mapAmounts(smartTradeDraft, body, plainAmount),
  )
  const { value, ...lever } = objectOf(leverage)
  const times = textOf(value)
  return {
    ...rest,
    ...(isObject(leverage) && {
      leverage: { ...lever, ...(times !== undefined && { value: times }) },
    }),
    take_profit: isOn(take_profit) ? take_profit : OFF,
    stop_loss: isOn(stop_loss) ? stop_loss : OFF,
    ...(typeof note === 'string' && note !== '' && { note }),
  }
}

const changeOf = ({ body }: Call): Json => objectOf(mapAmounts(smartTradeChange, body, plainAmount))

const fundsOf = ({ body }: Call): Json => objectOf(mapAmounts(fundsDraft, body, plainAmount))

const isOn = (part: unknown): boolean => isObject(part) && part['enabled'] === true

/** Version of all listed trades; missing in some responses. */
const VERSION = 2

/** Converts a trade; other JSON stays unchanged. */
export function smartTradeOf(json: unknown): unknown {
  if (!isObject(json)) return json
  const trade = objectOf(mapAmounts(smartTrade, json, (one) => amountOf(one) ?? one))
  const { data, note_raw: typed } = trade
  return {
    version: VERSION,
    ...trade,
    // `note` may be formatted for display.
    ...(typeof typed === 'string' && { note: typed }),
    // Delisted pairs have no price.
    ...(isObject(data) && { data: { ...data, current_price: objectOf(data['current_price']) } }),
  }
}

export const smartTrades: Readonly<Record<string, Translation>> = {
  listSmartTrades,
  getSmartTrade: ofOne('GET'),
  createSmartTrade,
  setSmartTradeNote: ofOne('POST', {
    action: '/set_note',
    body: ({ body }) => ({ note: body['note'] }),
  }),
  updateSmartTrade: { ...ofOne('PATCH', { body: changeOf }), readsBack: true },
  addSmartTradeFunds: ofOne('POST', { action: '/add_funds', body: fundsOf }),
  reduceSmartTradeFunds: ofOne('POST', { action: '/reduce_funds', body: fundsOf }),
  cancelSmartTrade: ofOne('DELETE'),
  closeSmartTrade: ofOne('POST', { action: '/close_by_market' }),
}
