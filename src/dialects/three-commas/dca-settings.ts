import { decimal } from '#money/decimal.ts'

import { amountOf, isNothing, type Json, objectOf, textOf } from './values.ts'

const names = (text: string): string[] => text.trim().split(/\s+/)

const DEAL_SETTINGS = names(`
  strategy max_safety_orders take_profit take_profit_type take_profit_steps trailing_enabled
  trailing_deviation tsl_enabled close_strategy_list min_profit_percentage min_profit_type
  base_order_volume base_order_volume_type safety_order_volume safety_order_volume_type
  safety_order_step_percentage martingale_volume_coefficient martingale_step_coefficient
  custom_safety_steps stop_loss_percentage stop_loss_type
`)

/** Fields read by `dcaBotOf`. */
const BOT_FIELDS = names(`
  id account_id account_name name is_enabled pairs strategy_list start_order_type
  max_active_deals active_deals_count active_deals cooldown finished_deals_profit_usd
  finished_deals_count created_at updated_at
`)

/** Fields without effect on trading; the service still places all safety orders in time. */
const IDLE_BOT_FIELDS = names(`
  type deletable? easy_form_supported url_secret deals_counter active_deals_usd_profit
  reinvested_volume_usd active_safety_orders_count
`)

/** Fields read by `dealOf` and `eventsOf`. */
const DEAL_FIELDS = names(`
  id bot_id pair status created_at completed_safety_orders_count
  completed_manual_safety_orders_count bought_volume bought_amount bought_average_price
  sold_volume sold_amount sold_average_price current_price take_profit_price stop_loss_price
  actual_profit actual_profit_percentage actual_usd_profit profit_currency bot_events
`)

/** Fields of a deal without effect; newer coefficients replaced `martingale_coefficient`. */
const IDLE_DEAL_FIELDS = names(`
  type account_id account_name bot_name market_type note updated_at closed_at finished?
  localized_status deal_has_error error_message failed_message cancellable? panic_sellable?
  add_fundable smart_trade_convertable crypto_widget last_known_position_info from_currency
  from_currency_id to_currency to_currency_id orderbook_price_currency base_order_average_price
  final_profit final_profit_percentage usd_final_profit reserved_base_coin reserved_second_coin
  reserved_base_funds reserved_quote_funds active_safety_orders_count
  active_manual_safety_orders current_active_safety_orders current_active_safety_orders_count
  trailing_max_price tsl_max_price buy_steps martingale_coefficient
`)

/** Values without effect, besides null, false, zero and empty. */
const NEUTRAL: Readonly<Record<string, readonly unknown[]>> = {
  leverage_type: ['not_specified'],
  profit_currency: ['quote_currency'],
  safety_order_calculation_mode: ['base'],
  allowed_deals_on_same_pair: [1, '1'],
}

/** Settings without effect unless the named one is on. */
const SWITCHES: Readonly<Record<string, string>> = {
  stop_loss_timeout_in_seconds: 'stop_loss_timeout_enabled',
  sl_to_breakeven_data: 'sl_to_breakeven_enabled',
  leverage_custom_value: 'leverage_type',
}

const EMPTY = new Set(['null', 'false', '""', '[]', '{}'])

function isOff(name: string, json: Json): boolean {
  const value = json[name]
  const by = SWITCHES[name]
  return (
    value === undefined ||
    EMPTY.has(JSON.stringify(value)) ||
    isNothing(value) ||
    (NEUTRAL[name] ?? []).includes(value) ||
    (by !== undefined && isOff(by, json))
  )
}

type Setting = { name: string; value: string }

const settingIn = (name: string, json: Json): Setting => ({
  name,
  value: textOf(json[name]) ?? JSON.stringify(json[name]),
})

/** Returns settings that affect trading but have no field in the contract. */
export function foreignSettings(bot: Json, deals: readonly Json[]): Setting[] {
  const known = new Set([...DEAL_SETTINGS, ...BOT_FIELDS, ...IDLE_BOT_FIELDS])
  const own = Object.keys(bot).filter((name) => !known.has(name) && !isOff(name, bot))
  return [
    ...own.map((name) => settingIn(name, bot)),
    ...deals.flatMap((deal) =>
      foreignOfDeal(deal, bot).map(({ name, value }) => ({
        name: `${name} of deal ${textOf(deal['id']) ?? ''}`.trim(),
        value,
      })),
    ),
  ]
}

/** Returns settings that only the deal has, or that differ from its bot. */
function foreignOfDeal(deal: Json, bot: Json): Setting[] {
  const known = new Set([...DEAL_FIELDS, ...IDLE_DEAL_FIELDS])
  return Object.keys(deal)
    .filter((name) => !known.has(name))
    .filter((name) =>
      DEAL_SETTINGS.includes(name) || Object.hasOwn(bot, name)
        ? !isEqual(deal, bot, name)
        : !isOff(name, deal),
    )
    .map((name) => settingIn(name, deal))
}

/** Normalises "50.0" to "50". */
function plain(json: unknown): unknown {
  const text = amountOf(json)
  return text === undefined ? json : decimal(text)
}

/** Returns the steps without their progress. */
const planned = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((one: unknown) => {
        const { amount_percentage: amount, profit_percentage: profit } = objectOf(one)
        return amount === undefined ? one : [plain(amount), plain(profit)]
      })
    : plain(value)

function isEqual(deal: Json, bot: Json, name: string): boolean {
  if (isOff(name, deal) && isOff(name, bot)) return true
  return JSON.stringify(planned(deal[name])) === JSON.stringify(planned(bot[name]))
}
