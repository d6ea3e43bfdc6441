import { createHashHistory, createRouter } from '@tanstack/react-router'

import { CouldNotLoad, Opening } from '#features/shell/page-states.tsx'
import { IS_SITE } from '#in-page/own-address.ts'
import type { RouterContext } from '#routes/__root.tsx'
import { rememberPage } from '#ui/left-pages.ts'

import { routeTree } from './route-tree.gen.ts'

export function createAppRouter(context: RouterContext) {
  const router = createRouter({
    routeTree,
    context,
    ...(IS_SITE && { history: createHashHistory() }),
    defaultErrorComponent: CouldNotLoad,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // Short, so that the trader does not use the old page meanwhile.
    defaultPendingComponent: Opening,
    defaultPendingMs: 100,
    defaultPendingMinMs: 0,
  })
  router.subscribe('onResolved', ({ toLocation: { pathname, search } }) =>
    rememberPage(pathname, search),
  )
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    title?: string
  }
}
