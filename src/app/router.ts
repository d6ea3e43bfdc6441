import { createRouter } from '@tanstack/react-router'

import type { RouterContext } from '#routes/__root.tsx'

import { routeTree } from './route-tree.gen.ts'

/** Milliseconds that the first page gets for its own reads. */
const SETTLED = 300

export const createAppRouter = (context: RouterContext) =>
  createRouter({
    routeTree,
    context,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  })

/**
 * Fetches the code of every page once the first one is shown, so that no page is out of reach when
 * the service that serves them is.
 */
export function fetchPagesAhead(router: ReturnType<typeof createAppRouter>): void {
  const stop = router.subscribe('onRendered', () => {
    stop()
    setTimeout(() => {
      for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route)
    }, SETTLED)
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The page's name, for the browser's title. */
    title?: string
  }
}
