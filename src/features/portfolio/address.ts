import * as z from 'zod/mini'

import { SUMMARY } from '#contract/searches.ts'
import { healed, orAbsent } from '#contract/healed.ts'
import { textLike, textSized, uuid, wholeWithin } from '#contract/primitives.ts'
import type { Choices } from '#session/settings.ts'

import { type NamedRange, type Range, rangeEnd, RANGES, rangeStart, type Zone } from './range.ts'
import { UNITS } from './unit.ts'

export const portfolioDefaults = { scope: SUMMARY, unit: 'usd' } as const

/** The range that an address does not name is the one chosen last. */
export const LAST_RANGE = 'portfolio-range'

/** UNIX seconds of a range of one's own; they count when both are there. */
const moment = orAbsent(wholeWithin(1_262_304_000, 4_102_444_800))

const ORDER = /^(code|price|dayChange|amount|available|onOrders|borrowed|value) (asc|desc)$/

/** What the page's address says; what is wrong falls back to its default. */
export const portfolioSearch = z.object({
  scope: healed(z.union([z.literal(SUMMARY), uuid]), portfolioDefaults.scope),
  unit: healed(z.enum(UNITS), portfolioDefaults.unit),
  range: orAbsent(z.enum(RANGES)),
  from: moment,
  to: moment,
  /** The text that the assets are searched for. */
  find: orAbsent(textSized(1, 40)),
  /** Their order: "value desc". */
  order: orAbsent(textLike(ORDER)),
})

type Chosen = { range?: NamedRange | undefined; from?: number | undefined; to?: number | undefined }

export function rangeIn({ range, from, to }: Chosen, choices: Pick<Choices, 'get'>): Range {
  if (from === undefined || to === undefined || from >= to) return range ?? lastRange(choices)
  return { from: from * 1000, to: to * 1000 }
}

function lastRange(choices: Pick<Choices, 'get'>): NamedRange {
  const chosen = choices.get(LAST_RANGE)
  return RANGES.find((range) => range === chosen) ?? '30d'
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

/** The periods whose history the page reads first, each once: its range, and the last day. */
export function firstPeriods(
  range: Range,
  now: number,
  zone: Zone,
): { from: number; to?: number | undefined }[] {
  const day = { from: rangeStart('24h', now, zone) }
  const chosen = { from: rangeStart(range, now, zone), to: rangeEnd(range) }
  return chosen.from === day.from && chosen.to === undefined ? [day] : [chosen, day]
}
