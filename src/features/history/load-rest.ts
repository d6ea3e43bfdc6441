import type { QueryClient } from '@tanstack/react-query'

import { ApiError } from '#client/api-error.ts'

import { historyPage, historyPages, nextAsked, type Pages } from './queries.ts'
import type { HistoryView } from './search.ts'

/** Few requests for many rows, and yet no answer that takes long to read. */
const AT_ONCE = 500

type LoadRest = {
  view: HistoryView
  signal: AbortSignal
  /** Ends the loading before all is there. */
  isEnough: (pages: Pages) => boolean
}

/**
 * Adds page after page to the rows of a view until nothing follows. When the service asks for a
 * pause, the next read waits for it and the loading goes on where it was; any other failure ends it,
 * and calling it again goes on from there.
 */
export async function loadRest(client: QueryClient, options: LoadRest): Promise<void> {
  const { view, signal, isEnough } = options
  const { queryKey } = historyPages(view)
  await client.cancelQueries({ queryKey })
  while (!signal.aborted) {
    const pages = client.getQueryData<Pages>(queryKey)
    const next = pages && followingOf(pages)
    if (!next || isEnough(pages)) return
    const asked = { ...next, limit: AT_ONCE }
    const read = { ...historyPage(view, asked), staleTime: 0, gcTime: 0 }
    const stop = () => void client.cancelQueries({ queryKey: read.queryKey })
    signal.addEventListener('abort', stop)
    try {
      const page = await client.query(read)
      client.setQueryData<Pages>(
        queryKey,
        (now) => now && { pages: [...now.pages, page], pageParams: [...now.pageParams, asked] },
      )
    } catch (error) {
      if (signal.aborted) return
      if (!isAskedToPause(error)) throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}

function followingOf({ pages, pageParams }: Pages) {
  const page = pages.at(-1)
  const asked = pageParams.at(-1)
  return page && asked && nextAsked(page, asked)
}

const isAskedToPause = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.failure.kind === 'refused' &&
  (error.failure.status === 429 || error.failure.status === 418)
