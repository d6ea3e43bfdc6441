import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { createClock } from '#client/clock.ts'
import { listPairs, type MarketPair } from '#contract/market.ts'
import { readableRows, type Rows } from '#contract/read.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import type { StreamEvent } from '#contract/stream.ts'
import { getMode } from '#contract/system.ts'
import { openTestService, type TestService } from '#testing/open-test-service.ts'
import { traderAtWork } from '#testing/trader-at-work.ts'

import { endpointQuery, every } from './endpoint-query.ts'
import { keepLive, type LiveParts, MAX_SILENCE } from './live.ts'
import { liveness } from './liveness.ts'
import { createQueryClient } from './query-client.ts'

let paper: TestService
/** Requests of all tabs, by path. */
let asked: string[]
let streams: AbortSignal[]
let browser: ReturnType<typeof aBrowser>

beforeEach(async () => {
  paper = await openTestService()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: paper.clock.now })
  asked = []
  streams = []
  browser = aBrowser()
})
afterEach(async () => {
  browser.close()
  vi.useRealTimers()
  await paper.close()
})

/** Locks and channels that all tabs of a browser share. */
function aBrowser() {
  const tabs = new Set<(data: unknown) => void>()
  const lives: AbortController[] = []
  let line: Promise<unknown> = Promise.resolve()
  return {
    locks: {
      request(_name: string, { signal }: LockOptions, run: () => Promise<unknown>) {
        const mine = line.then(() => (signal?.aborted ? undefined : run()))
        line = mine.catch(() => undefined)
        return mine
      },
    } as unknown as LockManager,
    channel() {
      let listen: ((data: unknown) => void) | undefined
      return {
        postMessage: (data: unknown) =>
          tabs.forEach((tab) => tab !== listen && tab(structuredClone(data))),
        addEventListener(_type: string, listener: (event: { data: unknown }) => void) {
          listen = (data) => listener({ data })
          tabs.add(listen)
        },
        close: () => listen && tabs.delete(listen),
      } as unknown as BroadcastChannel
    },
    life() {
      const life = new AbortController()
      lives.push(life)
      return life
    },
    close: () => lives.forEach((life) => life.abort()),
  }
}

/** A tab that shows the list of pairs. */
async function openTab(parts: Partial<LiveParts> = {}) {
  const life = browser.life()
  const clock = createClock(
    () => paper.clock.now,
    () => paper.clock.steady,
  )
  clock.sample({ sentAt: clock.here(), receivedAt: clock.here(), serverTime: clock.here() })
  const { client } = paper
  const page = { isVisible: true, mode: 'paper', changed: [] as (() => void)[] }
  const queryClient = createQueryClient({
    now: clock.here,
    async read(endpoint, request, signal) {
      asked.push(endpoint.path)
      return client.call(endpoint, request, { signal })
    },
  })
  const subscribe = (listener: () => void): (() => boolean) => {
    page.changed.push(listener)
    return () => true
  }
  keepLive({
    name: 'live',
    tab: crypto.randomUUID(),
    client: {
      events(request, signal) {
        asked.push('/api/v1/stream')
        streams.push(signal)
        return client.events(request, signal)
      },
    },
    queryClient,
    scheduler: { turn: async () => undefined, answered: () => undefined },
    extensions: { offers: () => true, subscribe },
    clock,
    locks: browser.locks,
    channel: browser.channel(),
    page: { isVisible: () => page.isVisible, subscribe },
    mode: { mode: () => page.mode, subscribe },
    after(milliseconds, run) {
      const timer = setTimeout(run, milliseconds)
      return () => clearTimeout(timer)
    },
    random: () => 1,
    life: life.signal,
    ...parts,
  })
  const shown = new QueryObserver(queryClient, {
    ...endpointQuery(listPairs, {}),
    refetchInterval: every(15_000),
  })
  shown.subscribe(() => undefined)
  await pass(1)
  return {
    queryClient,
    life,
    price: () => priceIn(queryClient),
    set(change: Partial<typeof page>) {
      Object.assign(page, change)
      page.changed.forEach((listener) => listener())
    },
  }
}

const bitcoinIn = (rows: Rows<MarketPair> | undefined) =>
  readableRows<MarketPair>(rows).find(({ pair }) => pair === 'USDT_BTC')?.last

const priceIn = (queryClient: QueryClient) =>
  bitcoinIn(queryClient.getQueryData(endpointQuery(listPairs, {}).queryKey))

const servicePrice = async () => bitcoinIn(await paper.client.call(listPairs, {}))

/** Signing takes turns of the machine, whose time the tests do not move. */
const realTimeout = globalThis.setTimeout
const settled = () => new Promise((resolve) => realTimeout(resolve, 4))

/** Lets time go by in the service and in all tabs. */
async function pass(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    await settled()
    paper.clock.now += 1_000
    paper.clock.steady += 1_000
    await paper.process.tick()
    await vi.advanceTimersByTimeAsync(1_000)
    await settled()
  }
}

async function soon(check: () => void | Promise<void>): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    try {
      return await check()
    } catch {
      await new Promise((resolve) => realTimeout(resolve, 40))
      await pass(1)
    }
  }
  await check()
}

const countOf = (path: string): number => asked.filter((one) => one === path).length
const openStreams = (): number => streams.filter(({ aborted }) => !aborted).length

it('a shown price moves with the stream without a read of the list', async () => {
  const tab = await openTab()
  const before = tab.price()
  await soon(async () => {
    expect(tab.price()).not.toBe(before)
    expect(tab.price()).toBe(await servicePrice())
  })
  expect(countOf(listPairs.path)).toBe(1)
  expect(liveness.get()).toBe(true)
})

