import type { QueryClient } from '@tanstack/react-query'

import { readsDone } from '#query/read-again.ts'
import type { ConnectionContext } from '#query/service.tsx'
import { preloadLazyPanels } from '#ui/lazy-panel.tsx'

import type { createAppRouter } from '../router.ts'
import { repeatPress, showReact } from './draw-early.ts'

/**
 * Loads the code of all pages after the first one shows its data, so that every page opens even
 * when the service is down.
 */
export function fetchPagesAhead(
  router: ReturnType<typeof createAppRouter>,
  currentConnectionContext: () => ConnectionContext | undefined,
): void {
  const stop = router.subscribe('onRendered', () => {
    // Reloading for another build would lose the one-time code.
    if (router.state.location.pathname === '/pair') return
    const connectionContext = currentConnectionContext()
    // The connect page must have the current content security policy too.
    if (!connectionContext) return void keepBuild()
    stop()
    void fetchAll(router, connectionContext.queryClient)
  })
}

let keeping: Promise<void | (() => void)> | undefined

const keepBuild = () =>
  (keeping ??= import.meta.env.PROD
    ? import('./keep-build.ts').then(({ keepBuild: keep }) => keep()).catch(() => undefined)
    : Promise.resolve())

async function fetchAll(
  router: ReturnType<typeof createAppRouter>,
  queryClient: QueryClient,
): Promise<void> {
  await readsDone(queryClient)
  const kept = keepBuild()
  // One file at a time, so that a click finds a free HTTP connection.
  for (const route of Object.values(router.routesById)) {
    await idle()
    await router.loadRouteChunk(route)
  }
  await preloadLazyPanels()
  const keepRest = await kept
  keepRest?.()
}

/** Resolves when the first page is rendered and the prefetch has ended. */
export async function afterFirstPicture(
  router: ReturnType<typeof createAppRouter>,
  firstRead: Promise<unknown>,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = router.subscribe('onRendered', () => {
      stop()
      resolve()
    })
  })
  document.getElementById('static-shell')?.remove()
  showReact()
  repeatPress()
  await firstRead
  await idle()
}

/** Resolves when the page is idle. Safari has no `requestIdleCallback`. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 300 })
    else setTimeout(resolve, 50)
  })
