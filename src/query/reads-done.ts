import type { QueryClient } from '@tanstack/react-query'

/** Resolves when no read is under way, whether the last ones came or failed. */
export const readsDone = (queryClient: QueryClient): Promise<void> =>
  new Promise((resolve) => {
    if (queryClient.isFetching() === 0) return resolve()
    const stop = queryClient.getQueryCache().subscribe(() => {
      if (queryClient.isFetching() > 0) return
      stop()
      resolve()
    })
  })
