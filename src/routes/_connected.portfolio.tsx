import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { useMemo } from 'react'

import {
  asSearch,
  portfolioDefaults,
  portfolioSearch,
  rangeIn,
} from '#features/portfolio/address.ts'
import { PortfolioPage } from '#features/portfolio/portfolio-page.tsx'
import { firstPeriods, LAST_RANGE } from '#features/portfolio/range.ts'
import { zoneOf } from '#session/settings.ts'
import { useSessionStore } from '#session/use-session.ts'

export const Route = createFileRoute('/_connected/portfolio')({
  staticData: { title: 'Portfolio' },
  validateSearch: portfolioSearch,
  search: { middlewares: [stripSearchParams(portfolioDefaults)] },
  loaderDeps: ({ search: { scope, range, from, to } }) => ({ scope, range, from, to }),
  loader: ({ context: { queryClient, service, sessionStore }, deps: { scope, ...chosen } }) => {
    const range = rangeIn(chosen, sessionStore.choices)
    const zone = zoneOf(sessionStore.settings.get())
    const periods = firstPeriods(range, service.clock.now(), zone)
    // Not awaited: each part shows progress and errors itself. Imported dynamically to keep schemas
    // out of the first files.
    void import('#features/portfolio/queries.ts').then(
      ({ readAhead }) => readAhead(queryClient, scope, periods),
      () => undefined,
    )
  },
  component: Portfolio,
})

function Portfolio() {
  const { scope, unit, find, order, ...chosen } = Route.useSearch()
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
      find={find}
      order={order}
      onChange={({ range: next, ...change }) => {
        if (typeof next === 'string') choices.set(LAST_RANGE, next)
        const found = next !== undefined && asSearch(next)
        void navigate({
          search: (previous) => ({ ...previous, ...change, ...found }),
          replace: true,
          resetScroll: false,
        })
      }}
    />
  )
}
