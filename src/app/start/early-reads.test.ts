import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { createClient } from '#client/client.ts'
import { type Endpoint, lineOf } from '#contract/endpoint.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { searchDefaults } from '#features/smart-trades/list/smart-trade-search.ts'
import { contractFormat } from '#dialects/wire-format.ts'
import { memoryStorage } from '#session/kept-store.ts'
import { currentConnection, currentCredentials } from '#session/session.ts'
import { sign } from '#signing/signature.ts'
import { aBrowser } from '#testing/a-browser.ts'
import { aPairedConnection } from '#testing/a-paired-connection.ts'
import { proofSize } from '#testing/proof-size.ts'

import { openApiTransport } from '../api-transport.ts'
import { sendEarlyReads } from './early-reads.ts'
import { FIRST_ENDPOINTS, firstReads } from './first-endpoints.ts'
import { routeTree } from '../route-tree.gen.ts'

const BASE = 'http://127.0.0.1:4780/below'
const PAIRED = await aPairedConnection({ baseUrl: BASE })
const LIST = `${BASE}/api/v1/smart_trades?order_by=created_at&order_direction=DESC&page=1&per_page=25&status=active`

beforeEach(() => void vi.stubEnv('TZ', 'Pacific/Auckland'))
afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** A tab with a paper key, whose service answers early reads with `answer`. */
async function pairedTab(answer = () => new Response('[]')) {
  const browser = aBrowser()
  const tab = memoryStorage()
  const store = browser.openTab(tab)
  const { id } = await store.connections.addPaired(PAIRED)
  const sent: { url: string; headers: HeadersInit | undefined }[] = []
  const parts = {
    first: firstReads,
    local: browser.disk,
    tab,
    recallKey: (id: string) => browser.paperKeys.recall(id),
    now: browser.now,
    fetch: async (url: string, { headers, method }: RequestInit) => {
      expect(method).toBeUndefined()
      sent.push({ url, headers })
      return answer()
    },
  }
  const open = (address = '/smart-trades', changed: Partial<Parts> = {}) =>
    sendEarlyReads({ ...parts, page: new URL(address, BASE), ...changed })
  const change = (name: string, value: unknown) =>
    browser.disk.setItem(`quarterdeck.${name}`, JSON.stringify(value))
  return { browser, tab, store, id, sent, parts, open, change }
}
type Parts = Parameters<typeof sendEarlyReads>[0]
type PairedTab = Awaited<ReturnType<typeof pairedTab>>

const PAGES = ['/_connected/smart-trades/', '/_connected/portfolio'] as const
const ENDPOINTS: readonly Endpoint[] = Object.values(FIRST_ENDPOINTS)

/** Reads of the loader of a page: their query keys, and the signed requests. */
async function ownReads({ store: sessionStore, browser }: PairedTab, address: string) {
  const query = vi.fn<(asked: { queryKey: readonly [string, never] }) => Promise<void>>(() =>
    Promise.resolve(),
  )
  const context = {
    sessionStore,
    openConnectionContext: () => Promise.resolve(undefined),
    takePairingCode: () => undefined,
  }
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree, context, history })
  const match = router.matchRoutes(router.latestLocation).at(-1)
  const route = PAGES.map((page) => router.routesById[page]).find(({ id }) => id === match?.routeId)
  const loader = route?.options.loader
  if (typeof loader === 'function') {
    const queryClient = { query, prefetchQuery: query }
    const service = { clock: { now: browser.now } }
    const deps: unknown = match?.loaderDeps
    void loader({ context: { sessionStore, queryClient, service }, deps } as never)
    // Loaders import their queries dynamically.
    await vi.dynamicImportSettled()
  }
  const credentials = { apiKey: PAIRED.apiKey, key: PAIRED.key, emptyForm: 'path?' } as const
  const client = createClient({ baseUrl: BASE, credentials, fetch })
  const keys = query.mock.calls.map(([{ queryKey }]) => queryKey)
  const requests = keys.map(async ([line, request]) => {
    const endpoint = ENDPOINTS.find((one) => lineOf(one) === line)
    if (!endpoint) throw new Error(`${line} is no first read`)
    const { url, signedText } = client.prepare(endpoint, request)
    const Signature = await sign(PAIRED.key, signedText)
    return { url, headers: { Accept: 'application/json', APIKEY: PAIRED.apiKey, Signature } }
  })
  return { keys, requests: await Promise.all(requests) }
}

/** Expects the early reads at an address to be those of its page. */
async function expectOwnReads(page: PairedTab, address: string): Promise<void> {
  page.sent.length = 0
  page.change(`sent.${page.id}`, [])
  const early = await page.open(address)
  const { keys, requests } = await ownReads(page, address.replace(/^\/(\?.*)?$/, '/portfolio'))
  expect(page.sent).toEqual(requests)
  expect(early?.reads.map((read) => [lineOf(FIRST_ENDPOINTS[read.of]), read.request])).toEqual(keys)
}

