import type { QueryClient } from '@tanstack/react-query'

import { getTime, type ServerTime } from '#contract/system.ts'
import type { KeptStore } from '#session/kept-store.ts'

import { endpointQuery } from './endpoint-query.ts'

export type ExtensionsParts = {
  /** What the service named last, kept with the connection. */
  kept: KeptStore<readonly string[] | undefined>
  queryClient: QueryClient
  /** Calls back after so many milliseconds. */
  later: (run: () => void, milliseconds: number) => void
}

export type Extensions = ReturnType<typeof createExtensions>

/** Longer than this no page waits for the first answer, in milliseconds. */
export const ANSWERED_WITHIN = 5_000

/**
 * What the service offers beyond the spec, by the names in `GET /time`. What it named last counts
 * until it answers again, so that nothing on any page depends on whether `/time` can be read now.
 */
export function createExtensions({ kept, queryClient, later }: ExtensionsParts) {
  let isOver = false
  const listeners = new Set<() => void>()
  const notify = () => listeners.forEach((listener) => listener())
  const end = () => {
    if (isOver) return
    isOver = true
    notify()
  }

  function learn({ extensions }: ServerTime): void {
    const named = extensions ?? []
    if (kept.get()?.join() !== named.join()) kept.set(named)
  }

  const [line] = endpointQuery(getTime, {}).queryKey
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.query.queryKey[0] !== line) return
    const { type } = event.action
    if (type === 'fetch' && !isOver) later(end, ANSWERED_WITHIN)
    if (type === 'success') learn(event.query.state.data as ServerTime)
    if (type === 'success' || type === 'error') end()
  })
  kept.subscribe(notify)

  return {
    /** Whether the service has named this; `undefined` until it has ever named its extensions. */
    names: (name: string): boolean | undefined => kept.get()?.includes(name),
    /** Whether the service has ever named its extensions. */
    areKnown: (): boolean => kept.get() !== undefined,
    /** Whether it offers this, and not offered where it could not be asked; `undefined` until that is known. */
    offers: (name: string): boolean | undefined =>
      kept.get()?.includes(name) ?? (isOver ? false : undefined),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
