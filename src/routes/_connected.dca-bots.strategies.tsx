import { createFileRoute, useNavigate } from '@tanstack/react-router'

import { TokenForm } from '#features/connection/token-form.tsx'
import { strategySearch } from '#features/dca-bots/search.ts'
import { StrategiesPage } from '#features/dca-bots/strategies/strategies-page.tsx'
import { useConnection } from '#session/use-session.ts'

export const Route = createFileRoute('/_connected/dca-bots/strategies')({
  staticData: { title: 'DCA strategies' },
  validateSearch: strategySearch,
  component: Strategies,
})

function Strategies() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  const connection = useConnection()
  return (
    <StrategiesPage
      search={search}
      onSearch={(change) =>
        void navigate({
          to: '/dca-bots/strategies',
          search: { ...search, ...change },
          resetScroll: false,
        })
      }
      tokenForm={connection && <TokenForm connectionId={connection.id} />}
    />
  )
}