it.each([
  ['/smart-trades', 1],
  ['/smart-trades/?trade=7', 1],
  ['/smart-trades?status=all&per_page=100', 1],
  ['/smart-trades?status=finished&page=3&order_by=profit&order_direction=ASC', 1],
  ['/', 3],
  ['/?range=24h', 3],
  ['/portfolio?range=all&unit=btc', 3],
  ['/portfolio?range=24h', 2],
])('early reads at %s are those of its page, with the same signatures', async (address, count) => {
  const page = await pairedTab()
  for (const timeZone of ['utc', 'local'] as const) {
    page.store.settings.set({ timeZone })
    await expectOwnReads(page, address)
    expect(page.sent).toHaveLength(count)
  }
})

it('the last chosen range of the portfolio is the one of its early reads', async () => {
  const page = await pairedTab()
  await expectOwnReads(page, '/portfolio')
  const before = page.sent.map(({ url }) => url)
  page.store.choices.set('portfolio-range', '90d')
  await expectOwnReads(page, '/portfolio')
  expect(page.sent.map(({ url }) => url)).not.toEqual(before)
})

it.each([
  '/history',
  '/connect',
  '/smart-trades/new',
  '/smart-trades?pair=USDT_BTC',
  '/smart-trades?page=1&page=2',
])('nothing is sent early at %s', async (address) => {
  const page = await pairedTab()
  await page.open(address)
  expect(page.sent).toEqual([])
})

const VALUES =
  'all active "all" profit ASC asc 1 01 0 -1 100 101 1e2 100001 null [1] 24h 1y 1767225600 summary %22'
const NAMES =
  'status order_by order_direction page per_page trade note type base from to account_id range scope unit toString __proto__'
const filters = fc.tuple(
  fc.constantFrom(...NAMES.split(' ')),
  fc.constantFrom(...VALUES.split(' ')),
)

it('early reads at any address are those of its page, or none', async () => {
  const page = await pairedTab()
  let count = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/smart-trades', '/portfolio'),
      fc.array(filters, { maxLength: 4 }),
      async (path, chosen) => {
        page.change(`sent.${page.id}`, [])
        const address = `${path}?${chosen.map((pair) => pair.join('=')).join('&')}`
        if (!(await page.open(address))) return
        count += 1
        await expectOwnReads(page, address)
      },
    ),
    { numRuns: proofSize(200, 5_000) },
  )
  expect(count).toBeGreaterThan(20)
})

const MINUTE = 60_000
const refusals: Record<string, (page: PairedTab) => unknown> = {
  'a key that is not a paper key': ({ store, change }) => {
    const { connections, currentId } = store.session.get()
    const others = connections.map((one) => ({ ...one, storage: 'session' }))
    change('connections', { connections: others, lastUsed: currentId })
  },
  'a vault, which is locked': async ({ store }) => store.connections.createVault('a passphrase'),
  'a key that was not kept': async ({ store }) =>
    store.connections.addPaired({ ...PAIRED, label: 'Other', remember: false }),
  'a removed key': async ({ browser, id }) => browser.paperKeys.forget(id),
  'a key of another origin': async ({ browser, id }) => {
    const kept = await browser.paperKeys.recall(id)
    if (kept) await browser.paperKeys.remember({ ...kept, origin: 'https://other.example' })
  },
  'a removed connection': async ({ store, id }) => store.connections.remove(id),
  'a pause': ({ change, browser, id }) =>
    change(`pause.${id}`, { from: 0, until: browser.now() + 1 }),
  'failing reads': ({ change, id }) => change(`failing.${id}`, { level: 1, at: 0, until: 0 }),
  'a spent budget': ({ change, browser, id }) =>
    change(
      `sent.${id}`,
      Array.from({ length: 60 }, () => browser.now() - 1),
    ),
  'a spent budget of the settings': ({ change, store, browser, id }) => {
    store.settings.set({ readsAMinute: 2 })
    change(`sent.${id}`, [browser.now() - 1, browser.now() - 1])
  },
  'a limit that the service reported': ({ change, browser, id }) =>
    change(`limits.${id}`, {
      sentAt: browser.now(),
      policies: [],
      left: [{ left: 1, until: browser.now() + MINUTE, kept: 1 }],
    }),
  'a damaged limit': ({ change, id }) =>
    change(`limits.${id}`, { sentAt: 0, policies: [{ quota: 'many', window: 60 }], left: [] }),
  'an unknown kind of service': ({ store, change }) => {
    const { connections, currentId } = store.session.get()
    const others = connections.map((one) => ({ ...one, dialect: '3commas' }))
    change('connections', { connections: others, lastUsed: currentId })
  },
}

it.each(Object.entries(refusals))('nothing is sent early with %s', async (_what, spoil) => {
  const page = await pairedTab()
  await spoil(page)
  const reads = await page.open('/smart-trades')
  expect([reads, page.sent]).toEqual([undefined, []])
})

it('nothing is sent early to the service of a static site, which has no network', async () => {
  const page = await pairedTab()
  await page.open('/smart-trades', { ownService: BASE })
  expect(page.sent).toEqual([])
})

