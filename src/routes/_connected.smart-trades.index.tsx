import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { smartTradesPage } from '#features/smart-trades/queries.ts'
import {
  filterOf,
  searchDefaults,
  smartTradeSearch,
} from '#features/smart-trades/list/smart-trade-search.ts'
import { zoneOf } from '#session/settings.ts'
import { SmartTradesPage } from '#features/smart-trades/list/smart-trades-page.tsx'

// The group stays in the address: by it the tabs know which of them is the present one.
const { status: _status, ...stripped } = searchDefaults

export const Route = createFileRoute('/_connected/smart-trades/')({
  // The list that is opened most comes with the first files, and what it shares with other pages too.
  codeSplitGroupings: [],
  staticData: { title: 'SmartTrades' },
  validateSearch: smartTradeSearch,
  search: { middlewares: [stripSearchParams(stripped)] },
  loaderDeps: ({ search: { trade: _trade, ...filters } }) => filters,
  // Not awaited: the page stands at once and says itself what has not come yet.
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
        // Typing is no step to go back by.
        void navigate({ search: next, resetScroll: false, replace: next.note !== search.note })
      }
    />
  )
}
