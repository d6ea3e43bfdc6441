import { expect, it } from 'vitest'

import { listSmartTrades } from '#contract/smart-trades.ts'
import { getTime } from '#contract/system.ts'

import { AHEAD_AT_MOST, ALONE_AT_MOST, createReader } from './reader.ts'

const SIGNAL = new AbortController().signal
const ACTIVE = { query: { status: 'active' } } as const

/** A reader whose calls are answered by hand, with a clock and waits that stand still. */
function openReader() {
  const clock = { now: 1_000_000 }
  const calls: { name: string; answer: (value: unknown) => void; fail: () => void }[] = []
  const waits: { milliseconds: number; end: () => void }[] = []
  const reader = createReader({
    client: {
      prepare: (endpoint: { path: string }, request: unknown) =>
        ({ url: endpoint.path + JSON.stringify(request) }) as never,
      call: ({ name }: { name: string }) =>
        new Promise((answer, reject) =>
          calls.push({ name, answer, fail: () => reject(new Error('refused')) }),
        ) as never,
    },
    scheduler: { turn: () => Promise.resolve() },
    now: () => clock.now,
    wait: (milliseconds) => new Promise((end) => waits.push({ milliseconds, end })),
  })
  const names = () => calls.map(({ name }) => name)
  return { reader, clock, calls, waits, names }
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
  reader.letOthersIn()

  void reader.read(listSmartTrades, ACTIVE, SIGNAL)
  await settled()
  expect(names()).toEqual(['listSmartTrades', 'listSmartTrades'])
})

it('takes no answer that was begun for another request, or too long ago', async () => {
  const { reader, clock, names } = openReader()
  void reader.begin(listSmartTrades, ACTIVE)
  reader.letOthersIn()
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
  shown.reader.letOthersIn()
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

it('holds nothing up where nothing was begun', async () => {
  const { reader, names } = openReader()
  await reader.whenFree()
  void reader.read(getTime, {}, SIGNAL)
  await settled()
  expect(names()).toEqual(['getTime'])
})
