import type { GridBot, GridBotDraft } from '#contract/grid-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Read } from '#contract/read.ts'
import { compare, type Decimal } from '#money/decimal.ts'

/** Clocks of page and service may differ by so much. */
const SLACK = 60_000

/** The bot that a request of unknown outcome has made, when the list has one just like it. */
export const madeBot = (
  bots: readonly Read<GridBot>[],
  draft: GridBotDraft,
  sentAt: Instant,
): Read<GridBot> | undefined =>
  bots.find(
    (bot) =>
      bot.account_id === draft.account_id &&
      bot.pair === draft.pair &&
      bot.grids_quantity === draft.grids_quantity &&
      isSame(bot.lower_price, draft.lower_price) &&
      isSame(bot.upper_price, draft.upper_price) &&
      isSame(bot.quantity_per_grid, draft.quantity_per_grid) &&
      bot.created_at !== undefined &&
      bot.created_at >= sentAt - SLACK,
  )

const isSame = (a: Decimal | undefined, b: Decimal): boolean =>
  a !== undefined && compare(a, b) === 0
