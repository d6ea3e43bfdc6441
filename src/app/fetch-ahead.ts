import type { QueryClient } from '@tanstack/react-query'

import { readsDone } from '#query/read-again.ts'
import type { ConnectionContext } from '#query/service.tsx'
import { preloadLazyPanels } from '#ui/lazy-panel.tsx'

import { idle } from './first-picture.ts'
import type { createAppRouter } from './router.ts'

/**
 * Fetches the code of every page once the first one shows its figures, so that no page is out of
 * reach when the service that serves them is. Before, it would hold up the first page's own reads.
 */
export function fetchPagesAhead(
  router: ReturnType<typeof createAppRouter>,
  currentConnectionContext: () => ConnectionContext | undefined,
): void {
  const stop = router.subscribe('onRendered', () => {
    const connectionContext = currentConnectionContext()
    if (!connectionContext) return
    stop()
    void fetchAll(router, connectionContext.queryClient)
  })
}

async function fetchAll(
  router: ReturnType<typeof createAppRouter>,
  queryClient: QueryClient,
): Promise<void> {
  await readsDone(queryClient)
  // One after the other: a click meanwhile finds a free connection.
  for (const route of Object.values(router.routesById)) {
    await idle()
    await router.loadRouteChunk(route)
  }
  await preloadLazyPanels()
}
