import type { DcaBotDraft } from '#contract/dca-bots.ts'
import { decimal } from '#money/decimal.ts'

import type { Account } from '../engine/balances/accounts.ts'
import { stopDcaBot } from '../engine/dca-bots/dca-bots.ts'
import { toSlashPair } from '#trading/pair.ts'
import { type Stage, priceTimes } from './stage.ts'

type GridPlan = {
  account: Account
  pair: string
  name?: string
  starts: number
  stops?: number
  /** The range as factors of the price at the start. */
  range: readonly [number, number]
  lines: number
  type: 'arithmetic' | 'geometric'
  quantity: string
  /** Below the range it sells and stops here, as a factor of the price at the start. */
  stop?: number
}

/** Six grids: one has been stopped, one borrows on the futures account. */
export function planGrids(stage: Stage): void {
  const { harbour, meridian, futures } = stage.cast
  const grids: GridPlan[] = [
    {
      account: harbour,
      pair: 'USDT_SOL',
      starts: 24,
      stops: 212,
      range: [0.82, 1.2],
      lines: 25,
      type: 'geometric',
      quantity: '0.4',
    },
    {
      account: meridian,
      pair: 'USDT_XRP',
      starts: 63,
      range: [0.72, 1.3],
      lines: 31,
      type: 'geometric',
      quantity: '20',
    },
    {
      account: futures,
      pair: 'USDT_BTC',
      name: 'BTC/USDT futures grid',
      starts: 131,
      range: [0.86, 1.16],
      lines: 21,
      type: 'arithmetic',
      quantity: '0.003',
    },
    {
      account: meridian,
      pair: 'USDT_LINK',
      starts: 205,
      range: [0.8, 1.2],
      lines: 21,
      type: 'arithmetic',
      quantity: '3',
    },
    {
      account: harbour,
      pair: 'USDT_BTC',
      starts: 262,
      range: [0.85, 1.15],
      lines: 17,
      type: 'arithmetic',
      quantity: '0.001',
    },
    {
      account: harbour,
      pair: 'USDT_ETH',
      starts: 316,
      range: [0.9, 1.1],
      lines: 13,
      type: 'arithmetic',
      quantity: '0.05',
    },
  ]
  for (const grid of grids) planGrid(stage, grid)
}

export function planGrid(stage: Stage, grid: GridPlan): void {
  const { engine, schedule, day } = stage
  const { account, pair, name, range, lines, type, quantity, stop } = grid
  schedule.add(day(grid.starts), () => {
    const { id } = engine.createGridBot({
      account_id: account.id,
      pair,
      ...(name !== undefined && { name }),
      lower_price: priceTimes(stage, account, pair, range[0]),
      upper_price: priceTimes(stage, account, pair, range[1]),
      grids_quantity: lines,
      grid_type: type,
      quantity_per_grid: decimal(quantity),
      ...(stop !== undefined && {
        lower_stop_loss_enabled: true,
        lower_stop_loss_price: priceTimes(stage, account, pair, stop),
        lower_stop_loss_action: 'stop_bot_and_sell',
      }),
    })
    if (grid.stops !== undefined) schedule.add(day(grid.stops), () => void engine.stopGridBot(id))
  })
}

const USUAL: Omit<DcaBotDraft, 'connection_id' | 'pair' | 'name'> = {
  market_type: 'spot',
  strategy: 'Long',
  start_order_type: 'market',
  base_order_size: decimal('40'),
  safety_order_size: decimal('40'),
  safety_order_step_scale: decimal('1.25'),
  safety_order_volume_scale: decimal('1.3'),
  price_deviation: decimal('1.5'),
  max_safety_orders: 5,
  max_active_trades: 1,
  cooldown_between_trades: 300,
  take_profit_pct: decimal('1.6'),
  tp_type: 'percentage',
  tp_trailing: false,
  tp_trailing_pct: decimal('0'),
  stop_loss_enabled: false,
  stop_loss_pct: decimal('0'),
  sl_type: 'stop_loss',
  start_condition: 'asap',
}

/** No bot of the demo obeys alerts. */
const NO_ALERTS = ''

type DcaPlan = {
  account: Account
  pair: string
  starts: number
  stops?: number
} & Partial<DcaBotDraft> & {
    name: string
  }

/** Six DCA bots in every status: four run, one was stopped, one ended with its stop loss in the crash. */
export function planDcaBots(stage: Stage): void {
  const { harbour, meridian, futures } = stage.cast
  const bots: DcaPlan[] = [
    {
      account: harbour,
      pair: 'USDT_SOL',
      name: 'SOL dips, 15 m',
      starts: 31,
      start_condition: 'rsi',
      start_order_type: 'limit',
      base_order_size: decimal('50'),
      safety_order_size: decimal('60'),
      max_safety_orders: 7,
      max_active_trades: 2,
      tp_trailing: true,
      tp_trailing_pct: decimal('0.3'),
    },
    {
      account: meridian,
      pair: 'USDT_LINK',
      name: 'LINK without pause',
      starts: 70,
      stop_loss_enabled: true,
      stop_loss_pct: decimal('14'),
      sl_type: 'stop_loss_and_disable',
    },
    {
      account: meridian,
      pair: 'USDT_DOGE',
      name: 'DOGE momentum',
      starts: 84,
      stops: 236,
      start_condition: 'macd',
      take_profit_pct: decimal('2.2'),
      tp_type: 'base',
      cooldown_between_trades: 3_600,
    },
    {
      account: futures,
      pair: 'USDT_ETH',
      name: 'ETH short, bands',
      starts: 140,
      market_type: 'futures',
      strategy: 'Short',
      start_condition: 'bollinger_bands',
      base_order_size: decimal('60'),
      safety_order_size: decimal('60'),
      max_safety_orders: 4,
      stop_loss_enabled: true,
      stop_loss_pct: decimal('12'),
    },
    {
      account: meridian,
      pair: 'USDT_ADA',
      name: 'ADA ladder',
      starts: 222,
      start_order_type: 'limit',
      take_profit_pct: decimal('1.2'),
    },
    {
      account: harbour,
      pair: 'USDT_XRP',
      name: 'XRP by hand',
      starts: 300,
      start_condition: 'manual',
    },
  ]
  for (const bot of bots) planDcaBot(stage, bot)
}

export function planDcaBot({ world, engine, schedule, day }: Stage, plan: DcaPlan): void {
  const { account, pair, starts, stops, ...settings } = plan
  schedule.add(day(starts), () => {
    const draft = { ...USUAL, ...settings, connection_id: account.connectionId }
    const { id } = engine.createDcaBot({ ...draft, pair: toSlashPair(pair) }, NO_ALERTS)
    const bot = world.dcaBots.get(id)
    if (bot && stops !== undefined)
      schedule.add(day(stops), () => stopDcaBot(world, bot, { deals: 'close' }))
  })
}
