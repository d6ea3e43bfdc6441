import type { QueryClient } from '@tanstack/react-query'

import type { Endpoint } from '#contract/endpoint.ts'
import { getMode, getTime, type Mode } from '#contract/system.ts'

import { endpointOf } from './endpoint-query.ts'

type Watched = {
  /** The last word on the mode; `undefined` where nobody knows it. */
  mode: () => Mode | undefined
  subscribe: (listener: () => void) => () => void
}

/**
 * Empties every reading once the mode is another one, however that was learned: accounts, trades and
 * balances of two modes never stand on one page. What a page shows is read anew at once.
 */
export function emptyForMode(queryClient: QueryClient, { mode, subscribe }: Watched): () => void {
  let readIn = mode()
  return subscribe(() => {
    const now = mode()
    if (now === readIn) return
    readIn = now
    void queryClient.resetQueries({
      predicate: ({ meta }) => !OF_NO_MODE.includes(endpointOf(meta)),
    })
  })
}

const OF_NO_MODE: readonly Endpoint[] = [getMode, getTime]
