import { expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import type { SendOptions } from '#client/client.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listSmartTrades } from '#contract/smart-trades.ts'
import { getTime } from '#contract/system.ts'
import type { Prepared } from '#dialects/prepare.ts'
import { aBrowser } from '#testing/a-browser.ts'

import { createBackOff } from './back-off.ts'
import { AHEAD_AT_MOST, ALONE_AT_MOST, createReader, READ_AT_MOST, TIME_AT_MOST } from './reader.ts'
import type { Rank } from './scheduler.ts'

const SIGNAL = new AbortController().signal
const ACTIVE = { query: { status: 'active' } } as const

/** A reader whose calls are answered by hand, with a clock and waits that stand still. */
function openReader({
  browser = aBrowser(),
  clock = { now: 1_000_000 },
  prepare = (endpoint: Endpoint, request: unknown) => ({
    endpoint,
    url: endpoint.path + JSON.stringify(request),
  }),
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
      free: 0,
      first: 15_000,
      longest: 300_000,
    }),
    now: () => clock.now,
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

it('gives what was begun ahead to the first who makes the same request, and reads anew after', async () => {
  const { reader, calls, names } = openReader()
  const begun = reader.begin(listSmartTrades, ACTIVE)
  const first = reader.read(listSmartTrades, ACTIVE, SIGNAL)
  await settled()
  calls[0]?.answer(['one'])
  expect(await first).toEqual(['one'])
  await begun
  reader.letOthersRead()

  void reader.read(listSmartTrades, ACTIVE, SIGNAL)
  await settled()
  expect(names()).toEqual(['listSmartTrades', 'listSmartTrades'])
})

it('takes no answer that was begun for another request, or too long ago', async () => {
  const { reader, clock, names } = openReader()
  void reader.begin(listSmartTrades, ACTIVE)
  reader.letOthersRead()
  void reader.read(listSmartTrades, { query: { status: 'finished' } }, SIGNAL)
  await settled()
  expect(names()).toHaveLength(2)

  clock.now += AHEAD_AT_MOST
  void reader.read(listSmartTrades, ACTIVE, SIGNAL)
  await settled()
  expect(names()).toHaveLength(3)
})

it('tells whoever asks that what was begun ahead has failed', async () => {
  const { reader, calls } = openReader()
  const begun = reader.begin(listSmartTrades, ACTIVE)
  await settled()
  calls[0]?.fail()
  await begun
  await expect(reader.read(listSmartTrades, ACTIVE, SIGNAL)).rejects.toThrow('refused')
})

it('lets other reads wait until the first one is shown, yet never for long', async () => {
  const shown = openReader()
  void shown.reader.begin(listSmartTrades, ACTIVE)
  void shown.reader.read(getTime, {}, SIGNAL)
  await settled()
  expect(shown.names()).toEqual(['listSmartTrades'])
  shown.reader.letOthersRead()
  await settled()
  expect(shown.names()).toEqual(['listSmartTrades', 'getTime'])

  const stuck = openReader()
  void stuck.reader.begin(listSmartTrades, ACTIVE)
  void stuck.reader.read(getTime, {}, SIGNAL)
  expect(stuck.waits.map(({ milliseconds }) => milliseconds)).toEqual([ALONE_AT_MOST])
  stuck.waits[0]?.end()
  await settled()
  expect(stuck.names()).toEqual(['listSmartTrades', 'getTime'])
})

it('keeps the line for all that was begun until the others are let in', async () => {
  const { reader, waits, names } = openReader()
  void reader.begin(listSmartTrades, ACTIVE)
  void reader.begin(listSmartTrades, { query: { status: 'finished' } })
  void reader.read(getTime, {}, SIGNAL)
  void reader.read(listSmartTrades, ACTIVE, SIGNAL)
  await settled()
  expect(names()).toEqual(['listSmartTrades', 'listSmartTrades'])
  expect(waits).toHaveLength(1)
  reader.letOthersRead()
  await settled()
  expect(names()).toEqual(['listSmartTrades', 'listSmartTrades', 'getTime'])
})

it('holds nothing up where nothing was begun', async () => {
  const { reader, names } = openReader()
  await reader.whenFree()
  void reader.read(getTime, {}, SIGNAL)
  await settled()
  expect(names()).toEqual(['getTime'])
})

it('waits half a minute for an answer and five seconds for the time', async () => {
  const { reader, timeouts } = openReader()
  const list = reader.read(listSmartTrades, ACTIVE, SIGNAL)
  const time = reader.read(getTime, {}, SIGNAL)
  const failed = Promise.allSettled([list, time])
  await settled()
  expect(timeouts.map(({ milliseconds }) => milliseconds)).toEqual([READ_AT_MOST, TIME_AT_MOST])
  for (const { end } of timeouts) end()
  expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

it('asks for a time that failed ever more seldom, in all tabs together', async () => {
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

it('holds no other read up because of the time', async () => {
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

it('begins nothing ahead that the service is not asked for, so that the page is drawn all the same', async () => {
  const { reader, names } = openReader({ prepare: notOffered })
  await reader.begin(listSmartTrades, ACTIVE)
  await reader.whenFree()
  expect(names()).toEqual([])
})

it('a read that the service does not offer is rejected without using a turn', async () => {
  const { reader, outages, turns } = openReader({ prepare: notOffered })
  await expect(reader.read(listSmartTrades, ACTIVE, SIGNAL)).rejects.toThrow('no balances')
  expect([turns, outages]).toEqual([[], []])
})
