import * as z from 'zod/mini'

import { healed, orAbsent } from '#contract/healed.ts'
import { heldId, textSized } from '#contract/primitives.ts'

export const STATES = ['all', 'running', 'disabled'] as const

/** The stop sheets of several bots: what is proposed, or the run. */
export const SEVERAL = z.enum(['all', 'selected', 'run'])

export const SORTS = [
  'attention',
  'service',
  'name',
  'edge',
  'lines',
  'total',
  'realised',
  'open',
  'roi',
  'trips',
  'runtime',
] as const
export type Sort = (typeof SORTS)[number]

/** How the overview is looked at, as the address holds it; what cannot be read there is the default. */
export const gridBotSearch = z.object({
  /** The bot whose stop sheet is open, or the sheet for several. */
  stop: orAbsent(z.union([heldId, SEVERAL])),
  find: healed(textSized(0, 100), ''),
  state: healed(z.enum(STATES), 'all'),
  account: orAbsent(heldId),
  sort: healed(z.enum(SORTS), 'attention'),
  direction: healed(z.enum(['asc', 'desc']), 'desc'),
  view: healed(z.enum(['table', 'cards']), 'table'),
})
export type GridBotSearch = z.output<typeof gridBotSearch>

export const GRID_BOT_SEARCH_DEFAULTS = {
  find: '',
  state: 'all',
  sort: 'attention',
  direction: 'desc',
  view: 'table',
} as const
