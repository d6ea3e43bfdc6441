import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'

import { listGridBots } from '#contract/grid-bots.ts'
import { listHistory } from '#contract/history.ts'
import { getMode, getTime, type Mode } from '#contract/system.ts'

import { endpointQuery } from './endpoint-query.ts'
import { emptyForMode } from './known-mode.ts'

/** A page in paper mode that shows grid bots and has more in its cache. */
function aPage() {
  let mode: Mode | undefined = 'paper'
  const listeners = new Set<() => void>()
  const queryClient = new QueryClient()
  const stop = emptyForMode(queryClient, {
    mode: () => mode,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  const history = [...endpointQuery(listHistory, { query: {} }).queryKey, 'pages']
  const reads = {
    bots: endpointQuery(listGridBots, {}),
    time: endpointQuery(getTime, {}),
    mode: endpointQuery(getMode, {}),
  }
  let asked = 0
  const observer = new QueryObserver(queryClient, {
    ...reads.bots,
    queryFn: () => {
      asked += 1
      return new Promise<never>(() => undefined)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  queryClient.setQueryDefaults(history, { meta: { endpoint: listHistory } })
  const shown = observer.subscribe(() => undefined)
  for (const key of [...Object.values(reads).map(({ queryKey }) => queryKey), history]) {
    queryClient.setQueryData(key as never, 'of paper' as never)
  }
  for (const { queryKey, meta } of Object.values(reads)) {
    queryClient
      .getQueryCache()
      .find({ queryKey })
      ?.setOptions({ queryKey, meta } as never)
  }
  return {
    learn(next: Mode | undefined) {
      mode = next
      listeners.forEach((listener) => listener())
    },
    read: () => ({
      bots: queryClient.getQueryData(reads.bots.queryKey),
      history: queryClient.getQueryData(history),
      time: queryClient.getQueryData(reads.time.queryKey),
      mode: queryClient.getQueryData(reads.mode.queryKey),
    }),
    asked: () => asked,
    leave() {
      stop()
      shown()
      queryClient.clear()
    },
  }
}

it('a mode change empties the cache, except time and mode, and reads the shown list again', () => {
  const page = aPage()
  const before = page.asked()
  page.learn('real')
  expect(page.read()).toEqual({
    bots: undefined,
    history: undefined,
    time: 'of paper',
    mode: 'of paper',
  })
  expect(page.asked()).toBe(before + 1)
  page.leave()
})

it('a report of the same mode keeps the cache', () => {
  const page = aPage()
  page.learn('paper')
  expect(page.read().history).toBe('of paper')
  page.leave()
})
