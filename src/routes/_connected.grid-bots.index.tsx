import { createFileRoute, stripSearchParams, useNavigate } from '@tanstack/react-router'

import { GridBotsPage } from '#features/grid-bots/overview/grid-bots-page.tsx'
import { GRID_BOT_SEARCH_DEFAULTS, gridBotSearch } from '#features/grid-bots/search.ts'

export const Route = createFileRoute('/_connected/grid-bots/')({
  staticData: { title: 'Grid bots' },
  validateSearch: gridBotSearch,
  search: { middlewares: [stripSearchParams(GRID_BOT_SEARCH_DEFAULTS)] },
  // Prefetches when the user points at the link. Imported dynamically to keep schemas out of the
  // first files.
  loader: ({ context }) => {
    void import('#features/grid-bots/queries.ts').then(
      ({ readAhead }) => readAhead(context),
      () => undefined,
    )
  },
  component: GridBots,
})

function GridBots() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  return (
    <GridBotsPage
      search={search}
      onSearch={(change) =>
        void navigate({
          to: '/grid-bots',
          search: { ...search, ...change },
          resetScroll: false,
          // Typing adds no entry to the browser history.
          replace: 'find' in change && change.find !== search.find,
        })
      }
    />
  )
}
