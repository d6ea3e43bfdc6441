import * as z from 'zod/mini'

import { healed, orAbsent } from '#contract/healed.ts'
import { DCA_STATUSES, dcaBotFilter } from '#contract/searches.ts'

export type DcaBotFilter = z.output<typeof dcaBotFilter>

export const DCA_SORTS = [
  'service',
  'name',
  'pair',
  'status',
  'invested',
  'result',
  'deals',
  'profit',
] as const
export type DcaSort = (typeof DCA_SORTS)[number]

/** The filters of the list as the URL holds them; what cannot be read there is no filter. */
export const dcaSearch = z.object({
  status: healed(z.enum(DCA_STATUSES), 'all'),
  exchange: orAbsent(dcaBotFilter.shape.exchange),
  pair: orAbsent(dcaBotFilter.shape.pair),
  sort: healed(z.enum(DCA_SORTS), 'service'),
  direction: healed(z.enum(['asc', 'desc']), 'desc'),
})
export type DcaSearch = z.output<typeof dcaSearch>

export const DCA_SEARCH_DEFAULTS = { status: 'all', sort: 'service', direction: 'desc' } as const

/** What is asked of the service: nothing but the filters that are set. */
export const filterOf = ({ status, exchange, pair }: DcaSearch): DcaBotFilter => ({
  ...(status !== 'all' && { status }),
  ...(exchange !== undefined && { exchange }),
  ...(pair !== undefined && { pair }),
})

/** The catalogue's filters; the URL says `market` for the spec's `market_type`. */
export const strategySearch = z.object({
  type: orAbsent(z.enum(['simple', 'indicator', 'signal'])),
  market: orAbsent(z.enum(['spot', 'futures'])),
})
export type StrategySearch = z.output<typeof strategySearch>
