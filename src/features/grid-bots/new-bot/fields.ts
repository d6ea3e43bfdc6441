import { type GridBotDraft, STOP_ACTIONS } from '#contract/grid-bots.ts'
import { declareForm } from '#forms/declare.ts'
import { declareWith, type ValuesOf } from '#forms/field-nodes.ts'
import type { PlaceAccount } from '#forms/place-fields.tsx'
import type { SetUpParts } from '#forms/set-up-page.tsx'
import { optionsOf } from '#ui/options.ts'

import { STOP_ACTION_WORDS, stopActionsOf } from '../bot-facts.ts'

/** Fields that the rules below read. */
type Deciding = { lower_stop_loss_price: string; upper_stop_loss_price: string }

const { amount, count, choice, toggle, place, text } = declareWith<Deciding, unknown>()

const ACTIONS = STOP_ACTIONS.map((value) => ({ value, label: STOP_ACTION_WORDS[value] }))

const isTyped = (typed: string): boolean => typed.trim() !== ''

const fields = {
  account: place({ label: 'Account', at: 'account_id', wants: 'Choose an account.' }),
  pair: place({ label: 'Pair', wants: 'Choose a pair.' }),
  lower_price: amount({ label: 'Lower price', unit: 'quote' }),
  upper_price: amount({ label: 'Upper price', unit: 'quote' }),
  grids_quantity: count({ label: 'Lines', empty: '20' }),
  quantity_per_grid: amount({ label: 'Quantity per line', unit: 'base' }),
  grid_type: choice(optionsOf({ arithmetic: 'Arithmetic', geometric: 'Geometric' }), {
    label: 'Grid type',
  }),
  lower_stop_loss_price: amount({
    label: 'Stop loss below (optional)',
    name: 'stop loss below',
    unit: 'quote',
  }),
  lower_stop_loss_action: choice(ACTIONS, {
    label: 'At the stop loss below',
    name: 'action at the stop loss below',
    when: (values) => isTyped(values.lower_stop_loss_price),
  }),
  upper_stop_loss_price: amount({
    label: 'Stop loss above (optional)',
    name: 'stop loss above',
    unit: 'quote',
  }),
  upper_stop_loss_action: choice(ACTIONS, {
    label: 'At the stop loss above',
    name: 'action at the stop loss above',
    when: (values) => isTyped(values.upper_stop_loss_price),
  }),
  expansion_down_stop_price: amount({
    label: 'Extend range down to (optional)',
    name: 'price to extend the range down to',
    unit: 'quote',
  }),
  trailing_up_enabled: toggle({
    label: 'Trailing up',
    name: 'trailing up',
  }),
  name: text({ label: 'Name', help: 'optional' }),
}

export const gridBotForm = declareForm<typeof fields, unknown>(fields)
export type NewBot = ValuesOf<typeof fields>
export type NewBotParts = SetUpParts<NewBot, GridBotDraft>

/** Request body: the fields, and switches that follow from the prices. */
export function toRequest(values: NewBot): Record<string, unknown> {
  const has = (price: string) => isTyped(price) || undefined
  return {
    ...gridBotForm.sent(values, undefined),
    lower_stop_loss_enabled: has(values.lower_stop_loss_price),
    upper_stop_loss_enabled: has(values.upper_stop_loss_price),
    expansion_down_enabled: has(values.expansion_down_stop_price),
  } satisfies { [Member in keyof GridBotDraft]?: unknown }
}

/** Drops a stop-loss action that the account does not have. */
export function withActionsOf(values: NewBot, account: PlaceAccount | undefined): NewBot {
  const actions = stopActionsOf(account?.marketType === 'futures')
  const offered = (action: NewBot['lower_stop_loss_action']) =>
    actions.includes(action) ? action : 'stop_bot'
  return {
    ...values,
    lower_stop_loss_action: offered(values.lower_stop_loss_action),
    upper_stop_loss_action: offered(values.upper_stop_loss_action),
  }
}
