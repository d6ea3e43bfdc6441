import * as z from 'zod/mini'

import { healed, orAbsent } from '#contract/healed.ts'
import { slashPair, textSized } from '#contract/primitives.ts'

/** URL parameters of the list; invalid filters are ignored. */
export const dcaSearch = z.object({
  status: orAbsent(z.enum(['running', 'stopped', 'completed'])),
  exchange: orAbsent(textSized(1, 100)),
  pair: orAbsent(slashPair),
  sort: healed(textSized(1, 20), 'service'),
  direction: healed(z.enum(['asc', 'desc']), 'desc'),
})
export type DcaSearch = z.output<typeof dcaSearch>

export const DCA_SEARCH_DEFAULTS = { sort: 'service', direction: 'desc' } as const

/** URL parameters of the catalogue; `market` is the spec's `market_type`. */
export const strategySearch = z.object({
  type: orAbsent(z.enum(['simple', 'indicator', 'signal'])),
  market: orAbsent(z.enum(['spot', 'futures'])),
})
export type StrategySearch = z.output<typeof strategySearch>
