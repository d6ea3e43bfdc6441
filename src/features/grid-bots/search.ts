import * as z from 'zod'

export const STATES = ['all', 'running', 'disabled'] as const

export const SORTS = [
  'service',
  'name',
  'edge',
  'lines',
  'realised',
  'unrealised',
  'roi',
  'trips',
  'runtime',
] as const
export type Sort = (typeof SORTS)[number]

/** How the overview is looked at, as the address holds it; what cannot be read there is the default. */
export const gridBotSearch = z.object({
  /** The bot whose stop sheet is open, or the sheet for several. */
  stop: z
    .union([z.int().positive(), z.enum(['all', 'selected'])])
    .optional()
    .catch(undefined),
  find: z.string().max(100).catch('').default(''),
  state: z.enum(STATES).catch('all').default('all'),
  account: z.int().optional().catch(undefined),
  sort: z.enum(SORTS).catch('service').default('service'),
  direction: z.enum(['asc', 'desc']).catch('desc').default('desc'),
  view: z.enum(['table', 'cards']).catch('table').default('table'),
})
export type GridBotSearch = z.output<typeof gridBotSearch>

export const GRID_BOT_SEARCH_DEFAULTS = {
  find: '',
  state: 'all',
  sort: 'service',
  direction: 'desc',
  view: 'table',
} as const
