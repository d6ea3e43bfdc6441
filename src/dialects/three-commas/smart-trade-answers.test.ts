import { expect, it } from 'vitest'

import type { Claim } from '#contract/endpoint.ts'
import { isUnreadable, read } from '#contract/read.ts'
import {
  cancelSmartTrade,
  closeSmartTrade,
  listSmartTrades,
  smartTrade,
  type SmartTrade,
} from '#contract/smart-trades.ts'

import { smartTradeOf } from './smart-trades.ts'
import { threeCommasFormat } from './three-commas.ts'

const BASE = 'https://api.3commas.io/public/api'
const FACTS = { mode: 'real', algorithm: 'hmac', accounts: [] } as const

type Json = Record<string, unknown>
const word = (type: string, title = type) => ({ type, basic_type: type, title })

/** A trade shaped like the documents' examples, with other values. */
const documented = (status: string, changes: Json = {}, data: Json = {}): Json => ({
  id: 30404547,
  version: 2,
  account: {
    id: 32402783,
    type: 'binance_us',
    name: 'Harbour',
    market: 'Binance US Spot',
    link: '/accounts/32402783',
  },
  pair: 'USDT_DOGE',
  instant: false,
  status: word(status, 'Some title'),
  leverage: { enabled: false },
  position: {
    type: 'buy',
    editable: false,
    units: { value: '14.91', editable: false },
    price: { value: '0.10622', value_without_commission: '0.10559', editable: false },
    total: { value: '1.58385' },
    order_type: 'market',
    status: word('finished'),
  },
  take_profit: {
    enabled: true,
    price_type: 'value',
    steps: [
      {
        id: 1006090636,
        order_type: 'limit',
        editable: true,
        units: { value: null },
        price: { type: 'last', value: '0.11627', percent: null },
        volume: '100.0',
        total: null,
        trailing: { enabled: false, percent: null },
        status: word('idle', 'Pending'),
        data: { cancelable: true, panic_sell_available: false },
        position: 1,
      },
    ],
  },
  stop_loss: { enabled: false },
  reduce_funds: { steps: [] },
  market_close: {},
  note: '',
  note_raw: null,
  skip_enter_step: false,
  data: {
    editable: true,
    current_price: {
      bid: '0.10613',
      ask: '0.10637',
      last: '0.10636',
      quote_volume: '181260.82083',
      day_change_percent: '0.806',
    },
    target_price_type: 'price',
    orderbook_price_currency: 'USDT',
    base_order_finished: true,
    missing_funds_to_close: '0.0',
    liquidation_price: null,
    average_enter_price: '0.10622',
    average_close_price: null,
    average_enter_price_without_commission: '0.10559',
    average_close_price_without_commission: null,
    panic_sell_available: true,
    add_funds_available: true,
    reduce_funds_available: false,
    force_start_available: false,
    force_process_available: true,
    cancel_available: true,
    finished: false,
    base_position_step_finished: true,
    entered_amount: '14.91',
    entered_total: '1.58385',
    closed_amount: '0.0',
    closed_total: '0.0',
    commission: 0.001,
    created_at: '2026-08-12T14:35:21.632Z',
    updated_at: '2026-08-12T14:47:43.054Z',
    type: 'smart_trade',
    ...data,
  },
  profit: { volume: '-0.0030340983', usd: '-0.0030340983', percent: '-0.19', roe: null },
  margin: { amount: null, total: null },
  is_position_not_filled: false,
  ...changes,
})

/** Reads a response as pages do. */
function readTrade(json: unknown): SmartTrade {
  const { value, drift } = read(smartTrade, smartTradeOf(json))
  if (isUnreadable(value)) throw new Error(`unreadable: ${JSON.stringify(drift)}`)
  return value
}

const NONE = { volume: null, usd: null, percent: '0.0', roe: null }

