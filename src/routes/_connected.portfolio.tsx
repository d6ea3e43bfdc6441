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
  loader: ({ cause, context: { queryClient, service, sessionStore }, deps }) => {
    const { scope, ...chosen } = deps
    const range = rangeIn(chosen, sessionStore.choices)
    const periods = firstPeriods(range, service.clock.now(), zoneOf(sessionStore.settings.get()))
    // Imported dynamically: no schemas in the first files. Awaited for the first render alone, which
    // has the figures that were drawn before it.
    const queries = import('#features/portfolio/queries.ts').catch(() => undefined)
    const begun = queries.then((read) => read?.readAhead(queryClient, scope, periods))
    return cause === 'stay' ? undefined : begun
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
