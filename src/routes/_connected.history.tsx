import { createFileRoute, stripSearchParams } from '@tanstack/react-router'

import { HistoryPage } from '#features/history/history-page.tsx'
import { HISTORY_DEFAULTS, historySearch } from '#features/history/search.ts'

export const Route = createFileRoute('/_connected/history')({
  staticData: { title: 'History' },
  validateSearch: historySearch,
  search: { middlewares: [stripSearchParams(HISTORY_DEFAULTS)] },
  loaderDeps: ({ search: { account_id, pair } }) => ({ account_id, pair }),
  // Not awaited: the page shows progress and errors itself. Imported dynamically to keep schemas
  // out of the first files.
  loader: ({ context: { queryClient }, deps }) => {
    void import('#features/history/queries.ts').then(
      ({ historyPages }) => queryClient.prefetchInfiniteQuery(historyPages(deps)),
      () => undefined,
    )
  },
  component: History,
})

function History() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <HistoryPage
      search={search}
      onChange={(change) =>
        void navigate({
          search: (previous) => ({ ...previous, trade: undefined, ...change }),
          resetScroll: false,
          replace: true,
        })
      }
      onOpen={(trade) =>
        void navigate({
          search: (previous) => ({ ...previous, trade }),
          resetScroll: false,
          replace: search.trade !== undefined,
        })
      }
    />
  )
}
