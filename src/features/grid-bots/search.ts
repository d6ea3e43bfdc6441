import * as z from 'zod/mini'

import { healed, orAbsent } from '#contract/healed.ts'
import { heldId, textSized } from '#contract/primitives.ts'

/** Stop sheets of several bots: a proposed stop, or a run. */
export const SEVERAL = z.enum(['all', 'selected', 'run'])

/** URL parameters of the overview; invalid ones fall back to their default. */
export const gridBotSearch = z.object({
  stop: orAbsent(z.union([heldId, SEVERAL])),
  find: orAbsent(textSized(1, 100)),
  state: orAbsent(z.enum(['running', 'disabled'])),
  account: orAbsent(heldId),
  sort: healed(textSized(1, 20), 'attention'),
  direction: healed(z.enum(['asc', 'desc']), 'desc'),
})
export type GridBotSearch = z.output<typeof gridBotSearch>

export const GRID_BOT_SEARCH_DEFAULTS = { sort: 'attention', direction: 'desc' } as const
