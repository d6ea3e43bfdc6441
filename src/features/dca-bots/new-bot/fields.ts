import { type DcaBotDraft, START_CONDITIONS } from '#contract/dca-bots.ts'
import { declareForm } from '#forms/declare.ts'
import { declareWith, type ValuesOf } from '#forms/field-nodes.ts'
import type { PlaceAccount } from '#forms/place-fields.tsx'
import type { SetUpParts } from '#forms/set-up-page.tsx'
import { textOr } from '#money/format.ts'
import { optionsOf } from '#ui/options.ts'

import { startInShort } from '../words.ts'

type Deciding = { max_safety_orders: string; tp_trailing: boolean; stop_loss_enabled: boolean }

const { amount, count, percent, choice, toggle, place, text } = declareWith<Deciding, unknown>()

/** True once a number other than zero is typed. */
export const placesSafetyOrders = ({ max_safety_orders: most }: Deciding): boolean =>
  !/^0+$/.test(most.trim())

/** Required by the service even without safety orders. */
const ofSafetyOrders = { when: placesSafetyOrders, otherwise: '0' }

/** Fields by name in the request. Sizes, account and pair start empty. */
const fields = {
  connection_id: place({ label: 'Account', wants: 'Choose an account.' }),
  pair: place({ label: 'Pair', wants: 'Choose a pair.' }),
  strategy: choice(optionsOf({ Long: 'Long', Short: 'Short' }), { label: 'Direction' }),
  /** Follows the account's kind, if known. */
  market_type: choice(optionsOf({ spot: 'Spot', futures: 'Futures' }), {
    label: 'Market',
    isInner: true,
  }),
  start_condition: choice(
    START_CONDITIONS.map((value) => ({ value, label: startInShort(value) ?? value })),
    { label: 'Start condition', empty: 'asap' },
  ),
  start_order_type: choice(optionsOf({ market: 'Market', limit: 'Limit' }), {
    label: 'Start order',
  }),
  base_order_size: amount({ label: 'Base order', unit: 'quote', wants: 'Enter the base order.' }),
  max_safety_orders: count({
    label: 'Maximum safety orders',
    name: 'number of safety orders',
    empty: '5',
  }),
  safety_order_size: amount({
    label: 'First safety order',
    unit: 'quote',
    wants: 'Enter the safety order.',
    ...ofSafetyOrders,
  }),
  price_deviation: percent({ label: 'First deviation', empty: '1.5', ...ofSafetyOrders }),
  safety_order_volume_scale: amount({
    label: 'Size multiplier',
    hint: 'Each safety order is this many times larger',
    empty: '1.4',
    ...ofSafetyOrders,
  }),
  safety_order_step_scale: amount({
    label: 'Step multiplier',
    hint: 'Each step is this many times wider',
    empty: '1.2',
    ...ofSafetyOrders,
  }),
  take_profit_pct: percent({ label: 'Take profit', empty: '1.5' }),
  tp_type: choice(optionsOf({ percentage: 'Average price', base: 'Base order' }), {
    label: 'Take profit counts from',
  }),
  tp_trailing: toggle({ label: 'Trailing take profit' }),
  tp_trailing_pct: percent({
    label: 'Trailing distance',
    empty: '0.3',
    when: ({ tp_trailing }) => tp_trailing,
    otherwise: '0',
  }),
  stop_loss_enabled: toggle({ label: 'Stop loss' }),
  stop_loss_pct: percent({
    label: 'Stop loss at',
    name: 'stop loss',
    wants: 'Enter the stop loss.',
    when: ({ stop_loss_enabled }) => stop_loss_enabled,
    otherwise: '0',
  }),
  sl_type: choice(
    optionsOf({
      stop_loss: 'Stop loss, the bot keeps running',
      stop_loss_and_disable: 'Stop loss, then switch the bot off',
    }),
    {
      label: 'Stop loss action',
      when: ({ stop_loss_enabled }) => stop_loss_enabled,
    },
  ),
  max_active_trades: count({ label: 'Maximum open deals', empty: '1' }),
  cooldown_between_trades: count({
    label: 'Pause between deals',
    name: 'pause',
    unit: 's',
    empty: '0',
  }),
  name: text({ label: 'Name', help: 'optional' }),
}

export const dcaBotForm = declareForm<typeof fields, unknown>(fields)
export type NewBot = ValuesOf<typeof fields>
export type NewBotParts = SetUpParts<NewBot, DcaBotDraft>

/** Request body. Unreadable values stay as typed, so that the contract reports them. */
export const toRequest = (values: NewBot): Record<string, unknown> => ({
  ...dcaBotForm.sent(values, undefined),
  name: textOr(values.name.trim(), nameFor(values)),
  tp_trailing: values.tp_trailing,
  stop_loss_enabled: values.stop_loss_enabled,
  sl_type: values.sl_type,
})

export function withMarketOf(values: NewBot, account: PlaceAccount | undefined): NewBot {
  const kind = account?.marketType
  if (kind === undefined) return values
  return { ...values, market_type: kind === 'futures' ? 'futures' : 'spot' }
}

/** Default name, such as "BTC/USDT long". */
export const nameFor = ({ pair, strategy }: NewBot): string =>
  pair === '' ? '' : `${pair} ${strategy.toLowerCase()}`
