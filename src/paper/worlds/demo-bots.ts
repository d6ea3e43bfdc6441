import type { DcaBotDraft } from '#contract/dca-bots.ts'
import { decimal } from '#money/decimal.ts'

import { stopDcaBot } from '../engine/dca-bots/dca-bots.ts'
import { toSlashPair } from '#trading/pair.ts'
import { type Cast, type Stage, priceTimes } from './stage.ts'

type GridPlan = {
  on: keyof Cast
  pair: string
  name?: string
  starts: number
  stops?: number
  /** Factors of the price at the start. */
  range: readonly [number, number]
  lines: number
  type: 'arithmetic' | 'geometric'
  quantity: string
  /** Sells and stops here, below the range, as a factor of the price at the start. */
  stop?: number
}

const ladder =
  (type: GridPlan['type']) => (lines: number, range: GridPlan['range'], quantity: string) => ({
    type,
    lines,
    range,
    quantity,
  })
export const arithmetic = ladder('arithmetic')
export const geometric = ladder('geometric')

/** Six grids: one stopped, one with a loan on the futures account. */
export const DEMO_GRIDS: GridPlan[] = [
  { on: 'harbour', pair: 'USDT_SOL', starts: 24, stops: 212, ...geometric(25, [0.82, 1.2], '0.4') },
  { on: 'meridian', pair: 'USDT_XRP', starts: 63, ...geometric(31, [0.72, 1.3], '20') },
  {
    on: 'futures',
    pair: 'USDT_BTC',
    starts: 131,
    ...arithmetic(21, [0.86, 1.16], '0.003'),
  },
  { on: 'meridian', pair: 'USDT_LINK', starts: 205, ...arithmetic(21, [0.8, 1.2], '3') },
  { on: 'harbour', pair: 'USDT_BTC', starts: 262, ...arithmetic(17, [0.85, 1.15], '0.001') },
  { on: 'harbour', pair: 'USDT_ETH', starts: 316, ...arithmetic(13, [0.9, 1.1], '0.05') },
]

export function planGrids(stage: Stage, grids: readonly GridPlan[]): void {
  for (const grid of grids) planGrid(stage, grid)
}

function planGrid(stage: Stage, grid: GridPlan): void {
  const { engine, schedule, day } = stage
  const { on, pair, name, range, lines, type, quantity, stop } = grid
  const account = stage.cast[on]
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
  on: keyof Cast
  pair: string
  name: string
  starts: number
  stops?: number
} & Partial<DcaBotDraft>

/** Six DCA bots: four running, one stopped, one ended by its stop loss in the crash. */
export const DEMO_DCA_BOTS: DcaPlan[] = [
  {
    on: 'harbour',
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
    on: 'meridian',
    pair: 'USDT_LINK',
    name: 'LINK without pause',
    starts: 70,
    stop_loss_enabled: true,
    stop_loss_pct: decimal('14'),
    sl_type: 'stop_loss_and_disable',
  },
  {
    on: 'meridian',
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
    on: 'futures',
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
    on: 'meridian',
    pair: 'USDT_ADA',
    name: 'ADA ladder',
    starts: 222,
    start_order_type: 'limit',
    take_profit_pct: decimal('1.2'),
  },
  {
    on: 'harbour',
    pair: 'USDT_XRP',
    name: 'XRP by hand',
    starts: 300,
    start_condition: 'manual',
  },
]

export function planDcaBots(stage: Stage, bots: readonly DcaPlan[]): void {
  for (const bot of bots) planDcaBot(stage, bot)
}

function planDcaBot({ world, engine, schedule, day, cast }: Stage, plan: DcaPlan): void {
  const { on, pair, starts, stops, ...settings } = plan
  schedule.add(day(starts), () => {
    const draft = { ...USUAL, ...settings, connection_id: cast[on].connectionId }
    const { id } = engine.createDcaBot({ ...draft, pair: toSlashPair(pair) }, NO_ALERTS)
    const bot = world.dcaBots.get(id)
    if (bot && stops !== undefined)
      schedule.add(day(stops), () => stopDcaBot(world, bot, { deals: 'close' }))
  })
}
