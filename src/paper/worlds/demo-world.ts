import type { Instant } from '#contract/primitives.ts'
import { decimal } from '#money/decimal.ts'

import { advance } from '../engine/advance.ts'
import { createSmartTrade } from '../engine/smart-trades/smart-trade-create.ts'
import { createGridBot } from '../engine/grid-bots/grid-bot-create.ts'
import { createDcaBot } from '../engine/dca-bots/dca-control.ts'
import type { World } from '../engine/world.ts'
import { openAccount } from './open-account.ts'

export function buildDemoWorld(world: World, now: Instant): void {
  const spot = { exchange: 'harbour', exchangeName: 'Harbour', marketType: 'spot' } as const
  const account = openAccount(world, {
    ...spot,
    label: 'Harbour spot',
    mode: 'paper',
    balances: { USDT: '30000', BTC: '0.05', HBRT: '1200' },
  })
  openAccount(world, {
    ...spot,
    label: 'Harbour spot (simulated)',
    mode: 'real',
    balances: { USDT: '1000' },
  })
  advance(world, now - 30 * 86_400_000)
  createGridBot(world, {
    account_id: account.id,
    pair: 'USDT_ETH',
    lower_price: decimal('2800'),
    upper_price: decimal('3600'),
    grids_quantity: 17,
    grid_type: 'arithmetic',
    quantity_per_grid: decimal('0.08'),
  })
  createDcaBot(world, {
    connection_id: account.connectionId,
    pair: 'SOL/USDT',
    name: 'SOL dips, 15 m',
    market_type: 'spot',
    strategy: 'Long',
    start_order_type: 'limit',
    base_order_size: decimal('100'),
    safety_order_size: decimal('120'),
    safety_order_step_scale: decimal('1.25'),
    safety_order_volume_scale: decimal('1.3'),
    price_deviation: decimal('1.5'),
    max_safety_orders: 7,
    max_active_trades: 3,
    cooldown_between_trades: 300,
    take_profit_pct: decimal('1.6'),
    tp_type: 'percentage',
    tp_trailing: true,
    tp_trailing_pct: decimal('0.3'),
    stop_loss_enabled: false,
    stop_loss_pct: decimal('0'),
    sl_type: 'stop_loss',
    start_condition: 'rsi',
  })
  advance(world, now - 86_400_000)
  createSmartTrade(world, {
    account_id: account.id,
    pair: 'USDT_BTC',
    position: { type: 'buy', order_type: 'market', units: { value: decimal('0.02') } },
    take_profit: {
      enabled: true,
      steps: [{ order_type: 'limit', volume: decimal('100'), price: { percent: decimal('5') } }],
    },
    stop_loss: { enabled: true, order_type: 'market', price: { percent: decimal('5') } },
  })
  advance(world, now)
}
