import { createMemoryHistory } from '@tanstack/react-router'
import fc from 'fast-check'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'

import { api } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { writeJson } from '#contract/json.ts'
import { createExtensions } from '#query/extensions.ts'
import { createQueryClient } from '#query/query-client.ts'
import { aBrowser } from '#testing/a-browser.ts'
import { aCommandSender } from '#testing/a-command-sender.ts'
import { arbitraryOf } from '#testing/arbitrary-of.ts'
import { type Mutation, MUTATIONS, mutatedAnswer, repeatedRows } from '#testing/mutated.ts'
import { proofSize } from '#testing/proof-size.ts'

import { currentApiTransport } from './api-transport.ts'
import { App } from './draw-page.tsx'
import { createAppRouter } from './router.ts'

// React's server renderer needs server snapshots and runs no effects, for which `ArrivingPage` waits.
vi.mock('react', async (original) => ({
  ...(await original<typeof import('react')>()),
  useSyncExternalStore: <T>(_subscribe: unknown, snapshot: () => T): T => snapshot(),
}))
vi.mock('#features/shell/page-states.tsx', async (original) => ({
  ...(await original<typeof import('#features/shell/page-states.tsx')>()),
  ArrivingPage: ({ children }: { children: ReactNode }) => children,
}))

const ORIGIN = 'http://127.0.0.1:4780'
const SEED = 20_261_122
const ROWS = 24
/** The first test imports the whole app. */
const PATIENCE = { timeout: proofSize(60_000, 3_600_000) }
const ROUNDS = proofSize(1, 20)
const BOT = '12345678-1234-4234-8234-123456789012'

const reads: Endpoint[] = Object.values(api).filter(({ method }) => method === 'GET')
const EXTENSIONS = Object.values(api).flatMap(({ extension, name }: Endpoint) =>
  extension ? [name] : [],
)