it.each([
  ['created', { profit: NONE }, {}],
  ['waiting_position', { profit: NONE }, {}],
  ['waiting_targets', {}, {}],
  ['pending_reduce_funds', {}, {}],
  ['cancellation_pending', {}, {}],
  ['cancellation_in_progress', {}, {}],
  [
    'cancelled',
    { profit: NONE, take_profit: { enabled: true, price_type: 'value', steps: [] } },
    { closed_at: '2026-08-12T14:47:43.777Z' },
  ],
  ['panic_sell_pending', {}, {}],
  ['panic_sell_in_progress', {}, {}],
  ['panic_sold', {}, { closed_at: '2026-08-12T14:47:43.777Z', finished: true }],
  ['stop_loss_in_progress', {}, {}],
  ['stop_loss_finished', {}, { closed_at: '2026-08-12T14:47:43.777Z' }],
  ['finished', {}, { closed_at: '2026-08-12T14:47:43.777Z', finished: true }],
  [
    'failed',
    {
      profit: NONE,
      status: { ...word('failed', 'Failed'), error: 'You need to pass KYC.' },
      take_profit: { enabled: true, price_type: 'value', steps: [] },
    },
    {},
  ],
  ['a_word_of_next_year', {}, {}],
])('a trade that is %s is readable', (status, changes, data: Json) => {
  const trade = readTrade(documented(status, changes, data))
  expect(trade.status.type).toBe(status)
  expect(trade.data.closed_at).toBe(
    'closed_at' in data ? Date.UTC(2026, 7, 12, 14, 47, 43, 777) : undefined,
  )
  expect(trade.profit.percent).toBe('profit' in changes ? '0' : '-0.19')
  expect(trade.data.entered_amount).toBe('14.91')
  expect(trade.data.commission).toBe('0.001')
})

it('a note is shown and verified as typed, not as formatted by 3Commas', () => {
  const { note } = smartTradeOf(
    documented('waiting_targets', { note: 'R &amp; S &lt; 2', note_raw: 'R & S < 2' }),
  ) as SmartTrade
  expect(note).toBe('R & S < 2')
})

it('a response to a note without a version is readable, and a stop of the newer shape', () => {
  const { version: _, ...rest } = documented('waiting_targets', {
    note: 'Bounce',
    note_raw: 'Bounce',
    leverage: { enabled: true, type: 'isolated', value: 5, type_editable: true },
    stop_loss: {
      enabled: true,
      price_type: 'value',
      breakeven: false,
      order_type: 'market',
      editable: true,
      status: word('idle', 'Pending'),
      units: { value: null },
      total: { value: null },
      price: { value: null, percent: null },
      closed_at: null,
      conditional: {
        price: { value: '0.0000028', type: 'last', percent: null },
        trailing: { enabled: false, percent: null },
      },
      timeout: { enabled: false, value: null },
    },
  })
  const trade = readTrade(rest)
  expect(trade).toMatchObject({
    version: 2,
    note: 'Bounce',
    leverage: { enabled: true, value: '5' },
    stop_loss: { enabled: true, conditional: { price: { value: '0.0000028' } } },
  })
  expect(trade.stop_loss.status?.type).toBe('idle')
})

it('a trade without a current price is readable, and a held position', () => {
  expect(readTrade(documented('failed', {}, { current_price: null })).data.current_price).toEqual(
    {},
  )
  const held = { value: '0.3', value_without_commission: null, editable: false }
  const position = { ...(documented('created')['position'] as Json), price: held }
  expect(
    readTrade(documented('waiting_targets', { skip_enter_step: true, position })).position.price,
  ).toMatchObject({ value: '0.3', value_without_commission: null })
})

it("an accepted cancellation or close has the service's status", async () => {
  const format = threeCommasFormat({ ...FACTS })
  const params = { id: 30404547 }
  for (const [endpoint, status] of [
    [cancelSmartTrade, 'cancellation_pending'],
    [closeSmartTrade, 'panic_sell_pending'],
  ] as const) {
    const json = documented(status)
    const answer = await format.answer(format.prepare(BASE, endpoint, { params }, 'path'), () =>
      Promise.resolve({ text: '', json }),
    )
    const trade = read(endpoint.response, answer.json).value as SmartTrade
    expect(trade.status.type).toBe(status)
    const claims = endpoint.effect.provenBy.answer as (said: SmartTrade, asked: object) => Claim[]
    for (const [, said, asked] of claims(trade, { params })) expect(said).toBe(asked)
  }
})

it.each([[{ error: 'x' }], [[null, 7]]])(
  "%j is passed to the contract's reader unchanged",
  async (json) => {
    const format = threeCommasFormat({ ...FACTS })
    const first = format.prepare(BASE, listSmartTrades, { query: {} }, 'path')
    const answer = await format.answer(first, () => Promise.resolve({ text: '', json }))
    expect(answer.json).toEqual(json)
  },
)
