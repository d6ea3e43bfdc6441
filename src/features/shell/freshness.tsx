import { useIsFetching, useQueryClient } from '@tanstack/react-query'

import { useService } from '#query/service.tsx'
import { Age } from '#ui/time.tsx'

import { oldestShown } from './oldest-shown.ts'

/** How long ago the oldest figures on the page were read. */
export function Freshness() {
  const queryClient = useQueryClient()
  const { clock } = useService()
  // Fetching starts and ends whenever an age can change.
  useIsFetching()
  const oldest = oldestShown(queryClient.getQueryCache().getAll())
  if (oldest === undefined) return null
  return (
    <span className="text-caption text-ink-3 tabular-nums">
      Updated <Age at={oldest + (clock.offset() ?? 0)} />
    </span>
  )
}