it('the list is read once a minute for figures that the stream does not send', async () => {
  await openTab()
  await pass(130)
  expect(countOf(listPairs.path)).toBe(3)
})

it('two tabs share one stream, and the second takes it over when the first is hidden', async () => {
  const first = await openTab()
  const second = await openTab()
  const lists = countOf(listPairs.path)
  await soon(async () => expect(second.price()).toBe(await servicePrice()))
  expect(countOf(listPairs.path)).toBe(lists)
  expect(openStreams()).toBe(1)
  first.set({ isVisible: false })
  await pass(3)
  expect(second.price()).toBe(await servicePrice())
  expect(first.price()).not.toBe(second.price())
})

it('a lock closes the stream at once', async () => {
  const tab = await openTab()
  await soon(() => expect(openStreams()).toBe(1))
  tab.life.abort()
  expect(openStreams()).toBe(0)
  expect(liveness.get()).toBe(false)
})

it('a hidden tab closes its stream at once and opens one when it is shown again', async () => {
  const tab = await openTab()
  await pass(2)
  tab.set({ isVisible: false })
  expect(openStreams()).toBe(0)
  expect(liveness.get()).toBe(false)
  tab.set({ isVisible: true })
  await soon(() => expect(openStreams()).toBe(1))
})

it('another mode closes the stream at once and opens another', async () => {
  const tab = await openTab()
  await pass(2)
  const [before] = streams.slice(-1)
  tab.set({ mode: 'real' })
  expect(before?.aborted).toBe(true)
  await soon(() => expect(openStreams()).toBe(1))
})

it('a tab that shows no prices asks for none', async () => {
  const tab = await openTab()
  await pass(2)
  tab.queryClient.getQueryCache().clear()
  const next = vi.fn<typeof paper.client.events>(paper.client.events)
  tab.life.abort()
  const other = await openTab({ client: { events: next } })
  other.queryClient.getQueryCache().clear()
  await soon(() => expect(next.mock.lastCall?.[0]).toEqual({ query: {} }))
})

it('a service without streams is not asked for one', async () => {
  await openTab({ extensions: { offers: () => false, subscribe: () => () => true } })
  await pass(3)
  expect(countOf('/api/v1/stream')).toBe(0)
})

it('a change by another client makes the reads of its area due', async () => {
  const tab = await openTab()
  const trades = new QueryObserver(
    tab.queryClient,
    endpointQuery(listSmartTrades, { query: { status: 'active' } }),
  )
  trades.subscribe(() => undefined)
  await pass(5)
  const before = countOf(listSmartTrades.path)
  await pass(5)
  expect(countOf(listSmartTrades.path)).toBe(before)
  await traderAtWork(await paper.serve(), await paper.addKey())
  await pass(2)
  await soon(() => expect(trades.getCurrentResult().data).not.toHaveLength(0))
  expect(countOf(listSmartTrades.path) - before).toBeLessThanOrEqual(2)
})

/** Streams of a service that answers as told, one after another. */
function scripted(...script: ((signal: AbortSignal) => AsyncGenerator<StreamEvent>)[]) {
  let count = 0
  const events = (_request: unknown, signal: AbortSignal) => {
    streams.push(signal)
    return (script[Math.min(count++, script.length - 1)] ?? fails)(signal)
  }
  return { client: { events }, count: () => count }
}

async function* beatsOnce(signal: AbortSignal): AsyncGenerator<StreamEvent> {
  yield { beat: { time: 0 } }
  await new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')))
  })
}

async function* fails(): AsyncGenerator<StreamEvent> {
  yield* []
  throw new TypeError('Failed to fetch')
}

it('ten seconds without a beat are not live, and the stream is opened anew', async () => {
  // The second stream is that for the pairs of the list.
  const { client, count } = scripted(beatsOnce, beatsOnce, fails)
  await openTab({ client })
  await soon(() => expect(count()).toBe(2))
  await vi.advanceTimersByTimeAsync(MAX_SILENCE - 1_000)
  expect(liveness.get()).toBe(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(liveness.get()).toBe(false)
  await soon(() => expect(count()).toBe(3))
})

it('a stream that is cut off after its first beat is opened ever later', async () => {
  const { client, count } = scripted(async function* () {
    yield { beat: { time: paper.clock.now } }
  })
  await openTab({ client })
  await pass(64)
  expect(count()).toBeLessThan(15)
})

it('a stream that never begins is given up after ten seconds', async () => {
  // oxlint-disable-next-line require-yield
  const { client } = scripted(async function* (signal) {
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('aborted')))
    })
  })
  await openTab({ client })
  // The second is that for the pairs of the list.
  await soon(() => expect(streams).toHaveLength(2))
  await vi.advanceTimersByTimeAsync(MAX_SILENCE)
  expect(streams[1]?.aborted).toBe(true)
})

it('a stream that fails makes the mode due at once, which shows an outage', async () => {
  const { client } = scripted(fails)
  const tab = await openTab({ client })
  new QueryObserver(tab.queryClient, endpointQuery(getMode, {})).subscribe(() => undefined)
  await pass(6)
  expect(countOf(getMode.path)).toBeGreaterThan(1)
})

it('failed attempts wait twice as long each time', async () => {
  const { client, count } = scripted(fails)
  await openTab({ client })
  await pass(64)
  // At 0, 1, 3, 7, 15, 31 and 63 s.
  expect(count()).toBe(7)
})
