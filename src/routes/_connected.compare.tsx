import { createFileRoute, stripSearchParams, useNavigate } from '@tanstack/react-router'

import { ComparePage } from '#features/compare/compare-page.tsx'
import { COMPARE_DEFAULTS, compareSearch } from '#features/compare/search.ts'

export const Route = createFileRoute('/_connected/compare')({
  staticData: { title: 'Compare bots' },
  validateSearch: compareSearch,
  search: { middlewares: [stripSearchParams(COMPARE_DEFAULTS)] },
  component: Compare,
})

function Compare() {
  const search = Route.useSearch()
  const navigate = useNavigate()
  return (
    <ComparePage
      search={search}
      onSearch={(change) =>
        void navigate({ to: '/compare', search: { ...search, ...change }, resetScroll: false })
      }
    />
  )
}
