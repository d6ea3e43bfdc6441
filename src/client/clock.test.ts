import { describe, expect, it } from 'vitest'

import { createClock } from './clock.ts'

const STILL = () => 0

it('knows nothing of the service before the first answer', () => {
  const clock = createClock(() => 5_000, STILL)
  expect(clock.offset()).toBeUndefined()
  expect(clock.now()).toBe(5_000)
})

it('measures from the midpoint between asking and hearing', () => {
  const clock = createClock(() => 5_000, STILL)
  clock.sample({ sentAt: 1_000, receivedAt: 1_400, serverTime: 4_200 })
  expect(clock.offset()).toBe(3_000)
  expect(clock.now()).toBe(8_000)
})

it('the offset of the clock may be wrong by half of what the answer took and of what the service tells', () => {
  const clock = createClock(() => 0, STILL)
  clock.sample({ sentAt: 0, receivedAt: 600, serverTime: 500, precision: 1_000 })
  expect(clock.error()).toBe(800)
})

it('is not moved by one slow answer', () => {
  const clock = createClock(() => 0, STILL)
  for (const serverTime of [100, 102, 101, 9_000, 99]) {
    clock.sample({ sentAt: 0, receivedAt: 0, serverTime })
  }
  expect(clock.offset()).toBe(101)
})

it('follows a clock that was set anew, within nine answers', () => {
  const clock = createClock(() => 0, STILL)
  for (let count = 0; count < 9; count += 1)
    clock.sample({ sentAt: 0, receivedAt: 0, serverTime: 0 })
  for (let count = 0; count < 5; count += 1)
    clock.sample({ sentAt: 0, receivedAt: 0, serverTime: 60 })
  expect(clock.offset()).toBe(60)
})

describe('once our clock is set anew', () => {
  const HOUR = 3_600_000
  const steady = { now: 0 }
  const set = { by: 0 }
  const clock = createClock(
    () => steady.now + set.by,
    () => steady.now,
  )
  const tells = (ahead: number) => {
    const here = clock.here()
    clock.sample({ sentAt: here, receivedAt: here, serverTime: here + ahead })
  }

  it('knows nothing until the service tells its time again, and then all of it', () => {
    for (let count = 0; count < 9; count += 1) tells(HOUR)
    steady.now += 60_000
    expect(clock.offset()).toBe(HOUR)

    set.by = HOUR
    expect(clock.offset()).toBeUndefined()
    expect(clock.now()).toBe(steady.now + HOUR)
    tells(20)
    expect(clock.offset()).toBe(20)
  })

  it('does not mind that it is corrected little by little', () => {
    for (let minute = 0; minute < 60; minute += 1) {
      steady.now += 60_000
      set.by += 30
      tells(0)
      expect(clock.offset()).toBeDefined()
    }
  })
})

it('tells who listens, until they stop', () => {
  const clock = createClock(() => 0, STILL)
  let heard = 0
  const stop = clock.subscribe(() => void (heard += 1))
  clock.sample({ sentAt: 0, receivedAt: 0, serverTime: 1 })
  stop()
  clock.sample({ sentAt: 0, receivedAt: 0, serverTime: 1 })
  expect(heard).toBe(1)
})
