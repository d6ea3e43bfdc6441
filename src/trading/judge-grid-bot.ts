import type { Attributes } from '#contract/sentences.ts'
import type { GridBotDraft } from '#contract/grid-bots.ts'
import {
  type Decimal,
  compare,
  isMultipleOf,
  isPositive,
  multiply,
  toText,
} from '#money/decimal.ts'

import { type GridRange, gridProblem } from './grid-ladder.ts'

/** Limits of the exchange, as far as known. */
export type PairRules = {
  tick?: Decimal | undefined
  lot?: Decimal | undefined
  minTotal?: Decimal | undefined
}

export const rangeOf = (draft: GridBotDraft, { tick }: PairRules): GridRange => ({
  lower: draft.lower_price,
  upper: draft.upper_price,
  lines: draft.grids_quantity,
  type: draft.grid_type,
  tick,
})

/** Returns broken rules by field. Rules with missing data are skipped. */
export function judgeGridBot(
  draft: GridBotDraft,
  rules: PairRules,
  isFutures: boolean,
): Attributes {
  const { tick, lot, minTotal } = rules
  const problems: Attributes = {}
  const demand = (isMet: boolean, path: keyof GridBotDraft, sentence: string): void => {
    if (!isMet) problems[path] ??= [sentence]
  }
  const prices = [
    'lower_price',
    'upper_price',
    'lower_stop_loss_price',
    'upper_stop_loss_price',
    'expansion_down_stop_price',
  ] as const
  for (const path of prices) {
    const price = draft[path]
    if (price === undefined) continue
    demand(isPositive(price), path, 'The price must be more than 0.')
    if (tick) {
      demand(isMultipleOf(price, tick), path, `The price must be a multiple of ${toText(tick)}.`)
    }
  }
  const quantity = draft.quantity_per_grid
  demand(isPositive(quantity), 'quantity_per_grid', 'The quantity must be more than 0.')
  if (lot) {
    const isWhole = isMultipleOf(quantity, lot)
    demand(isWhole, 'quantity_per_grid', `The quantity must be a multiple of ${toText(lot)}.`)
  }
  if (minTotal) {
    demand(
      compare(multiply(quantity, draft.lower_price), minTotal) >= 0,
      'quantity_per_grid',
      `Each line must be worth at least ${toText(minTotal)}.`,
    )
  }
  const isBelow = (price: Decimal | undefined, bound: Decimal): boolean =>
    price !== undefined && compare(price, bound) < 0
  if (draft.lower_stop_loss_enabled) {
    demand(
      isBelow(draft.lower_stop_loss_price, draft.lower_price),
      'lower_stop_loss_price',
      'Enter a stop loss below the lower price.',
    )
  }
  if (draft.upper_stop_loss_enabled) {
    demand(
      draft.upper_stop_loss_price !== undefined &&
        isBelow(draft.upper_price, draft.upper_stop_loss_price),
      'upper_stop_loss_price',
      'Enter a stop loss above the upper price.',
    )
  }
  for (const path of ['lower_stop_loss_action', 'upper_stop_loss_action'] as const) {
    const action = draft[path] ?? 'stop_bot'
    const belongsToFutures = action === 'stop_bot_and_close_position'
    const fits = action === 'stop_bot' || belongsToFutures === isFutures
    demand(fits, path, `A ${isFutures ? 'futures' : 'spot'} bot cannot do this at its stop loss.`)
  }
  const floor = draft.expansion_down_stop_price
  demand(
    floor === undefined || isBelow(floor, draft.lower_price),
    'expansion_down_stop_price',
    'The extension must end below the lower price.',
  )
  const problem = Object.keys(problems).length === 0 && gridProblem(rangeOf(draft, rules))
  if (typeof problem === 'string') problems['upper_price'] = [problem]
  return problems
}
