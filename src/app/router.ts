import { createHashHistory, createRouter } from '@tanstack/react-router'

import { CouldNotLoad, Opening } from '#features/shell/page-states.tsx'
import { IS_SITE } from '#in-page/own-address.ts'
import type { RouterContext } from '#routes/__root.tsx'

import { routeTree } from './route-tree.gen.ts'

export const createAppRouter = (context: RouterContext) =>
  createRouter({
    routeTree,
    context,
    ...(IS_SITE && { history: createHashHistory() }),
    defaultErrorComponent: CouldNotLoad,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Soon enough that nobody goes on with the page that was left.
    defaultPendingComponent: Opening,
    defaultPendingMs: 100,
    defaultPendingMinMs: 0,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The page's name, for the browser's title. */
    title?: string
  }
}
