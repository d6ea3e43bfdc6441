import * as z from 'zod/mini'

import { SUMMARY } from '#contract/searches.ts'
import { healed, orAbsent } from '#contract/healed.ts'
import { textLike, textSized, uuid, wholeWithin } from '#contract/primitives.ts'
import type { Choices } from '#session/settings.ts'

import { lastRange, type NamedRange, type Range, RANGES } from './range.ts'
import { UNITS } from './unit.ts'

export const portfolioDefaults = { scope: SUMMARY, unit: 'usd' } as const

/** UNIX seconds of a custom range; used if both ends are present. */
const moment = orAbsent(wholeWithin(1_262_304_000, 4_102_444_800))

const ORDER = /^(code|price|dayChange|amount|available|onOrders|borrowed|value) (asc|desc)$/

/** URL parameters of the page; invalid ones fall back to their default. */
export const portfolioSearch = z.object({
  scope: healed(z.union([z.literal(SUMMARY), uuid]), portfolioDefaults.scope),
  unit: healed(z.enum(UNITS), portfolioDefaults.unit),
  range: orAbsent(z.enum(RANGES)),
  from: moment,
  to: moment,
  find: orAbsent(textSized(1, 40)),
  /** Sort order, such as "value desc". */
  order: orAbsent(textLike(ORDER)),
})

type Chosen = { range?: NamedRange | undefined; from?: number | undefined; to?: number | undefined }

export function rangeIn({ range, from, to }: Chosen, choices: Pick<Choices, 'get'>): Range {
  if (from === undefined || to === undefined || from >= to) return range ?? lastRange(choices)
  return { from: from * 1000, to: to * 1000 }
}

export const asSearch = (range: Range) =>
  typeof range === 'object'
    ? { from: Math.floor(range.from / 1000), to: Math.ceil(range.to / 1000) }
    : { range, from: undefined, to: undefined }

export const tableRequest = (scope: string) => ({ params: { id: scope } })

export const historyRequest = (scope: string, from: number, to?: number) => ({
  params: { id: scope },
  query: { date_from: from, date_to: to },
})
