import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { createClient } from '#client/client.ts'
import { listExchanges } from '#contract/exchanges.ts'
import { getTime, openWorld } from '#contract/system.ts'
import { pairWithService } from '#features/connection/pairing.tsx'
import { useOpenWorld } from '#features/settings/open-world.ts'
import { openService, readServeFlags } from '#paper/main.ts'
import { createQueryClient } from '#query/query-client.ts'
import { ServiceProvider, serviceTime } from '#query/service.tsx'
import type { SessionStore } from '#session/session-store.ts'
import { currentConnection, currentCredentials } from '#session/session.ts'
import { SessionStoreContext } from '#session/use-session.ts'
import type { Credentials } from '#signing/credentials.ts'
import { aBrowser } from '#testing/a-browser.ts'
import { aPairedConnection } from '#testing/a-paired-connection.ts'
import { type BinanceStandIn, binanceStandIn } from '#testing/exchanges/binance-stand-in.ts'

// The test renders to text, for which `useSyncExternalStore` would need a server snapshot.
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
}))
vi.mock('@tanstack/react-router', () => ({ useNavigate: () => () => Promise.resolve() }))

let data: string
let exchange: BinanceStandIn
let service: Awaited<ReturnType<typeof openService>>
let browser: SessionStore
let followed: string[]
beforeEach(async () => {
  data = mkdtempSync(join(tmpdir(), 'quarterdeck-open-world-'))
  exchange = await binanceStandIn()
  const addresses = ['--binance-http', exchange.http, '--binance-ws', exchange.ws]
  const flags = ['--data', data, '--port', '0', '--world', 'empty', '--rate-limit', 'off']
  service = await openService(readServeFlags([...flags, ...addresses], '/nowhere'), '/nowhere')
  browser = aBrowser().openTab()
  followed = []
  const { href, origin } = new URL(service.link)
  vi.stubGlobal('location', { href, origin, assign: (link: string) => void followed.push(link) })
})
afterEach(async () => {
  vi.unstubAllGlobals()
  service.server.close()
  service.server.closeAllConnections()
  await service.close()
  await exchange.close()
  rmSync(data, { recursive: true })
})

const origin = () => new URL(service.link).origin
const client = () =>
  createClient({ baseUrl: origin(), credentials: currentCredentials(browser.session.get()), fetch })

/** Pairs as the page does, and returns the id of the connection. */
async function pair(code: string): Promise<string> {
  await pairWithService(code, browser)
  return shown()?.id ?? ''
}
const pairFirst = () => pair(new URL(service.link).hash.replace('#pair=', ''))

/** `useOpenWorld` of a page that has read the service's time. */
async function offered() {
  const queryClient = createQueryClient({ now: () => 0, read: () => new Promise(() => {}) })
  queryClient.setQueryData(serviceTime().queryKey, await client().call(getTime, {}))
  const extensions = { subscribe: () => () => undefined, offers: () => true }
  const offers: ReturnType<typeof useOpenWorld>[] = []
  const Page = () => void offers.push(useOpenWorld())
  const page = ServiceProvider({
    service: { client: client(), extensions } as never,
    children: createElement(Page),
  })
  renderToString(
    createElement(
      SessionStoreContext,
      { value: browser },
      createElement(QueryClientProvider, { client: queryClient }, page),
    ),
  )
  return offers[0] as ReturnType<typeof useOpenWorld>
}
const openDemoFrom = async (connection: string) => {
  browser.connections.switchTo(connection)
  await (await offered()).open('demo')
}
const shown = () => currentConnection(browser.session.get())
const toLive = async () => (await client().call(openWorld, { body: { market: 'binance' } })).code

it('a kept world whose key still works is shown with it', async () => {
  const demo = await pairFirst()
  const live = await pair(await toLive())
  await openDemoFrom(live)
  expect(shown()?.id).toBe(demo)
  expect(followed).toEqual([])
  expect(await client().call(listExchanges, {})).toHaveLength(1)
})

it('a kept world that refuses its key is paired with again, by the code that opened it', async () => {
  const demo = await pairFirst()
  const live = await pair(await toLive())
  browser.connections.switchTo(demo)
  const dead = { user: 'trader', world: 'demo', baseUrl: origin(), apiKey: 'dead_key' }
  await browser.connections.addPaired(await aPairedConnection(dead))
  await openDemoFrom(live)
  expect(shown()?.id).toBe(live)
  const [link] = followed
  expect(link).toMatch(/^\/#pair=[\w-]{22}$/)
  expect(await pair(link?.replace('/#pair=', '') ?? '')).toBe(demo)
  expect(await client().call(listExchanges, {})).toHaveLength(1)
})

it('a connection from before there were worlds has the one that it opens another from', async () => {
  await pairFirst()
  const old = await pair(await toLive())
  browser.connections.update(old, { world: undefined })
  await openDemoFrom(old)
  const { connections } = browser.session.get()
  expect(connections.find(({ id }) => id === old)?.world).toBe('Binance')
})

it('pairing with a world learns which older connection is of it, and replaces no other one', async () => {
  const demo = await pairFirst()
  const live = await pair(await toLive())
  for (const id of [demo, live]) {
    browser.connections.update(id, { world: undefined, label: 'Paper service' })
  }
  const { code } = await client().call(openWorld, { body: { market: 'demo' } })
  expect(await pair(code)).toBe(demo)
  const worlds = browser.session.get().connections.map(({ id, world }) => [id, world])
  expect(worlds).toEqual([
    [demo, 'demo'],
    [live, undefined],
  ])
  const { code: again } = await client().call(openWorld, { body: { market: 'binance' } })
  expect(await pair(again)).toBe(live)
})

it('the connection that was chosen is shown, not the first one of its market', async () => {
  const first = await pairFirst()
  const { credentials } = browser.session.get()
  const again = { ...(credentials.get(first) as Credentials), label: 'Again', world: 'demo' }
  const { id: second } = await browser.connections.addPaired({ ...again, baseUrl: origin() })
  const live = await pair(await toLive())
  browser.connections.switchTo(live)
  const offer = await offered()
  await offer.open('demo', { kept: offer.others.find(({ id }) => id === second) })
  expect(shown()?.id).toBe(second)
  expect(second).not.toBe(first)
})