const isAt = (endpoint: Endpoint, path: string): boolean =>
  new RegExp(`^${endpoint.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path)

const endpointAt = (path: string): Endpoint | undefined =>
  // Exact paths first: in `/bots/dca/strategies` the last part is no id.
  reads.find((endpoint) => endpoint.path === path) ?? reads.find((endpoint) => isAt(endpoint, path))

/** A valid response of an endpoint, as JSON, with realistic amounts. */
function good(endpoint: Endpoint, seed: number): unknown {
  const [held] = fc.sample(arbitraryOf(endpoint.response), { numRuns: 1, seed })
  let figures = 0
  const next = () => (11 + (figures++ % 40) * 1.37).toFixed(2)
  return JSON.parse(writeJson(z.encode(endpoint.response, held)), (_name, value) => {
    if (typeof value === 'number' && !Number.isInteger(value)) return Number(next())
    return typeof value === 'string' && /^-?\d+\.\d+$/.test(value) ? next() : (value as unknown)
  }) as unknown
}

let answer: (path: string) => unknown
let answered = 0

beforeAll(() => {
  vi.stubGlobal('location', new URL(ORIGIN))
  vi.stubGlobal('window', { location: new URL(ORIGIN) })
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('innerHeight', 900)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
  vi.stubGlobal('fetch', async (url: string) => {
    const json = answer(new URL(url).pathname)
    return new Response(JSON.stringify(json), { headers: { 'Content-Type': 'application/json' } })
  })
})
afterAll(() => {
  vi.unstubAllGlobals()
  console.log(`${answered} mutated rows and answers on pages, seed ${SEED}`)
})

/** Renders a page to HTML after all of its reads were answered. */
async function draw(path: string): Promise<string> {
  const sessionStore = aBrowser().openTab()
  sessionStore.settings.set({ readsAMinute: 600 })
  await sessionStore.connections.addPaired({
    label: 'Paper',
    baseUrl: ORIGIN,
    apiKey: 'paper_key_5678',
    key: await aKey,
    token: 'token',
  })
  const transport = await currentApiTransport(sessionStore, 0)
  if (!transport) throw new Error('Nothing is connected')
  const { client, clock, drift, scheduler, reader, connection } = transport
  const queryClient = createQueryClient({ ...reader, now: () => Date.now() })
  const kept = sessionStore.traffic.of(connection.id).extensions
  kept.set(EXTENSIONS)
  const service = {
    client,
    clock,
    drift,
    scheduler,
    sender: aCommandSender(client),
    extensions: createExtensions({ kept, queryClient, later: () => undefined }),
    life: new AbortController().signal,
  }
  const context = { id: 'one', queryClient, service, leave: () => undefined }
  const router = createAppRouter({
    sessionStore,
    openConnectionContext: () => Promise.resolve(context),
    takePairingCode: () => undefined,
  })
  router.update({
    ...router.options,
    history: createMemoryHistory({ initialEntries: [path] }),
  } as never)
  await router.load()
  const html = () => renderToString(createElement(App, { sessionStore, router }))
  // Rendering starts reads, some of which depend on others.
  for (let pass = 0; pass < 4; pass += 1) {
    html()
    const waiting = queryClient
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.status === 'pending')
    if (waiting.length === 0) break
    for (const query of waiting) {
      if (query.state.fetchStatus === 'idle') query.fetch().catch(() => undefined)
    }
    await vi.waitUntil(() => queryClient.isFetching() === 0, {
      timeout: PATIENCE.timeout,
      interval: 1,
    })
  }
  const drawn = await vi.waitUntil(
    () => {
      const whole = html()
      // A panel whose code is still loading.
      return whole.includes('does not support Suspense') ? undefined : whole
    },
    { timeout: PATIENCE.timeout },
  )
  queryClient.clear()
  return drawn
}

const aKey = crypto.subtle
  .importKey('raw', new Uint8Array(32), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  .then((cryptoKey) => ({ algorithm: 'hmac' as const, cryptoKey }))

/** Text of a page, with one line per cell or block. */
const textOf = (html: string): string =>
  html
    .replaceAll(/<script[\s\S]*?<\/script>|<pre[\s\S]*?<\/pre>/g, '')
    .replaceAll(/<\/(td|th|p|div|li|dd|dt|h\d|button|option)>/g, '\n')
    .replaceAll(/<[^>]+>/g, '')

const PAGES: readonly (readonly [path: string, reads: RegExp])[] = [
  ['/portfolio', /(balance|table)_chart_data$/],
  ['/history', /terminal\/history$/],
  ['/smart-trades?status=all', /smart_trades$/],
  ['/smart-trades?status=all&trade=7', /smart_trades(\/7)?$/],
  ['/smart-trades/new', /exchanges$|market\/pairs$|table_chart_data$/],
  ['/grid-bots', /bots\/grid$/],
  ['/grid-bots/7', /bots\/grid\/7(\/required_balances)?$/],
  ['/grid-bots/new', /exchanges$|market\/pairs$|candles$/],
  ['/dca-bots', /bots\/dca$/],
  [`/dca-bots/${BOT}`, /bots\/dca\/[-\w]{36}$/],
  ['/dca-bots/strategies', /strategies$|candles$/],
  ['/compare', /terminal\/history(\/\w+)?$|bots\/(grid|dca)$/],
]

/** Adds ids of listed bots to the address of a comparison. */
function addressOf(path: string, round: number): string {
  if (path !== '/compare') return path
  const firstOf = (endpoint: Endpoint) =>
    (repeatedRows(good(endpoint, SEED + round), ROWS) as { id: string | number }[])[0]?.id
  return `/compare?bots=grid-${firstOf(api.listGridBots)}_dca-${firstOf(api.listDcaBots)}`
}

it.each(PAGES)('%s renders with any mutated response', PATIENCE, async (path, mutatedReads) => {
  const faults: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const mutation of MUTATIONS) {
      answer = answers(mutatedReads, mutation, round)
      const found = faultsIn(await draw(addressOf(path, round)), path, mutation)
      faults.push(...found.map((fault) => `${mutation}, round ${round} of seed ${SEED}: ${fault}`))
    }
  }
  expect(faults).toEqual([])
})

const answers =
  (mutatedReads: RegExp, mutation: Mutation, round: number) =>
  (path: string): unknown => {
    if (path.endsWith('/time')) return { server_time: Date.now(), extensions: EXTENSIONS }
    if (path.endsWith('/user/mode')) return { mode: 'paper' }
    const endpoint = endpointAt(path)
    if (!endpoint) return {}
    const json = repeatedRows(good(endpoint, SEED + round), ROWS)
    if (!mutatedReads.test(path)) return json
    const changed = mutatedAnswer(json, mutation, round)
    answered += Array.isArray(changed) ? changed.length : 1
    return changed
  }

/** Render errors, invalid dates, and zeros that were not sent. */
function faultsIn(html: string, path: string, mutation: Mutation): string[] {
  const thrown = html.matchAll(/data-msg="([^"]*)"/g)
  const broken = html.matchAll(/(Something went wrong on this page\.|Invalid Date)/g)
  const zeros = textOf(html).matchAll(/([\s\S]{0,60}(?:^|[^\d.,])[+−-]?0\.00)(?![\d%])/gm)
  // Sums on other pages may really be zero.
  const isList = ['/smart-trades?status=all', '/grid-bots', '/dca-bots'].includes(path)
  const found = [...thrown, ...broken, ...(isList && mutation === 'named faults' ? zeros : [])]
  return found.map(([, fault = '']) => fault)
}
