import * as z from 'zod/mini'

import { START_CONDITIONS } from '#contract/dca-bots.ts'
import { textSized } from '#contract/primitives.ts'

const text = textSized(0, 200)

/** The form as it is typed, by the names of the request. */
const newBot = z.object({
  connection_id: text,
  pair: text,
  name: text,
  market_type: z.enum(['spot', 'futures']),
  strategy: z.enum(['Long', 'Short']),
  start_condition: z.enum(START_CONDITIONS),
  start_order_type: z.enum(['market', 'limit']),
  base_order_size: text,
  safety_order_size: text,
  max_safety_orders: text,
  price_deviation: text,
  safety_order_step_scale: text,
  safety_order_volume_scale: text,
  max_active_trades: text,
  cooldown_between_trades: text,
  take_profit_pct: text,
  tp_type: z.enum(['percentage', 'base']),
  tp_trailing: z.boolean(),
  tp_trailing_pct: text,
  stop_loss_enabled: z.boolean(),
  stop_loss_pct: text,
  sl_type: z.enum(['stop_loss', 'stop_loss_and_disable']),
})
export type NewBot = z.output<typeof newBot>

/** Sizes, account and pair are the trader's own; the rest begins with what is usual. */
export const EMPTY_BOT: NewBot = {
  connection_id: '',
  pair: '',
  name: '',
  market_type: 'spot',
  strategy: 'Long',
  start_condition: 'asap',
  start_order_type: 'market',
  base_order_size: '',
  safety_order_size: '',
  max_safety_orders: '5',
  price_deviation: '1.5',
  safety_order_step_scale: '1.2',
  safety_order_volume_scale: '1.4',
  max_active_trades: '1',
  cooldown_between_trades: '0',
  take_profit_pct: '1.5',
  tp_type: 'percentage',
  tp_trailing: false,
  tp_trailing_pct: '0.3',
  stop_loss_enabled: false,
  stop_loss_pct: '',
  sl_type: 'stop_loss',
}

/** What was left in the form before a reload; empty when an older version wrote it otherwise. */
export const keptBot = (found: unknown): NewBot => newBot.safeParse(found).data ?? EMPTY_BOT

/** Without what the lists, once they have come, or the account do not offer. */
export function asOffered(
  values: NewBot,
  accounts: readonly { id: string; marketType: string | undefined }[],
  pairs: readonly string[] | undefined,
): NewBot {
  const account = accounts.find(({ id }) => id === values.connection_id)
  const kind = account?.marketType
  return {
    ...values,
    connection_id: account?.id ?? '',
    pair: pairs === undefined || pairs.includes(values.pair) ? values.pair : '',
    market_type: kind === undefined ? values.market_type : kind === 'futures' ? 'futures' : 'spot',
  }
}

/** What a bot is called that was given no name: "BTC/USDT long". */
export const nameFor = ({ pair, strategy }: NewBot): string =>
  pair === '' ? '' : `${pair} ${strategy.toLowerCase()}`

/** Not before a zero stands there. */
export const placesSafetyOrders = ({ max_safety_orders: count }: NewBot): boolean =>
  !/^0+$/.test(count.trim())
