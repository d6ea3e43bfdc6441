import { useIsFetching, useQueryClient } from '@tanstack/react-query'

import { Age } from '#ui/time.tsx'
import { useService } from '#query/service.tsx'

/** How long ago the oldest figures on the page were read. */
export function Freshness() {
  const queryClient = useQueryClient()
  const { clock } = useService()
  // Fetching starts and ends whenever an age can change.
  useIsFetching()
  const shown = queryClient
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && query.state.dataUpdatedAt > 0)
  if (shown.length === 0) return null
  const oldest = Math.min(...shown.map((query) => query.state.dataUpdatedAt))
  return (
    <span className="text-caption text-ink-3 tabular-nums">
      Updated <Age at={oldest + (clock.offset() ?? 0)} />
    </span>
  )
}
