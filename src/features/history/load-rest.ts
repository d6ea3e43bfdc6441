import type { QueryClient } from '@tanstack/react-query'

import { ApiError } from '#client/api-error.ts'

import { historyPages, nextAsked, PAGE_SIZE, type Pages, readPage } from './queries.ts'
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
    const next = pages && nextAsked(pages.pages, pages.pageParams)
    if (!next || isEnough(pages)) return
    const wanted = { ...next, limit: sizeAfter(pages) }
    try {
      const { rows, asked } = await readPage(client, view, wanted, { signal, gcTime: 0 })
      client.setQueryData<Pages>(
        queryKey,
        (now) => now && { pages: [...now.pages, rows], pageParams: [...now.pageParams, asked] },
      )
    } catch (error) {
      if (signal.aborted) return
      if (!isAskedToPause(error)) throw error
    }
  }
}

/** Large pages, unless one of them has brought fewer rows than a usual one. */
function sizeAfter({ pages, pageParams }: Pages): number {
  const most = (isMeant: (limit: number) => boolean) =>
    Math.max(
      0,
      ...pages.map((page, index) => (isMeant(pageParams[index]?.limit ?? 0) ? page.length : 0)),
    )
  const isPoor = pageParams.some(
    ({ limit }, index) =>
      limit > PAGE_SIZE && (pages[index]?.length ?? 0) < most((other) => other <= PAGE_SIZE),
  )
  return isPoor ? PAGE_SIZE : AT_ONCE
}

const isAskedToPause = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.failure.kind === 'refused' &&
  (error.failure.status === 429 || error.failure.status === 418)
