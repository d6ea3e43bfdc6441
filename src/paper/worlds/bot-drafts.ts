import type { DcaBotDraft } from '#contract/dca-bots.ts'
import type { GridBotDraft } from '#contract/grid-bots.ts'
import { decimal } from '#money/decimal.ts'

import type { Account } from '../engine/balances/accounts.ts'

/** Five lines from 80 to 120 of one coin each, unless something else is said. */
export const aGridDraft = (account: Account, rest: Partial<GridBotDraft> = {}): GridBotDraft => ({
  account_id: account.id,
  pair: 'USDT_BTC',
  lower_price: decimal('80'),
  upper_price: decimal('120'),
  grids_quantity: 5,
  grid_type: 'arithmetic',
  quantity_per_grid: decimal('1'),
  ...rest,
})

/**
 * Opens deals by hand: 100 USDT, safety orders of 100 USDT at 10 % and 20 % below, and a profit of
 * 5 %, unless something else is said.
 */
export const aDcaDraft = (account: Account, rest: Partial<DcaBotDraft> = {}): DcaBotDraft => ({
  connection_id: account.connectionId,
  pair: 'BTC/USDT',
  name: 'Test bot',
  market_type: account.marketType === 'futures' ? 'futures' : 'spot',
  strategy: 'Long',
  start_order_type: 'market',
  base_order_size: decimal('100'),
  safety_order_size: decimal('100'),
  safety_order_step_scale: decimal('1'),
  safety_order_volume_scale: decimal('1'),
  price_deviation: decimal('10'),
  max_safety_orders: 2,
  max_active_trades: 1,
  cooldown_between_trades: 0,
  take_profit_pct: decimal('5'),
  tp_type: 'percentage',
  tp_trailing: false,
  tp_trailing_pct: decimal('0'),
  stop_loss_enabled: false,
  stop_loss_pct: decimal('0'),
  sl_type: 'stop_loss',
  start_condition: 'asap',
  ...rest,
})
