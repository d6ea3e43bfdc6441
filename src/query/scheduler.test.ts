import { describe, expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'

import { createScheduler } from './scheduler.ts'

const SIGNAL = new AbortController().signal

/** Schedulers of several tabs that share a channel and a clock that only waiting moves. */
function openTabs({ tabs = 1, budget = 3 } = {}) {
  const clock = { now: 1_000_000 }
  const waits: number[] = []
  const channels: {
    postMessage(at: number): void
    onmessage: ((event: MessageEvent) => void) | null
  }[] = []
  const schedulers = Array.from({ length: tabs }, () => {
    const channel = {
      onmessage: null as ((event: MessageEvent) => void) | null,
      postMessage(at: number) {
        for (const other of channels) {
          if (other !== channel) other.onmessage?.({ data: at } as MessageEvent)
        }
      },
    }
    channels.push(channel)
    return createScheduler({
      now: () => clock.now,
      wait: (milliseconds) => {
        waits.push(milliseconds)
        clock.now += milliseconds
        return Promise.resolve()
      },
      budget: () => budget,
      channel,
    })
  })
  const [scheduler = schedulers[0]] = schedulers
  if (!scheduler) throw new Error('no tab')
  return { scheduler, schedulers, clock, waits }
}

const refused = (status: number, retryAfter?: number) =>
  new ApiError({ kind: 'refused', status, code: 'x', description: 'x', attributes: {}, retryAfter })

describe('the budget of reads', () => {
  it('lets reads through until the budget of a minute is used', async () => {
    const { scheduler, waits } = openTabs({ budget: 3 })
    for (let read = 0; read < 3; read += 1) await scheduler.turn(SIGNAL)
    expect(waits).toEqual([])
    expect(scheduler.used()).toBe(3)
  })

  it('holds a read back until the oldest one is a minute old', async () => {
    const { scheduler, clock, waits } = openTabs({ budget: 3 })
    await scheduler.turn(SIGNAL)
    clock.now += 20_000
    await scheduler.turn(SIGNAL)
    await scheduler.turn(SIGNAL)
    await scheduler.turn(SIGNAL)
    expect(waits).toEqual([40_000])
  })

  it('counts what other tabs read', async () => {
    const { schedulers } = openTabs({ tabs: 3, budget: 60 })
    for (const scheduler of schedulers) await scheduler.turn(SIGNAL)
    expect(schedulers.map((scheduler) => scheduler.used())).toEqual([3, 3, 3])
  })

  it.each([429, 418])('stands still after a %i for as long as the service asks', async (status) => {
    const { scheduler, waits } = openTabs()
    scheduler.heard(refused(status, 7))
    await scheduler.turn(SIGNAL)
    expect(waits).toEqual([7_000])
  })

  it('stands still for a minute when the service names no time', async () => {
    const { scheduler, waits } = openTabs()
    scheduler.heard(refused(429))
    await scheduler.turn(SIGNAL)
    expect(waits).toEqual([60_000])
  })

  it('goes on after any other refusal', async () => {
    const { scheduler, waits } = openTabs()
    scheduler.heard(refused(403, 30))
    await scheduler.turn(SIGNAL)
    expect(waits).toEqual([])
  })
})
