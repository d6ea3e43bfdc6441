import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import * as z from 'zod'

import { SUMMARY } from '#contract/exchanges.ts'
import { uuid } from '#contract/primitives.ts'
import { PortfolioPage } from '#features/portfolio/portfolio-page.tsx'
import { balanceHistoryOf, balanceTableOf } from '#features/portfolio/queries.ts'
import { RANGES, rangeStart } from '#features/portfolio/range.ts'
import { UNITS } from '#features/portfolio/unit.ts'

const defaults = { scope: SUMMARY, unit: 'usd', range: '30d' } as const

const search = z.object({
  scope: z
    .union([z.literal(SUMMARY), uuid])
    .catch(defaults.scope)
    .default(defaults.scope),
  unit: z.enum(UNITS).catch(defaults.unit).default(defaults.unit),
  range: z.enum(RANGES).catch(defaults.range).default(defaults.range),
})

export const Route = createFileRoute('/_connected/portfolio')({
  staticData: { title: 'Portfolio' },
  validateSearch: search,
  search: { middlewares: [stripSearchParams(defaults)] },
  loaderDeps: ({ search: { scope, range } }) => ({ scope, range }),
  loader: ({ context: { queryClient, service }, deps: { scope, range } }) => {
    // The parts of the page load and fail by themselves, so nothing is waited for.
    const now = service.clock.now()
    void queryClient.prefetchQuery(balanceTableOf(scope))
    void queryClient.prefetchQuery(balanceHistoryOf(scope, rangeStart(range, now)))
    void queryClient.prefetchQuery(balanceHistoryOf(scope, rangeStart('24h', now)))
  },
  component: Portfolio,
})

function Portfolio() {
  const view = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <PortfolioPage
      {...view}
      onChange={(change) =>
        void navigate({ search: (previous) => ({ ...previous, ...change }), replace: true })
      }
    />
  )
}