it('early reads use the connection of this tab, not the one that another tab used last', async () => {
  const page = await pairedTab()
  const other = await page.browser.openTab().connections.addPaired({ ...PAIRED, label: 'Other' })
  expect((await page.open())?.connection.id).toBe(page.id)
  expect((await page.open('/', { tab: memoryStorage() }))?.connection.id).toBe(other.id)
})

it('nothing is sent early if another tab replaces the key while it signs', async () => {
  const page = await pairedTab()
  const recallKey = async (id: string) => {
    const kept = await page.browser.paperKeys.recall(id)
    await page.store.connections.addPaired(PAIRED)
    return kept
  }
  await page.open('/smart-trades', { recallKey })
  expect(page.sent).toEqual([])
})

it('nothing is sent early if another tab pauses the reads while the key signs', async () => {
  const page = await pairedTab()
  const recallKey = async (id: string) => {
    page.change(`pause.${id}`, { from: 0, until: page.browser.now() + 1 })
    return page.browser.paperKeys.recall(id)
  }
  await page.open('/smart-trades', { recallKey })
  expect(page.sent).toEqual([])
})

it('early reads need room in the budget for all of them', async () => {
  const page = await pairedTab()
  const before = Array.from({ length: 58 }, () => page.browser.now() - 1)
  page.change(`sent.${page.id}`, before)
  await page.open('/portfolio')
  expect(page.sent).toEqual([])
  page.change(`sent.${page.id}`, before.slice(1))
  await page.open('/portfolio')
  expect(page.sent).toHaveLength(3)
})

/** The page's reader after an early read, with the requests that it sent itself. */
async function pageAfterEarlyRead(spoil: (page: PairedTab) => unknown = () => undefined) {
  const headers = { 'RateLimit-Policy': '"minute";q=100;w=60' }
  const page = await pairedTab(() => new Response('[]', { headers }))
  const early = await page.open('/smart-trades', { now: Date.now })
  await spoil(page)
  const fetched: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    fetched.push(url)
    return new Response('[]')
  })
  const state = page.store.session.get()
  const [connection, credentials] = [currentConnection(state), currentCredentials(state)]
  if (!connection || !credentials || !early) throw new Error('There is no connection')
  const open = (changed = early) =>
    openApiTransport(page.store, connection, credentials, contractFormat, changed)
  return { ...page, early, open, fetched, connection }
}

const FIRST = { query: searchDefaults } as const
const SIGNAL = new AbortController().signal

it('the page uses an early read instead of its own, once, and counts it once', async () => {
  const { open, fetched, sent, store, id } = await pageAfterEarlyRead()
  const { reader, scheduler } = open()
  await reader.prefetch(listSmartTrades, FIRST)
  expect(await reader.read(listSmartTrades, FIRST, SIGNAL)).toEqual([])
  expect(fetched).toEqual([])
  expect(sent.map(({ url }) => url)).toEqual([LIST])
  expect(scheduler.used()).toBe(1)
  expect(store.traffic.of(id).limits.get().policies).toEqual([{ quota: 100, window: 60 }])

  reader.allowOtherReads()
  await reader.read(listSmartTrades, FIRST, SIGNAL)
  expect(fetched).toEqual([LIST])
})

it.each<[string, (page: PairedTab) => unknown]>([
  ['the mode changed', ({ store, id }) => store.connections.update(id, { declaredMode: 'real' })],
  ['the key changed', ({ store }) => store.connections.addPaired(PAIRED)],
  [
    'another connection is in use',
    ({ store }) => store.connections.addPaired({ ...PAIRED, label: 'Other' }),
  ],
])('the page does not use an early read after %s', async (_what, spoil) => {
  const { open, fetched } = await pageAfterEarlyRead(spoil)
  await open().reader.prefetch(listSmartTrades, FIRST)
  expect(fetched).toEqual([LIST])
})

it('the page does not use an early read of another URL, or older than 15 s', async () => {
  const { open, fetched, early } = await pageAfterEarlyRead()
  const other = { query: { ...searchDefaults, page: 2 } } as const
  await open().reader.prefetch(listSmartTrades, other)
  expect(fetched).toEqual([LIST.replace('page=1', 'page=2')])
  await open({ ...early, sentAt: early.sentAt - 15_000 }).reader.prefetch(listSmartTrades, FIRST)
  expect(fetched.at(-1)).toBe(LIST)
})

it('an early read that was refused with 429 pauses the reads of the page', async () => {
  const page = await pageAfterEarlyRead()
  const headers = { 'Retry-After': '20' }
  const refused = Promise.resolve(new Response('{}', { status: 429, headers }))
  const { reader, scheduler } = page.open({ ...page.early, responses: new Map([[LIST, refused]]) })
  await reader.prefetch(listSmartTrades, FIRST)
  expect(scheduler.secondsPaused()).toBe(20)
  expect(page.fetched).toEqual([])
})
