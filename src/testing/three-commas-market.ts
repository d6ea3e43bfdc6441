import { decimal, multiply, toText } from '#money/decimal.ts'

import {
  type Account,
  accountOf,
  ACCOUNTS,
  invalid,
  isAskedFor,
  type Json,
  lastPrice,
  MARKETS,
  type Mode,
  pageOf,
  PAIRS,
  Refused,
  type Route,
  sortedBy,
} from './three-commas-world.ts'

function historyRows(now: number): Json[] {
  const [main, futures, , paper] = ACCOUNTS as [Account, Account, Account, Account]
  const row = (index: number, account: Account, pair: string, isMarket: boolean): Json => {
    const price = lastPrice(pair)
    const total = toText(multiply(decimal('0.25'), decimal(price)))
    const at = Math.floor(now / 1000) - (130 - index) * 3600
    return {
      uuid: `be523b7b-05a0-49b9-89f9-${String(index).padStart(12, '0')}`,
      account_id: account.id,
      pair,
      created_at: at,
      closed_at: at + 1,
      order: {
        type: isMarket ? 'market' : 'limit',
        side: index % 2 === 0 ? 'buy' : 'sell',
        strategy: null,
        position_side: 'both',
        reduce_only: false,
      },
      units: { value: '0.25' },
      price: { value: isMarket ? null : price },
      total: { value: total },
      conditional: { enabled: false, value: null, price: { value: null, type: null } },
      trailing: { enabled: false, value: null, percent: null },
      timeout: { enabled: false, value: null },
      leverage: { type: null },
      status: { value: 'finished', error: null },
      filled: { units: '0.25', total, price, value: '100.0' },
      data: { cancelable: false },
    }
  }
  return [
    ...Array.from({ length: 120 }, (_, index) => row(index, main, 'USDT_ETH', index % 2 === 0)),
    ...Array.from({ length: 5 }, (_, index) => row(120 + index, futures, 'USDT_BTCUSDT', true)),
    row(125, paper, 'USDT_ETH', true),
  ]
}

const RATES = {
  minPrice: '0.01',
  maxPrice: '1000000.0',
  maxMarketBuyAmount: '121.22278732',
  maxMarketSellAmount: '121.22278732',
  minTotal: '5.0',
  minMarketTotal: '5.0',
  maxTotal: '9000000.0',
  maxLotSize: '9000.0',
}

function ratesOf(query: URLSearchParams): Json {
  const pair = query.get('pair') ?? ''
  const market = MARKETS[query.get('market_code') ?? '']
  const found = PAIRS[pair]
  if (!market) throw new Refused(404, 'not_found', 'Not Found')
  if (!found || !market.includes(pair)) throw new Refused(500, 'pair_not_supported')
  const [last, priceStep, lotStep] = found
  return {
    last,
    bid: last,
    ask: last,
    orderbook_ask: last,
    orderbook_bid: last,
    orderbook_last: last,
    orderbook_price_currency: pair.slice(0, pair.indexOf('_')),
    strategy_name: 'orderbook_price',
    contract_strategy_name: 'orderbook_price',
    instrumentKind: query.get('market_code') === 'binance_futures' ? 'futures' : 'spot',
    ...RATES,
    priceStep,
    minLotSize: lotStep,
    lotStep,
  }
}
const modeOf = (row: Json): Mode | undefined => accountOf(row['account_id'])?.mode

/** Market data, which needs no key, and the orders that were placed by hand. */
export function marketRoutes({ now }: { now: () => number }): Route[] {
  const history = historyRows(now())
  return [
    {
      method: 'GET',
      path: /^\/ver1\/accounts\/market_pairs$/,
      answer: ({ query }) => {
        const pairs = MARKETS[query.get('market_code') ?? '']
        if (!pairs) throw new Refused(404, 'not_found', 'Not Found')
        return { status: 200, json: pairs }
      },
    },
    {
      method: 'GET',
      path: /^\/ver1\/accounts\/currency_rates$/,
      answer: ({ query }) => ({ status: 200, json: ratesOf(query) }),
    },
    {
      method: 'GET',
      path: /^\/ver1\/accounts\/currency_rates_with_leverage_data$/,
      answer: ({ query }) => ({
        status: 200,
        json: {
          ...ratesOf(query),
          leverage_data: ['cross', 'isolated'].map((code) => ({
            code,
            name: code,
            can_set_leverage_value: true,
            available_leverage_values: null,
            max_leverage: '75.0',
            value: { min: '1.0', max: '75.0' },
          })),
        },
      }),
    },
    {
      method: 'GET',
      path: /^\/ver1\/trades\/history$/,
      permission: 'SMART_TRADES_READ',
      answer: ({ query, mode }) => {
        const order = query.get('order_by') ?? 'created_at'
        const direction = query.get('order_direction') ?? 'asc'
        if (direction !== 'asc' && direction !== 'desc') {
          throw invalid({ order_direction: ['does not have a valid value'] })
        }
        const kept = history.filter(
          (row) =>
            modeOf(row) === mode &&
            isAskedFor(query, 'account_id', row['account_id']) &&
            isAskedFor(query, 'pair', row['pair']),
        )
        const sorted = sortedBy(kept, (row) => row[order] as string | number, direction)
        return {
          status: 200,
          json: { trades: pageOf(sorted, query, { byDefault: 10, most: 1000, style: 'limit' }) },
        }
      },
    },
  ]
}
