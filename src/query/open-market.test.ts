import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'

import { getTime } from '#contract/system.ts'
import { read } from '#contract/read.ts'
import { SessionStoreContext } from '#session/use-session.ts'
import { aBrowser } from '#testing/a-browser.ts'
import { aPairedConnection } from '#testing/a-paired-connection.ts'

import { createQueryClient } from './query-client.ts'
import { serviceTime, useLivePrices, useOpenWorldName } from './service.tsx'

// The test renders to text, for which `useSyncExternalStore` would need a server snapshot.
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
}))

const Source = () => useLivePrices()?.source
const OpenWorld = () => useOpenWorldName()

const AT = '2026-11-27T22:00:00.000Z'
const BINANCE = { source: 'Binance', state: 'live', price_at: AT, known_to: AT, attempt: 0 }

/** Text that a connection's page shows of an answer of `getTime`. */
async function shownBy(
  world: string | undefined,
  time: object = { market: BINANCE },
  shown: () => string | undefined = Source,
): Promise<string> {
  const sessionStore = aBrowser().openTab()
  await sessionStore.connections.addPaired(await aPairedConnection({ world }))
  const queryClient = createQueryClient({ now: () => 0, read: () => new Promise(() => {}) })
  const answer = read(getTime.response, { server_time: 1_795_816_800, ...time }).value
  queryClient.setQueryData(serviceTime().queryKey, answer as never)
  const page = createElement(QueryClientProvider, { client: queryClient }, createElement(shown))
  return renderToString(createElement(SessionStoreContext, { value: sessionStore }, page))
}

it.each([
  ['a connection to that world', 'Binance', 'Binance'],
  ['a connection that knows no world', undefined, 'Binance'],
  ['a connection to the demo', 'demo', ''],
  ['a connection to another exchange', 'Kraken', ''],
])('%s shows the right live prices while Binance is open', async (_who, world, shown) => {
  expect(await shownBy(world)).toBe(shown)
})

it.each([
  ['a paper service that reports its market', { extensions: [], market: BINANCE }, 'Binance'],
  ['a paper service without a market', { extensions: [] }, 'demo'],
  ['a service under --strict, which reports neither', {}, ''],
])('%s has the right world open', async (_which, time, name) => {
  expect(await shownBy('Binance', time, OpenWorld)).toBe(name)
})
