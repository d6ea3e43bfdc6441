import { describe, expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'

import { aBrowser } from '#testing/a-browser.ts'

import { createScheduler } from './scheduler.ts'

const SIGNAL = new AbortController().signal

/** Schedulers in the tabs of one browser, with a clock that only waiting moves. */
function openTabs({ tabs = 1, budget = 3 } = {}) {
  const clock = { now: 1_000_000 }
  const waits: number[] = []
  const timers: (() => void)[] = []
  const browser = aBrowser()
  const openTab = () =>
    createScheduler({
      now: () => clock.now,
      wait: (milliseconds) => {
        waits.push(milliseconds)
        clock.now += milliseconds
        return Promise.resolve()
      },
      later: (run, milliseconds) =>
        timers.push(() => {
          clock.now += milliseconds
          run()
        }),
      budget: () => budget,
      traffic: browser.openTab().traffic.of('main'),
    })
  const schedulers = Array.from({ length: tabs }, openTab)
  const [scheduler = openTab()] = schedulers
  return { browser, scheduler, schedulers, clock, waits, openTab, tick: () => timers.shift()?.() }
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

  it('stands still for five minutes when the service names no time', async () => {
    const { scheduler, waits } = openTabs()
    scheduler.heard(refused(429))
    await scheduler.turn(SIGNAL)
    expect(waits).toEqual([300_000])
  })

  it('stands still when a proxy refuses in words of its own', async () => {
    const { scheduler, waits } = openTabs()
    scheduler.heard(new ApiError({ kind: 'unreadable', status: 429 }))
    await scheduler.turn(SIGNAL)
    expect(waits).toEqual([300_000])
  })

  it('stands still in every tab, and in one that is opened or loaded again meanwhile', async () => {
    const { schedulers, clock, waits, openTab } = openTabs({ tabs: 2 })
    schedulers[0]?.heard(refused(429, 30))
    expect(schedulers[1]?.secondsPaused()).toBe(30)
    clock.now += 10_000
    const later = openTab()
    expect(later.secondsPaused()).toBe(20)
    await later.turn(SIGNAL)
    expect(waits).toEqual([20_000])
  })

  it('is not shortened by what another tab was told', () => {
    const { schedulers } = openTabs({ tabs: 2 })
    schedulers[0]?.heard(refused(429, 30))
    schedulers[1]?.heard(refused(429, 5))
    expect(schedulers.map((scheduler) => scheduler.secondsPaused())).toEqual([30, 30])
  })

  it('is not shortened either by a tab that the news has not reached yet', () => {
    const { browser, scheduler, clock } = openTabs()
    const longer = { from: clock.now, until: clock.now + 30_000 }
    browser.disk.setItem('quarterdeck.pause.main', JSON.stringify(longer))
    scheduler.heard(refused(429, 5))
    expect(scheduler.secondsPaused()).toBe(30)
  })

  it('tells how many seconds are left, each second and at its end', () => {
    const { scheduler, tick } = openTabs()
    const told: number[] = []
    scheduler.subscribe(() => told.push(scheduler.secondsPaused()))
    scheduler.heard(refused(429, 2))
    tick()
    tick()
    expect(told.slice(-3)).toEqual([2, 1, 0])
    expect(tick()).toBe(undefined)
    expect(told.at(-1)).toBe(0)
  })

  it('ends when the clock is set back, instead of lasting until it has caught up', () => {
    const { scheduler, clock } = openTabs()
    scheduler.heard(refused(429, 30))
    clock.now -= 3_600_000
    expect(scheduler.secondsPaused()).toBe(0)
  })

  it('counts what a person sends, over a reload too', async () => {
    const { scheduler, openTab, waits } = openTabs({ budget: 3 })
    for (let write = 0; write < 3; write += 1) scheduler.count()
    const reloaded = openTab()
    expect(reloaded.used()).toBe(3)
    await reloaded.turn(SIGNAL)
    expect(waits).toEqual([60_000])
  })

  it('goes on after any other refusal', async () => {
    const { scheduler, waits } = openTabs()
    scheduler.heard(refused(403, 30))
    await scheduler.turn(SIGNAL)
    expect(waits).toEqual([])
  })
})
