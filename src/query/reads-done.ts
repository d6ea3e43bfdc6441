import type { Query, QueryClient } from '@tanstack/react-query'

/** Resolves when none of the reads that are `meant` is under way, whether the last ones came or failed. */
export const readsDone = (
  queryClient: QueryClient,
  isMeant: (read: Query) => boolean = () => true,
): Promise<void> =>
  new Promise((resolve) => {
    const areDone = () => queryClient.isFetching({ predicate: isMeant }) === 0
    if (areDone()) return resolve()
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (!areDone()) return
      stop()
      resolve()
    })
  })
