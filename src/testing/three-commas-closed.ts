/** Rows of the lists that a history is joined from, in the shapes of the documents. */
type Json = Record<string, unknown>

export const DAY = 86_400_000
export const START = Date.UTC(2026, 0, 1)
export const isoOf = (at: number) => new Date(at).toISOString()

export const anOrder = (uuid: string, at: number): Json => ({
  uuid,
  account_id: 32576869,
  pair: 'BTC_ETH',
  created_at: (at - 60_000) / 1000,
  closed_at: at / 1000,
  order: { type: 'market', side: 'buy', strategy: null, position_side: 'both', reduce_only: false },
  units: { value: '2.4869' },
  price: { value: null },
  total: { value: '0.099898773' },
  status: { value: 'finished', error: null },
  filled: { units: '2.4869', total: '0.099998671773', price: '0.04021', value: '100.0' },
  data: { cancelable: false },
})

export const aTrade = (id: number, at: number, changes: Json = {}): Json => ({
  id,
  account: { id: 32402783, name: 'Harbour' },
  pair: 'USDT_DOGE',
  status: { type: 'panic_sold', basic_type: 'panic_sold', title: 'Closed at Market Price' },
  position: {
    type: 'buy',
    units: { value: '15.0' },
    price: { value: '0.10664' },
    order_type: 'limit',
  },
  data: {
    orderbook_price_currency: 'USDT',
    entered_amount: '15.0',
    entered_total: '1.5996',
    average_enter_price: '0.10664',
    closed_amount: '15.0',
    created_at: isoOf(at - 60_000),
    closed_at: isoOf(at),
  },
  profit: { volume: '0.3', usd: '0.3', percent: '18.75', roe: null },
  ...changes,
})

export const aDeal = (id: number, at: number, changes: Json = {}): Json => ({
  id,
  bot_id: 23456789,
  account_id: 32199203,
  created_at: isoOf(at - 60_000),
  closed_at: isoOf(at),
  'finished?': true,
  pair: 'USDT_ETH',
  status: 'completed',
  bought_amount: '0.0354',
  bought_volume: '93.55819473',
  bought_average_price: '2642.886856779661016949152542373',
  sold_amount: '0.0354',
  sold_volume: '95.1',
  sold_average_price: '2686.4',
  final_profit: '1.5',
  final_profit_percentage: '1.6',
  usd_final_profit: '1.49',
  profit_currency: 'quote_currency',
  from_currency: 'USDT',
  to_currency: 'ETH',
  strategy: 'long',
  error_message: null,
  failed_message: null,
  ...changes,
})

export const aGridBot = (id: number, changes: Json = {}): Json => ({
  id,
  account_id: 32833909,
  is_enabled: true,
  created_at: isoOf(START),
  updated_at: isoOf(START + 300 * DAY),
  pair: 'BNFCR_VETUSDT',
  total_profits_count: '2',
  current_profit: '0.8',
  profit_currency_type: 'quote',
  orderbook_price_currency: 'BNFCR',
  ...changes,
})

export const aProfit = (id: number, at: number): Json => ({
  grid_line_id: id,
  profit: '0.5387463715614246',
  usd_profit: '0.5387463715614246',
  created_at: isoOf(at),
  grid_line: { id, price: '0.022954', side: 'buy', order_placed: false },
})
