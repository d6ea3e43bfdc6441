import { createFileRoute, stripSearchParams, useNavigate } from '@tanstack/react-router'

import { TokenForm } from '#features/connection/token-form.tsx'
import { DcaBotsPage } from '#features/dca-bots/overview/dca-bots-page.tsx'
import { DCA_SEARCH_DEFAULTS, dcaSearch } from '#features/dca-bots/search.ts'
import { useConnection } from '#session/use-session.ts'

export const Route = createFileRoute('/_connected/dca-bots/')({
  staticData: { title: 'DCA bots' },
  validateSearch: dcaSearch,
  search: { middlewares: [stripSearchParams(DCA_SEARCH_DEFAULTS)] },
  // Prefetches when the user points at the link. Imported dynamically to keep schemas out of the
  // first files.
  loader: ({ context }) => {
    void import('#features/dca-bots/queries.ts').then(
      ({ readAhead }) => readAhead(context),
      () => undefined,
    )
  },
  component: DcaBots,
})

function DcaBots() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  const connection = useConnection()
  return (
    <DcaBotsPage
      search={search}
      onSearch={(change) =>
        void navigate({ to: '/dca-bots', search: { ...search, ...change }, resetScroll: false })
      }
      tokenForm={connection && <TokenForm connectionId={connection.id} />}
    />
  )
}
