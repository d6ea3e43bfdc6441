import { expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import type { SendOptions } from '#client/client.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { getTime } from '#contract/system.ts'
import type { Prepared } from '#dialects/prepare.ts'
import { aBrowser } from '#testing/a-browser.ts'

import { createBackOff } from './back-off.ts'
import {
  MAX_PREFETCH_AGE,
  MAX_HEAD_START,
  createReader,
  READ_TIMEOUT,
  TIME_TIMEOUT,
} from './reader.ts'
import type { Rank } from './scheduler.ts'

const SIGNAL = new AbortController().signal
const ACTIVE = { query: { status: 'active' } } as const

/** A reader whose calls, clock and timers are controlled by the test. */
function openReader({
  browser = aBrowser(),
  clock = { now: 1_000_000 },
  prepare = (endpoint: Endpoint, request: unknown) => ({
    endpoint,
    url: endpoint.path + JSON.stringify(request),
  }),
  takeEarly = (): { sentAt: number; response: Promise<Response> } | undefined => undefined,
} = {}) {
  const outages: string[] = []
  const turns: (Rank | undefined)[] = []
  const calls: { name: string; answer: (value: unknown) => void; fail: () => void }[] = []
  const waits: { milliseconds: number; end: () => void }[] = []
  const timeouts: { milliseconds: number; end: () => void }[] = []
  const reader = createReader({
    isLeaving: () => false,
    client: {
      prepare: prepare as never,
      send: ({ endpoint: { name } }: Prepared, options?: SendOptions) =>
        new Promise((answer, reject) => {
          const fail = () => reject(new Error('refused'))
          options?.signal?.addEventListener('abort', fail)
          calls.push({ name, answer, fail })
        }) as never,
    },
    scheduler: {
      turn: async (_signal, rank) => void turns.push(rank),
      answered: () => outages.push('answered'),
      failed: () => outages.push('failed'),
    },
    timeBackOff: createBackOff({
      kept: browser.openTab().traffic.of('main').timeFailing,
      now: () => clock.now,
      random: () => 1,
      freeFailures: 0,
      firstWait: 15_000,
      maxWait: 300_000,
    }),
    now: () => clock.now,
    takeEarly,
    wait: (milliseconds) => new Promise((end) => waits.push({ milliseconds, end })),
    timeout: (milliseconds) => {
      const ending = new AbortController()
      timeouts.push({ milliseconds, end: () => ending.abort() })
      return ending.signal
    },
  })
  const names = () => calls.map(({ name }) => name)
  return { reader, outages, turns, clock, calls, waits, timeouts, names }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('a prefetched answer is used once; the next read sends a request', async () => {
  const { reader, calls, names } = openReader()
  const begun = reader.prefetch(listSmartTrades, ACTIVE)
  const first = reader.read(listSmartTrades, ACTIVE, SIGNAL)
  await settled()
  calls[0]?.answer(['one'])
  expect(await first).toEqual(['one'])
  await begun
  reader.allowOtherReads()

  void reader.read(listSmartTrades, ACTIVE, SIGNAL)
  await settled()
  expect(names()).toEqual(['listSmartTrades', 'listSmartTrades'])
})

it('a prefetched answer for another request, or older than 15 s, is not used', async () => {
  const { reader, clock, names } = openReader()
  void reader.prefetch(listSmartTrades, ACTIVE)
  reader.allowOtherReads()
  void reader.read(listSmartTrades, { query: { status: 'finished' } }, SIGNAL)
  await settled()
  expect(names()).toHaveLength(2)

  clock.now += MAX_PREFETCH_AGE
  void reader.read(listSmartTrades, ACTIVE, SIGNAL)
  await settled()
  expect(names()).toHaveLength(3)
})

it('a prefetched answer counts from when its request was sent, before the page had code', async () => {
  const clock = { now: 1_000_000 }
  const early = { sentAt: clock.now - 10_000, response: Promise.resolve(new Response()) }
  const { reader, names } = openReader({ clock, takeEarly: () => early })
  void reader.prefetch(listSmartTrades, ACTIVE)
  reader.allowOtherReads()
  clock.now += MAX_PREFETCH_AGE - 10_000
  void reader.read(listSmartTrades, ACTIVE, SIGNAL)
  await settled()
  expect(names()).toHaveLength(2)
})

it('a failed prefetch rejects the read of the same request', async () => {
  const { reader, calls } = openReader()
  const begun = reader.prefetch(listSmartTrades, ACTIVE)
  await settled()
  calls[0]?.fail()
  await begun
  await expect(reader.read(listSmartTrades, ACTIVE, SIGNAL)).rejects.toThrow('refused')
})

it('other reads wait for allowOtherReads after a prefetch, at most 5 s', async () => {
  const shown = openReader()
  void shown.reader.prefetch(listSmartTrades, ACTIVE)
  void shown.reader.read(getTime, {}, SIGNAL)
  await settled()
  expect(shown.names()).toEqual(['listSmartTrades'])
  shown.reader.allowOtherReads()
  await settled()
  expect(shown.names()).toEqual(['listSmartTrades', 'getTime'])

  const stuck = openReader()
  void stuck.reader.prefetch(listSmartTrades, ACTIVE)
  void stuck.reader.read(getTime, {}, SIGNAL)
  expect(stuck.waits.map(({ milliseconds }) => milliseconds)).toEqual([MAX_HEAD_START])
  stuck.waits[0]?.end()
  await settled()
  expect(stuck.names()).toEqual(['listSmartTrades', 'getTime'])
})

it('several prefetches share one wait of the other reads', async () => {
  const { reader, waits, names } = openReader()
  void reader.prefetch(listSmartTrades, ACTIVE)
  void reader.prefetch(listSmartTrades, { query: { status: 'finished' } })
  void reader.read(getTime, {}, SIGNAL)
  void reader.read(listSmartTrades, ACTIVE, SIGNAL)
  await settled()
  expect(names()).toEqual(['listSmartTrades', 'listSmartTrades'])
  expect(waits).toHaveLength(1)
  reader.allowOtherReads()
  await settled()
  expect(names()).toEqual(['listSmartTrades', 'listSmartTrades', 'getTime'])
})

it('reads do not wait without a prefetch', async () => {
  const { reader, names } = openReader()
  await reader.whenFree()
  void reader.read(getTime, {}, SIGNAL)
  await settled()
  expect(names()).toEqual(['getTime'])
})

it('a read times out after 30 s, GET /time after 5 s', async () => {
  const { reader, timeouts } = openReader()
  const list = reader.read(listSmartTrades, ACTIVE, SIGNAL)
  const time = reader.read(getTime, {}, SIGNAL)
  const failed = Promise.allSettled([list, time])
  await settled()
  expect(timeouts.map(({ milliseconds }) => milliseconds)).toEqual([READ_TIMEOUT, TIME_TIMEOUT])
  for (const { end } of timeouts) end()
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

it('a failing GET /time is retried at doubling intervals, shared by all tabs', async () => {
  const browser = aBrowser()
  const clock = { now: 1_000_000 }
  const tabs = [openReader({ browser, clock }), openReader({ browser, clock })]
  const asked: number[] = []
  for (let second = 0; second <= 120; second += 1) {
    for (const { reader, calls, names } of tabs) {
      const before = names().length
      const read = reader.read(getTime, {}, SIGNAL).catch(() => undefined)
      await settled()
      if (names().length > before) asked.push(second)
      calls.at(-1)?.fail()
      await read
    }
    clock.now += 1_000
  }
  expect(asked).toEqual([0, 15, 45, 105])

  clock.now += 300_000
  const [one, other] = tabs
  const answered = one?.reader.read(getTime, {}, SIGNAL)
  await settled()
  one?.calls.at(-1)?.answer({})
  await answered
  const before = other?.names().length ?? 0
  void other?.reader.read(getTime, {}, SIGNAL)
  await settled()
  expect(other?.names()).toHaveLength(before + 1)
})

it('a failing GET /time does not delay other reads', async () => {
  const { reader, calls, names } = openReader()
  const time = reader.read(getTime, {}, SIGNAL).catch(() => undefined)
  await settled()
  calls[0]?.fail()
  await time
  void reader.read(listSmartTrades, ACTIVE, SIGNAL)
  await settled()
  expect(names()).toEqual(['getTime', 'listSmartTrades'])
})

const notOffered = () => {
  throw new ApiError({ kind: 'unsent', because: 'This service has no balances.' })
}

it('prefetching an endpoint that the service lacks sends nothing and does not fail', async () => {
  const { reader, names } = openReader({ prepare: notOffered })
  await reader.prefetch(listSmartTrades, ACTIVE)
  await reader.whenFree()
  expect(names()).toEqual([])
})

it('a read that the service does not offer is rejected without using a turn', async () => {
  const { reader, outages, turns } = openReader({ prepare: notOffered })
  await expect(reader.read(listSmartTrades, ACTIVE, SIGNAL)).rejects.toThrow('no balances')
  expect([turns, outages]).toEqual([[], []])
})
