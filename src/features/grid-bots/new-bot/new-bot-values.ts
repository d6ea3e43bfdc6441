import * as z from 'zod/mini'

import { textSized } from '#contract/primitives.ts'

import { STOP_ACTIONS } from '#contract/grid-bots.ts'

import { stopActionsOf } from '../stop-actions.ts'

const text = textSized(0, 200)

/** The form as it is typed. Names are those of the request, but for the account. */
const newBot = z.object({
  account: text,
  pair: text,
  name: text,
  lower_price: text,
  upper_price: text,
  grids_quantity: text,
  grid_type: z.enum(['arithmetic', 'geometric']),
  quantity_per_grid: text,
  lower_stop_loss_price: text,
  lower_stop_loss_action: z.enum(STOP_ACTIONS),
  upper_stop_loss_price: text,
  upper_stop_loss_action: z.enum(STOP_ACTIONS),
  expansion_down_stop_price: text,
  trailing_up_enabled: z.boolean(),
})
export type NewBot = z.output<typeof newBot>

export const EMPTY_BOT: NewBot = {
  account: '',
  pair: '',
  name: '',
  lower_price: '',
  upper_price: '',
  grids_quantity: '20',
  grid_type: 'arithmetic',
  quantity_per_grid: '',
  lower_stop_loss_price: '',
  lower_stop_loss_action: 'stop_bot',
  upper_stop_loss_price: '',
  upper_stop_loss_action: 'stop_bot',
  expansion_down_stop_price: '',
  trailing_up_enabled: false,
}

/** What was left in the form before a reload; empty when an older version wrote it otherwise. */
export const keptBot = (found: unknown): NewBot => newBot.safeParse(found).data ?? EMPTY_BOT

/** Without what the lists, once they have come, or the account do not offer. */
export function asOffered(
  values: NewBot,
  accounts: readonly { id: string; isFutures?: boolean | undefined }[],
  pairs: readonly string[] | undefined,
): NewBot {
  const account = accounts.find(({ id }) => id === values.account)
  const actions = stopActionsOf(account?.isFutures ?? false)
  const offered = (action: NewBot['lower_stop_loss_action']) =>
    actions.includes(action) ? action : 'stop_bot'
  return {
    ...values,
    account: account?.id ?? '',
    pair: pairs === undefined || pairs.includes(values.pair) ? values.pair : '',
    lower_stop_loss_action: offered(values.lower_stop_loss_action),
    upper_stop_loss_action: offered(values.upper_stop_loss_action),
  }
}
