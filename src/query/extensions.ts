import type { QueryClient } from '@tanstack/react-query'

import { getTime, type ServerTime } from '#contract/system.ts'
import type { KeptStore } from '#session/kept-store.ts'

import { endpointQuery } from './endpoint-query.ts'

type ExtensionsParts = {
  /** Extensions last reported by the service, stored with the connection. */
  kept: KeptStore<readonly string[] | undefined>
  queryClient: QueryClient
  later: (run: () => void, milliseconds: number) => void
}

export type Extensions = ReturnType<typeof createExtensions>

/** In milliseconds. Pages wait no longer for the first response. */
export const FIRST_RESPONSE_TIMEOUT = 5_000

/**
 * Extensions of the API that the service reports in `GET /time`. The last report counts until the
 * next, so no page depends on whether `/time` can be read now.
 */
export function createExtensions({ kept, queryClient, later }: ExtensionsParts) {
  let hasWaited = false
  const listeners = new Set<() => void>()
  const notify = () => listeners.forEach((listener) => listener())
  const endWait = () => {
    if (hasWaited) return
    hasWaited = true
    notify()
  }

  const [line] = endpointQuery(getTime, {}).queryKey
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== line) return
    const { type } = event.action
    if (type === 'fetch' && !hasWaited) later(endWait, FIRST_RESPONSE_TIMEOUT)
    if (type === 'success') {
      const { extensions = [] } = event.query.state.data as ServerTime
      if (kept.get()?.join() !== extensions.join()) kept.set(extensions)
    }
    if (type === 'success' || type === 'error') endWait()
  })
  kept.subscribe(notify)

  return {
    /** True if the service has reported this extension; `undefined` if it never reported any. */
    names: (name: string): boolean | undefined => kept.get()?.includes(name),
    /** True if the service has ever reported its extensions. */
    areKnown: (): boolean => kept.get() !== undefined,
    /** Like `names`, but false instead of `undefined` after waiting for the first report. */
    offers: (name: string): boolean | undefined =>
      kept.get()?.includes(name) ?? (hasWaited ? false : undefined),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
