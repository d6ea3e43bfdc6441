import * as z from 'zod/mini'

import { define } from './endpoint.ts'
import {
  idNumber,
  chartNumber,
  flag,
  isoOrUnix,
  numericAmount,
  text,
  timestamp,
  unixSeconds,
  uuid,
  wholeNumber,
  mayBeMissing,
} from './primitives.ts'
import type { ReadOf } from './read.ts'
import { SUMMARY } from './searches.ts'

/** Spec 2.3. */
export const exchangeConnection = z.object({
  id: uuid,
  exchange: text,
  label: text,
  connection_type: mayBeMissing(text),
  can_trade: flag,
  can_withdraw: mayBeMissing(flag),
  is_active: flag,
  is_testnet: mayBeMissing(flag),
  last_verified: mayBeMissing(timestamp),
  last_error: mayBeMissing(z.nullable(text)),
  created_at: mayBeMissing(timestamp),
})
export type ExchangeConnection = ReadOf<typeof exchangeConnection>
export type ExchangeConnectionEntity = z.output<typeof exchangeConnection>

/** Not in the spec. The service's own figures; its treatment of deposits is unknown. */
const reportedProfit = z.object({
  day: numericAmount,
  month: numericAmount,
  total: numericAmount,
})

/** Not in the spec. Links a connection to the integer account of SmartTrades and grid bots. */
export const listedExchange = z.extend(exchangeConnection, {
  account_id: idNumber,
  account_name: text,
  market_type: text,
  mode: text,
  smart_trading_supported: flag,
  updated_at: z.optional(timestamp),
  profit: z.optional(z.object({ usd: reportedProfit, btc: reportedProfit })),
})
export type ReportedProfit = ReadOf<typeof reportedProfit>
export type ListedExchange = ReadOf<typeof listedExchange>
export type ListedExchangeEntity = z.output<typeof listedExchange>

/** Spec 2.5. Only drawn, never summed as money, so these are `number`. */
export const balancePoint = z.object({
  date: unixSeconds,
  usd: mayBeMissing(chartNumber),
  btc: mayBeMissing(chartNumber),
  btc_deposit_amount: mayBeMissing(chartNumber),
  usd_deposit_amount: mayBeMissing(chartNumber),
})
export type BalancePoint = ReadOf<typeof balancePoint>
export type BalancePointEntity = z.output<typeof balancePoint>

/** Spec 2.6. */
export const balanceRow = z.object({
  currency_code: text,
  currency_name: mayBeMissing(text),
  currency_slug: mayBeMissing(text),
  currency_icon: mayBeMissing(text),
  percentage: numericAmount,
  position: numericAmount,
  position_available: numericAmount,
  position_type: mayBeMissing(wholeNumber),
  borrowed: numericAmount,
  on_orders: numericAmount,
  on_orders_with_leverage: numericAmount,
  on_orders_long: numericAmount,
  on_orders_short: numericAmount,
  equity: numericAmount,
  current_price: numericAmount,
  current_price_usd: numericAmount,
  day_change_percent: numericAmount,
  day_change_percent_btc: numericAmount,
  day_change_percent_usd: numericAmount,
  btc_value: numericAmount,
  usd_value: numericAmount,
  available_long: numericAmount,
  available_short: numericAmount,
  available_with_leverage_long: numericAmount,
  available_with_leverage_short: numericAmount,
  account_id: mayBeMissing(uuid),
  is_wallet: mayBeMissing(flag),
})
export type BalanceRow = ReadOf<typeof balanceRow>
export type BalanceRowEntity = z.output<typeof balanceRow>

const byId = z.object({ id: uuid })
const byIdOrSummary = z.object({ id: z.union([z.literal(SUMMARY), uuid]) })

export const getBalanceHistory = define({
  name: 'getBalanceHistory',
  path: '/api/v1/exchanges/:id/balance_chart_data',
  permission: 'EXCHANGES_READ',
  params: byIdOrSummary,
  query: z.object({ date_from: isoOrUnix, date_to: z.optional(isoOrUnix) }),
  response: z.array(balancePoint),
  reads: ['balances'],
})

export const getBalanceTable = define({
  name: 'getBalanceTable',
  path: '/api/v1/exchanges/:id/table_chart_data',
  permission: 'EXCHANGES_READ',
  params: byIdOrSummary,
  response: z.array(balanceRow),
  reads: ['balances'],
})

export const sellAllToUsd = define(
  {
    name: 'sellAllToUsd',
    method: 'POST',
    path: '/api/v1/exchanges/:id/sell_all_to_usd',
    permission: 'EXCHANGES_WRITE',
    params: byId,
    status: 200,
    response: exchangeConnection,
    writes: ['balances', 'exchanges', 'smart_trades', 'grid_bots', 'dca_bots', 'history'],
  },
  {
    title: 'Sell all to USD',
    risk: 'catastrophic',
    subject: ({ params: { id } }) => ({ kind: 'account', id }),
    provenBy: {
      answer: ({ id }, { params }) => [['account', id, params.id]],
      reading: {
        kind: 'none',
        because: 'A balance of dollars only does not prove that bots and trades have stopped.',
      },
    },
  },
)

/** Not in the spec. Tells a service that caches balances to reload them from the exchange. */
export const loadBalances = define({
  name: 'loadBalances',
  path: '/api/v1/exchanges/:id/load_balances',
  permission: 'EXCHANGES_READ',
  params: byId,
  response: listedExchange,
  reads: ['exchanges', 'balances'],
  extension: true,
})

/** Not in the spec. Counts of everything that selling all would end. */
const runningCounts = z.object({
  smart_trades: mayBeMissing(wholeNumber),
  dca_bots: mayBeMissing(wholeNumber),
  deals: mayBeMissing(wholeNumber),
  grid_bots: mayBeMissing(wholeNumber),
  orders: mayBeMissing(wholeNumber),
})
export type RunningCounts = ReadOf<typeof runningCounts>

export const countRunning = define({
  name: 'countRunning',
  path: '/api/v1/exchanges/:id/running',
  permission: 'EXCHANGES_READ',
  params: byId,
  response: runningCounts,
  reads: ['exchanges', 'smart_trades', 'grid_bots', 'dca_bots'],
  extension: true,
})

export const listExchanges = define({
  name: 'listExchanges',
  path: '/api/v1/exchanges',
  permission: 'EXCHANGES_READ',
  response: z.array(listedExchange),
  reads: ['exchanges'],
  extension: true,
})
