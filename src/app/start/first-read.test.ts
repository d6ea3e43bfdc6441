import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { type Endpoint, lineOf } from '#contract/endpoint.ts'
import { zoneOf } from '#session/settings.ts'
import { aBrowser } from '#testing/a-browser.ts'

import { beginFirstRead } from './first-read.ts'
import { routeTree } from '../route-tree.gen.ts'

const sessionStore = aBrowser().openTab()
beforeEach(() => void vi.stubEnv('TZ', 'Pacific/Auckland'))
afterEach(() => vi.unstubAllEnvs())

/** What the page at an address asks the cache for first. */
function askedAt(address: string): unknown {
  const query = vi.fn<(asked: { queryKey: unknown }) => Promise<void>>(() => Promise.resolve())
  const context = {
    sessionStore,
    currentConnectionContext: () => undefined,
    takePairingCode: () => undefined,
  }
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree, context, history })
  const deps: unknown = router.matchRoutes(router.latestLocation).at(-1)?.loaderDeps
  const { loader } = router.routesById['/_connected/smart-trades/'].options
  if (typeof loader === 'function')
    void loader({ context: { sessionStore, queryClient: { query } }, deps } as never)
  return query.mock.calls[0]?.[0].queryKey
}

function begunAt(address: string): unknown {
  const begin = vi.fn<(endpoint: Endpoint, request: unknown) => Promise<void>>(() =>
    Promise.resolve(),
  )
  const { pathname, search } = new URL(address, 'http://localhost')
  void beginFirstRead({ begin }, { pathname, search }, zoneOf(sessionStore.settings.get()))
  const [asked] = begin.mock.calls
  return asked && [lineOf(asked[0]), asked[1]]
}

it.each([
  '/smart-trades',
  '/smart-trades/',
  '/smart-trades?status=all&per_page=100',
  '/smart-trades?status=finished&page=3&order_by=profit&order_direction=ASC&trade=7',
  '/smart-trades?pair=USDT_BTC&base=1000&account_id=12&from=2026-01-01&to=2026-02-01',
  '/smart-trades?status=nonsense&per_page=-4&base=%22BTC%22',
])('begins at %s the very read that its page asks for', (address) => {
  for (const timeZone of ['utc', 'local'] as const) {
    sessionStore.settings.set({ timeZone })
    const begun = begunAt(address)
    expect(begun).toBeDefined()
    expect(begun).toEqual(askedAt(address))
  }
})

it.each(['/', '/portfolio', '/smart-trades/new', '/connect', '/history?q=smart-trades'])(
  'begins nothing at %s',
  (address) => {
    expect(begunAt(address)).toBeUndefined()
  },
)
