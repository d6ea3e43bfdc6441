import { smartTrade } from '#contract/smart-trades.ts'

import { entity } from './entity.ts'

type Json = { [key: string]: unknown }

const status = (type: string, title: string) => ({ type, basic_type: type, title })

/** A filled long with two targets and a stop, as a service writes it. */
const FILLED: Json = {
  id: 20418837,
  version: 2,
  account: {
    id: 4417,
    type: 'harbour',
    name: 'Harbour spot',
    market: 'Harbour',
    link: '/accounts/4417',
  },
  pair: 'USDT_ETH',
  instant: false,
  status: status('waiting_targets', 'Waiting targets'),
  leverage: { enabled: false },
  position: {
    type: 'buy',
    editable: false,
    units: { value: '1.2', editable: false },
    price: { value: '3050', value_without_commission: '3050', editable: false },
    total: { value: '3660' },
    order_type: 'limit',
    status: status('finished', 'Finished'),
  },
  take_profit: { enabled: true, price_type: 'value', steps: [aStep(1, '3200'), aStep(2, '3400')] },
  stop_loss: {
    enabled: true,
    price_type: 'value',
    breakeven: false,
    order_type: 'market',
    editable: true,
    price: { value: null, percent: null },
    conditional: {
      price: { value: '2900', type: 'last', percent: null },
      trailing: { enabled: false, percent: null },
    },
    timeout: { enabled: false, value: null },
    status: status('to_process', 'Pending'),
  },
  reduce_funds: { steps: [] },
  market_close: {},
  note: 'Retest. #swing',
  note_raw: 'Retest. #swing',
  skip_enter_step: false,
  data: {
    editable: true,
    current_price: {
      bid: '3149.9',
      ask: '3150.1',
      last: '3150',
      quote_volume: '212795.59',
      day_change_percent: '1.86',
    },
    target_price_type: 'price',
    orderbook_price_currency: 'USDT',
    base_order_finished: true,
    missing_funds_to_close: '0',
    liquidation_price: null,
    average_enter_price: '3003',
    average_close_price: null,
    average_enter_price_without_commission: '3000',
    average_close_price_without_commission: null,
    panic_sell_available: true,
    add_funds_available: true,
    reduce_funds_available: true,
    force_start_available: false,
    force_process_available: true,
    cancel_available: true,
    finished: false,
    base_position_step_finished: true,
    entered_amount: '1.2',
    entered_total: '3600',
    closed_amount: '0',
    closed_total: '0',
    commission: '0.001',
    created_at: '2026-11-18T09:12:40.000Z',
    updated_at: '2026-11-18T09:47:03.000Z',
    type: 'smart_trade',
  },
  profit: { volume: '173.4', usd: '173.4', percent: '4.81', roe: null },
  margin: { amount: null, total: null },
  is_position_not_filled: false,
}

function aStep(position: number, price: string): Json {
  return {
    id: position,
    order_type: 'market',
    editable: true,
    units: { value: '0.6' },
    price: { type: 'last', value: price, percent: null },
    volume: '50',
    total: null,
    trailing: { enabled: false, percent: null },
    status: status('to_process', 'Pending'),
    data: { cancelable: true, panic_sell_available: true },
    position,
  }
}

/** A SmartTrade as the dashboard reads it; objects in `changes` are merged, everything else replaces. */
export const aSmartTrade = (changes: Json = {}) => entity(smartTrade, merged(FILLED, changes))

function merged(base: Json, changes: Json): Json {
  const result: Json = { ...base }
  for (const [key, value] of Object.entries(changes)) {
    const before = result[key]
    result[key] = isObject(before) && isObject(value) ? merged(before, value) : value
  }
  return result
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
