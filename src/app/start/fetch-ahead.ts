import type { QueryClient } from '@tanstack/react-query'

import { readsDone } from '#query/read-again.ts'
import type { ConnectionContext } from '#query/service.tsx'
import { preloadLazyPanels } from '#ui/lazy-panel.tsx'

import type { createAppRouter } from '../router.ts'

/**
 * Fetches the code of every page once the first one shows its figures, so that no page is out of
 * reach when the service that serves them is. Before, it would hold up the first page's own reads.
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
      // Code that did not come is asked for again by the next page.
      keeping = undefined
      throw cause
    }
  }
  const stop = router.subscribe('onRendered', () => {
    // To take another build's place now would lose a code that works once.
    if (router.state.location.pathname === '/pair') return
    const connectionContext = currentConnectionContext()
    if (!connectionContext) {
      // A page that makes or unlocks a connection is bound to what the service lets it reach as well.
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
  // Without its code, as on a page that is being left, nothing is kept this time.
  const keepRest = keepBuild().catch(() => undefined)
  // One after the other: a click meanwhile finds a free connection.
  for (const route of Object.values(router.routesById)) {
    await idle()
    await router.loadRouteChunk(route)
  }
  await preloadLazyPanels()
  const keep = await keepRest
  keep?.()
}

/** Resolves once the first page is drawn and shows what was read ahead for it, if that comes. */
export async function afterFirstPicture(
  router: ReturnType<typeof createAppRouter>,
  firstRead: Promise<void> | undefined,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const stop = router.subscribe('onRendered', () => {
      stop()
      resolve()
    })
  })
  document.getElementById('static-shell')?.remove()
  await firstRead
  await idle()
}

/** Resolves when the page has nothing else to do. Safari has no `requestIdleCallback`. */
const idle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: 300 })
    else setTimeout(resolve, 50)
  })
