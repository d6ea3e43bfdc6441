import { expect, it } from 'vitest'

import { createClock } from './clock.ts'

it('knows nothing of the service before the first answer', () => {
  const clock = createClock(() => 5_000)
  expect(clock.offset()).toBeUndefined()
  expect(clock.now()).toBe(5_000)
})

it('measures from the midpoint between asking and hearing', () => {
  const clock = createClock(() => 5_000)
  clock.sample({ sentAt: 1_000, receivedAt: 1_400, serverTime: 4_200 })
  expect(clock.offset()).toBe(3_000)
  expect(clock.now()).toBe(8_000)
})

it('is not moved by one slow answer', () => {
  const clock = createClock(() => 0)
  for (const serverTime of [100, 102, 101, 9_000, 99]) {
    clock.sample({ sentAt: 0, receivedAt: 0, serverTime })
  }
  expect(clock.offset()).toBe(101)
})

it('follows a clock that was set anew, within nine answers', () => {
  const clock = createClock(() => 0)
  for (let count = 0; count < 9; count += 1)
    clock.sample({ sentAt: 0, receivedAt: 0, serverTime: 0 })
  for (let count = 0; count < 5; count += 1)
    clock.sample({ sentAt: 0, receivedAt: 0, serverTime: 60 })
  expect(clock.offset()).toBe(60)
})

it('tells who listens, until they stop', () => {
  const clock = createClock(() => 0)
  let told = 0
  const stop = clock.subscribe(() => void (told += 1))
  clock.sample({ sentAt: 0, receivedAt: 0, serverTime: 1 })
  stop()
  clock.sample({ sentAt: 0, receivedAt: 0, serverTime: 1 })
  expect(told).toBe(1)
})
