import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useMemo } from 'react'
import * as z from 'zod/mini'

import { SUMMARY } from '#contract/exchanges.ts'
import { healed, orAbsent } from '#contract/healed.ts'
import { uuid, wholeWithin } from '#contract/primitives.ts'
import { PortfolioPage } from '#features/portfolio/portfolio-page.tsx'
import { balanceHistoryOf, balanceTableOf, fetchChart } from '#features/portfolio/queries.ts'
import {
  type NamedRange,
  type Range,
  rangeEnd,
  RANGES,
  rangeStart,
} from '#features/portfolio/range.ts'
import { UNITS } from '#features/portfolio/unit.ts'
import type { Choices } from '#session/settings.ts'
import { useSessionStore } from '#session/use-session.ts'

const defaults = { scope: SUMMARY, unit: 'usd' } as const

/** The range that an address does not name is the one chosen last. */
const LAST_RANGE = 'portfolio-range'

/** UNIX seconds of a range of one's own; they count when both are there. */
const moment = orAbsent(wholeWithin(1_262_304_000, 4_102_444_800))

const search = z.object({
  scope: healed(z.union([z.literal(SUMMARY), uuid]), defaults.scope),
  unit: healed(z.enum(UNITS), defaults.unit),
  range: orAbsent(z.enum(RANGES)),
  from: moment,
  to: moment,
})

export const Route = createFileRoute('/_connected/portfolio')({
  staticData: { title: 'Portfolio' },
  validateSearch: search,
  search: { middlewares: [stripSearchParams(defaults)] },
  loaderDeps: ({ search: { unit: _unit, ...deps } }) => deps,
  loader: ({ context: { queryClient, service, sessionStore }, deps: { scope, ...chosen } }) => {
    const range = rangeIn(chosen, sessionStore.choices)
    // The parts of the page load and fail by themselves, so nothing is waited for.
    const now = service.clock.now()
    const reads = [
      queryClient.prefetchQuery(balanceTableOf(scope)),
      queryClient.prefetchQuery(balanceHistoryOf(scope, rangeStart(range, now), rangeEnd(range))),
      queryClient.prefetchQuery(balanceHistoryOf(scope, rangeStart('24h', now))),
    ]
    // Before the figures it would hold them up; while they are drawn the line is free.
    void Promise.all(reads).then(fetchChart)
  },
  component: Portfolio,
})

type Chosen = { range?: NamedRange | undefined; from?: number | undefined; to?: number | undefined }

function rangeIn({ range, from, to }: Chosen, choices: Choices): Range {
  if (from === undefined || to === undefined || from >= to) return range ?? lastRange(choices)
  return { from: from * 1000, to: to * 1000 }
}

function lastRange(choices: Choices): NamedRange {
  const chosen = choices.get(LAST_RANGE)
  return RANGES.find((range) => range === chosen) ?? '30d'
}

const asSearch = (range: Range) =>
  typeof range === 'object'
    ? { from: Math.floor(range.from / 1000), to: Math.ceil(range.to / 1000) }
    : { range, from: undefined, to: undefined }

function Portfolio() {
  const { scope, unit, ...chosen } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { choices } = useSessionStore()
  const { range: named, from, to } = chosen
  const range = useMemo(
    () => rangeIn({ range: named, from, to }, choices),
    [named, from, to, choices],
  )
  return (
    <PortfolioPage
      scope={scope}
      unit={unit}
      range={range}
      onChange={({ range: next, ...change }) => {
        if (typeof next === 'string') choices.set(LAST_RANGE, next)
        void navigate({
          search: (previous) => ({ ...previous, ...change, ...(next && asSearch(next)) }),
          replace: true,
          resetScroll: false,
        })
      }}
    />
  )
}
