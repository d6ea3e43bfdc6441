import type { GridBot } from '#contract/grid-bots.ts'

import { type SettingKind, settingValue, type SettingValue } from './setting-value.ts'

export type SettingField = Exclude<keyof GridBot, 'grid_lines'>

export type Setting = { field: SettingField; term: string; value: SettingValue }
export type SettingGroup = { title: string; settings: Setting[] }

type Line = readonly [field: SettingField, term: string, kind: SettingKind, whenNull?: string]

const GROUPS: readonly (readonly [title: string, lines: readonly Line[]])[] = [
  [
    'Grid',
    [
      ['lower_price', 'Lower price', 'price'],
      ['upper_price', 'Upper price', 'price'],
      ['grids_quantity', 'Lines', 'count'],
      ['grid_type', 'Grid type', 'word'],
      ['grid_price_step', 'Step', 'step'],
      ['quantity_per_grid', 'Quantity a line', 'quantity'],
      ['order_currency_type', 'Quantity counted in', 'currency'],
      ['max_active_buy_lines', 'Buy lines at once', 'count'],
      ['max_active_sell_lines', 'Sell lines at once', 'count'],
      ['start_price', 'Start price', 'price', 'not started yet'],
      ['current_price', 'Last price', 'price'],
      ['orderbook_price_currency', 'Prices counted in', 'text'],
    ],
  ],
  [
    'Outside the range',
    [
      ['trailing_up_enabled', 'Range follows the price up', 'onOff'],
      ['expansion_down_enabled', 'Range grows downwards', 'onOff'],
      ['expansion_down_stop_price', 'Grows down to', 'price', 'not set'],
      ['lower_stop_loss_enabled', 'Stop below', 'onOff'],
      ['lower_stop_loss_price', 'Stop below at', 'price', 'not set'],
      ['lower_stop_loss_action', 'Stop below does', 'word'],
      ['upper_stop_loss_enabled', 'Stop above', 'onOff'],
      ['upper_stop_loss_price', 'Stop above at', 'price', 'not set'],
      ['upper_stop_loss_action', 'Stop above does', 'word'],
    ],
  ],
  [
    'Result',
    [
      ['current_profit', 'Grid profit, realised', 'profit'],
      ['current_profit_usd', 'Grid profit in USD', 'usd'],
      ['profit_percentage', 'Grid profit in percent', 'percent'],
      ['unrealized_profit_loss', 'Unrealised', 'result'],
      ['current_profit_loss', 'Total profit', 'result', 'none while stopped'],
      ['current_profit_loss_percent', 'Total profit in percent', 'percent', 'none while stopped'],
      ['total_profits_count', 'Round trips', 'count'],
      ['profit_currency_type', 'Profit kept in', 'currency'],
      ['bought_volume', 'Bought volume', 'amount'],
      ['sold_volume', 'Sold volume', 'amount'],
      ['investment_base_currency', 'Invested, base side', 'quote'],
      ['investment_quote_currency', 'Invested, quote side', 'quote'],
    ],
  ],
  [
    'Bot',
    [
      ['id', 'Bot', 'text'],
      ['name', 'Name', 'text'],
      ['note', 'Note', 'text', 'none'],
      ['pair', 'Pair', 'text'],
      ['account_id', 'Account', 'text'],
      ['account_name', 'Account name', 'text'],
      ['is_enabled', 'Running', 'yesNo'],
      ['editable', 'Can be edited', 'yesNo'],
      ['strategy_type', 'Strategy', 'word'],
      ['mode', 'Direction', 'word', 'none'],
      ['leverage_type', 'Leverage', 'word'],
      ['leverage_custom_value', 'Leverage, times', 'amount'],
      ['created_at', 'Created', 'instant'],
      ['updated_at', 'Last changed', 'instant'],
    ],
  ],
]

/** Every member of spec 2.2 but the lines, which the ladder shows, in plain words. */
export const settingGroups = (bot: GridBot): SettingGroup[] =>
  GROUPS.map(([title, lines]) => ({
    title,
    settings: lines.map(([field, term, kind, whenNull]) => ({
      field,
      term,
      value: settingValue(bot, bot[field], kind, whenNull),
    })),
  }))
