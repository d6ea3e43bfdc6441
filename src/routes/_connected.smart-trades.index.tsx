import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { smartTradesPage } from '#features/smart-trades/queries.ts'
import {
  filterOf,
  searchDefaults,
  smartTradeSearch,
} from '#features/smart-trades/list/smart-trade-search.ts'
import { zoneOf } from '#session/settings.ts'
import { SmartTradesPage } from '#features/smart-trades/list/smart-trades-page.tsx'

// `status` stays in the address, because the tabs use it to find the current one.
const { status: _status, ...stripped } = searchDefaults

export const Route = createFileRoute('/_connected/smart-trades/')({
  // Part of the first files: this page is opened most.
  codeSplitGroupings: [],
  staticData: { title: 'SmartTrades' },
  validateSearch: smartTradeSearch,
  search: { middlewares: [stripSearchParams(stripped)] },
  loaderDeps: ({ search: { trade: _trade, ...filters } }) => filters,
  // Not awaited: the page shows progress and errors itself.
  loader: ({ context, deps }) => {
    void context.queryClient
      .query({
        ...smartTradesPage(filterOf(deps, zoneOf(context.sessionStore.settings.get()))),
        staleTime: 'static',
      })
      .catch(() => undefined)
  },
  component: SmartTradesRoute,
})

function SmartTradesRoute() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <SmartTradesPage
      search={search}
      onSearch={(next) =>
        // Typing adds no entry to the browser history.
        void navigate({ search: next, resetScroll: false, replace: next.note !== search.note })
      }
    />
  )
}
