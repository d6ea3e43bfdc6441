import * as z from 'zod/mini'

import { healed, orAbsent } from '#contract/healed.ts'
import { heldId, textSized } from '#contract/primitives.ts'

/** The stop sheets of several bots: what is proposed, or the run. */
export const SEVERAL = z.enum(['all', 'selected', 'run'])

/** How the overview is looked at, as the address holds it; what cannot be read there is the default. */
export const gridBotSearch = z.object({
  /** The bot whose stop sheet is open, or the sheet for several. */
  stop: orAbsent(z.union([heldId, SEVERAL])),
  find: orAbsent(textSized(1, 100)),
  state: orAbsent(z.enum(['running', 'disabled'])),
  account: orAbsent(heldId),
  sort: healed(textSized(1, 20), 'attention'),
  direction: healed(z.enum(['asc', 'desc']), 'desc'),
})
export type GridBotSearch = z.output<typeof gridBotSearch>

export const GRID_BOT_SEARCH_DEFAULTS = { sort: 'attention', direction: 'desc' } as const
