import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { type Endpoint, lineOf } from '#contract/endpoint.ts'
import { aBrowser } from '#testing/a-browser.ts'

import { beginFirstRead } from './first-read.ts'
import { routeTree } from '../route-tree.gen.ts'

const sessionStore = aBrowser().openTab()
beforeEach(() => void vi.stubEnv('TZ', 'Pacific/Auckland'))
afterEach(() => vi.unstubAllEnvs())

const NOW = Date.UTC(2026, 10, 23, 2, 17, 31)

type Asked = { queryKey: unknown }

/** Query keys that the loader of a page requests. */
async function queriesOfPage(address: string): Promise<unknown[]> {
  const query = vi.fn<(asked: Asked) => Promise<void>>(() => Promise.resolve())
  const context = {
    sessionStore,
    openConnectionContext: () => Promise.resolve(undefined),
    takePairingCode: () => undefined,
  }
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree, context, history })
  const match = router.matchRoutes(router.latestLocation).at(-1)
  const { loader } =
    PAGES.map((page) => router.routesById[page]).find(({ id }) => id === match?.routeId)?.options ??
    {}
  if (typeof loader === 'function') {
    const queryClient = { query, prefetchQuery: query }
    const service = { clock: { now: () => NOW } }
    void loader({
      context: { sessionStore, queryClient, service },
      deps: match?.loaderDeps,
    } as never)
    // Loaders import their queries dynamically.
    await vi.dynamicImportSettled()
  }
  return query.mock.calls.map(([{ queryKey }]) => queryKey)
}

const PAGES = ['/_connected/smart-trades/', '/_connected/portfolio'] as const

/** Query keys that `beginFirstRead` prefetches. */
function prefetchedAt(address: string): unknown[] {
  const prefetch = vi.fn<(endpoint: Endpoint, request: unknown) => Promise<void>>(() =>
    Promise.resolve(),
  )
  const { pathname, search } = new URL(address, 'http://localhost')
  void beginFirstRead({ prefetch }, { pathname, search }, sessionStore, NOW)
  return prefetch.mock.calls.map(([endpoint, request]) => [lineOf(endpoint), request])
}

it.each([
  '/smart-trades',
  '/smart-trades/',
  '/smart-trades?status=all&per_page=100',
  '/smart-trades?status=finished&page=3&order_by=profit&order_direction=ASC&trade=7',
  '/smart-trades?pair=USDT_BTC&base=1000&account_id=12&from=2026-01-01&to=2026-02-01',
  '/smart-trades?status=nonsense&per_page=-4&base=%22BTC%22',
])('the first read at %s is the one that its page requests', async (address) => {
  for (const timeZone of ['utc', 'local'] as const) {
    sessionStore.settings.set({ timeZone })
    const begun = prefetchedAt(address)
    expect(begun).toHaveLength(1)
    expect(begun).toEqual(await queriesOfPage(address))
  }
})

it.each([
  ['/portfolio', 3],
  ['/portfolio/', 3],
  ['/portfolio?range=1y', 3],
  ['/portfolio?range=all&unit=btc', 3],
  ['/portfolio?scope=6f0c8f8e-4c3a-4b52-9d5e-0f6f2f5f1a11&range=7d', 3],
  ['/portfolio?from=1767225600&to=1769904000', 3],
  ['/portfolio?from=1769904000&to=1767225600&scope=nobody&range=nonsense', 3],
  // The last day is its range already.
  ['/portfolio?range=24h', 2],
])('the first reads at %s are those that its page requests', async (address, count) => {
  const begun = prefetchedAt(address)
  expect(begun).toHaveLength(count)
  expect(begun).toEqual(await queriesOfPage(address))
})

it('the first reads use the last chosen range if the address has none', async () => {
  const before = prefetchedAt('/portfolio')
  sessionStore.choices.set('portfolio-range', '90d')
  const begun = prefetchedAt('/portfolio')
  expect(begun).not.toEqual(before)
  expect(begun).toEqual(await queriesOfPage('/portfolio'))
})

it('the first reads at / are those of the portfolio, without the search parameters', async () => {
  expect(prefetchedAt('/')).toEqual(await queriesOfPage('/portfolio'))
  expect(prefetchedAt('/?range=24h')).toEqual(await queriesOfPage('/portfolio'))
})

it.each(['/smart-trades/new', '/connect', '/history?q=smart-trades', '/portfolio/more'])(
  'there is no first read at %s',
  (address) => {
    expect(prefetchedAt(address)).toEqual([])
  },
)
