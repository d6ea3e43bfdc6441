import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import type { Endpoint } from '#contract/endpoint.ts'
import { listGridBots } from '#contract/grid-bots.ts'
import { getMode, getTime } from '#contract/system.ts'
import { endpointQuery } from '#query/endpoint-query.ts'

import { oldestShown } from './top-bar.tsx'

type DisplayPreferences = { readAt: number; refetchInterval?: number }

/** A page that shows these readings. */
function aPage(readings: [Endpoint, DisplayPreferences][]) {
  const queryClient = new QueryClient()
  for (const [endpoint, { readAt, refetchInterval }] of readings) {
    const options = endpointQuery(endpoint, {} as never)
    queryClient.setQueryData(options.queryKey, [] as never, { updatedAt: readAt })
    const watched = { ...options, staleTime: Number.POSITIVE_INFINITY }
    const observer = new QueryObserver(queryClient, {
      ...watched,
      ...(refetchInterval !== undefined && { refetchInterval }),
    })
    observer.subscribe(() => {})
  }
  return oldestShown(queryClient.getQueryCache().getAll())
}

it('the age in the top bar is that of repeated reads', () => {
  const figures: DisplayPreferences = { readAt: 90_000, refetchInterval: 15_000 }
  expect(aPage([[listGridBots, figures]])).toBe(90_000)
})

it('the age in the top bar ignores reads made once, and the mode', () => {
  expect(
    aPage([
      [getTime, { readAt: 1_000 }],
      [getMode, { readAt: 2_000, refetchInterval: 15_000 }],
      [listGridBots, { readAt: 90_000, refetchInterval: 15_000 }],
    ]),
  ).toBe(90_000)
})

it('the top bar has no age on a page without figures', () => {
  expect(aPage([[getTime, { readAt: 1_000 }]])).toBe(undefined)
})
