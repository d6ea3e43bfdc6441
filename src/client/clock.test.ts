import { describe, expect, it } from 'vitest'

import { createClock } from './clock.ts'

const STILL = () => 0

it('before the first sample the clock has no offset and shows our own time', () => {
  const clock = createClock(() => 5_000, STILL)
  expect(clock.offset()).toBeUndefined()
  expect(clock.now()).toBe(5_000)
})

it('the offset is measured from the midpoint between request and response', () => {
  const clock = createClock(() => 5_000, STILL)
  clock.sample({ sentAt: 1_000, receivedAt: 1_400, serverTime: 4_200 })
  expect(clock.offset()).toBe(3_000)
  expect(clock.now()).toBe(8_000)
})

it('the error of the offset is half the response time plus half the precision of the service', () => {
  const clock = createClock(() => 0, STILL)
  clock.sample({ sentAt: 0, receivedAt: 600, serverTime: 500, precision: 1_000 })
  expect(clock.error()).toBe(800)
})

it('one slow response does not change the offset', () => {
  const clock = createClock(() => 0, STILL)
  for (const serverTime of [100, 102, 101, 9_000, 99]) {
    clock.sample({ sentAt: 0, receivedAt: 0, serverTime })
  }
  expect(clock.offset()).toBe(101)
})

it('the offset follows a service whose clock was set, within nine samples', () => {
  const clock = createClock(() => 0, STILL)
  for (let count = 0; count < 9; count += 1)
    clock.sample({ sentAt: 0, receivedAt: 0, serverTime: 0 })
  for (let count = 0; count < 5; count += 1)
    clock.sample({ sentAt: 0, receivedAt: 0, serverTime: 60 })
  expect(clock.offset()).toBe(60)
})

describe('our clock', () => {
  const HOUR = 3_600_000
  const steady = { now: 0 }
  const set = { by: 0 }
  const clock = createClock(
    () => steady.now + set.by,
    () => steady.now,
  )
  const sampleWithOffset = (ahead: number) => {
    const here = clock.here()
    clock.sample({ sentAt: here, receivedAt: here, serverTime: here + ahead })
  }

  it('after our clock was set, the offset is unknown until the next sample, which counts alone', () => {
    for (let count = 0; count < 9; count += 1) sampleWithOffset(HOUR)
    steady.now += 60_000
    expect(clock.offset()).toBe(HOUR)

    set.by = HOUR
    expect(clock.offset()).toBeUndefined()
    expect(clock.now()).toBe(steady.now + HOUR)
    sampleWithOffset(20)
    expect(clock.offset()).toBe(20)
  })

  it('small corrections of our clock keep the offset', () => {
    for (let minute = 0; minute < 60; minute += 1) {
      steady.now += 60_000
      set.by += 30
      sampleWithOffset(0)
      expect(clock.offset()).toBeDefined()
    }
  })
})

it('a subscriber is called at every sample until it unsubscribes', () => {
  const clock = createClock(() => 0, STILL)
  let calls = 0
  const stop = clock.subscribe(() => void (calls += 1))
  clock.sample({ sentAt: 0, receivedAt: 0, serverTime: 1 })
  stop()
  clock.sample({ sentAt: 0, receivedAt: 0, serverTime: 1 })
  expect(calls).toBe(1)
})
