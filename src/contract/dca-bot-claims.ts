import type { Claim } from './endpoint.ts'

type Settings = Readonly<Record<string, unknown>>

/** Label and unit of each setting, in the order of comparison. */
const SETTINGS: readonly (readonly [string, string, ('%' | 's')?])[] = [
  ['name', 'name'],
  ['strategy', 'direction'],
  ['start_condition', 'start condition'],
  ['start_order_type', 'start order type'],
  ['base_order_size', 'base order'],
  ['max_safety_orders', 'safety orders'],
  ['safety_order_size', 'safety order'],
  ['price_deviation', 'first deviation', '%'],
  ['safety_order_step_scale', 'step scale'],
  ['safety_order_volume_scale', 'volume scale'],
  ['max_active_trades', 'maximum active deals'],
  ['cooldown_between_trades', 'cooldown', 's'],
  ['take_profit_pct', 'take profit', '%'],
  ['tp_type', 'take profit type'],
  ['tp_trailing', 'trailing'],
  ['tp_trailing_pct', 'trailing distance', '%'],
  ['stop_loss_enabled', 'stop loss'],
  ['stop_loss_pct', 'stop loss percent', '%'],
  ['sl_type', 'stop loss action'],
]

const SAFETY_ORDER_SETTINGS: readonly string[] = [
  'safety_order_size',
  'price_deviation',
  'safety_order_step_scale',
  'safety_order_volume_scale',
]

/** Settings of a disabled feature have no effect and aren't compared. */
const isOff = (member: string, { body }: { body: Settings }): boolean =>
  (body['max_safety_orders'] === 0 && SAFETY_ORDER_SETTINGS.includes(member)) ||
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
