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
  let keeping: ReturnType<KeepBuild> | undefined
  const keepBuild = async () => {
    try {
      return await (keeping ??= fetchKeepBuild().then((keep) => keep?.() ?? (() => {})))
    } catch (cause) {
      // The next page tries again.
      keeping = undefined
      throw cause
    }
  }
  const stop = router.subscribe('onRendered', () => {
    // Reloading for another build would lose the one-time code.
    if (router.state.location.pathname === '/pair') return
    const connectionContext = currentConnectionContext()
    if (!connectionContext) {
      // The connect page must have the current content security policy too.
      void keepBuild().catch(() => undefined)
      return
    }
    stop()
    void fetchAll(router, connectionContext.queryClient, keepBuild)
  })
}

type KeepBuild = () => Promise<() => void>

const fetchKeepBuild = async (): Promise<KeepBuild | undefined> =>
  import.meta.env.PROD ? (await import('./keep-build.ts')).keepBuild : undefined

async function fetchAll(
  router: ReturnType<typeof createAppRouter>,
  queryClient: QueryClient,
  keepBuild: KeepBuild,
): Promise<void> {
  await readsDone(queryClient)
  const keepRest = keepBuild().catch(() => undefined)
  // One file at a time, so that a click finds a free HTTP connection.
  for (const route of Object.values(router.routesById)) {
    await idle()
    await router.loadRouteChunk(route)
  }
  await preloadLazyPanels()
  const keep = await keepRest
  keep?.()
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
