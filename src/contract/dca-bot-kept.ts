import type { Claim } from './endpoint.ts'

type Settings = Readonly<Record<string, unknown>>

/** Label and unit of each setting, in the order of comparison. */
const SETTINGS: readonly (readonly [string, string, ('%' | 's')?])[] = [
  ['name', 'name'],
  ['strategy', 'direction'],
  ['start_condition', 'start condition'],
  ['start_order_type', 'order at the start'],
  ['base_order_size', 'base order'],
  ['max_safety_orders', 'safety orders'],
  ['safety_order_size', 'safety order'],
  ['price_deviation', 'first deviation', '%'],
  ['safety_order_step_scale', 'step scale'],
  ['safety_order_volume_scale', 'volume scale'],
  ['max_active_trades', 'most active deals'],
  ['cooldown_between_trades', 'cooldown', 's'],
  ['take_profit_pct', 'take profit', '%'],
  ['tp_type', 'take profit of'],
  ['tp_trailing', 'trailing'],
  ['tp_trailing_pct', 'trails by', '%'],
  ['stop_loss_enabled', 'stop loss'],
  ['stop_loss_pct', 'stop', '%'],
  ['sl_type', 'at the stop'],
]

const OF_SAFETY_ORDERS: readonly string[] = [
  'safety_order_size',
  'price_deviation',
  'safety_order_step_scale',
  'safety_order_volume_scale',
]

/** Settings of a disabled feature have no effect and aren't compared. */
const isOff = (member: string, { body }: { body: Settings }): boolean =>
  (body['max_safety_orders'] === 0 && OF_SAFETY_ORDERS.includes(member)) ||
  (body['tp_trailing'] === false && member === 'tp_trailing_pct') ||
  (body['stop_loss_enabled'] === false && (member === 'stop_loss_pct' || member === 'sl_type'))

/** Compares a bot's settings with the draft it was created from. */
export const dcaBotClaims = (bot: Settings, asked: { body: Settings }): Claim[] =>
  SETTINGS.filter(([member]) => !isOff(member, asked)).map(([member, name, unit]) => [
    name,
    bot[member],
    asked.body[member],
    unit,
  ])
