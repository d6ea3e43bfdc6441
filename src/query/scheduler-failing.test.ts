import { describe, expect, it } from 'vitest'

import { ApiError } from '#client/api-error.ts'
import { openTabs, refused, settled, unreachable } from '#testing/a-browser.ts'

const SIGNAL = new AbortController().signal

describe('while reading fails', () => {
  /** Three reads that fail together in each tab, at once and then every second. */
  async function failFor(seconds: number, tabs: ReturnType<typeof openTabs>) {
    const went: number[] = []
    const start = tabs.clock.now
    const read = async (tab: (typeof tabs.schedulers)[number]) => {
      await tab.turn(SIGNAL)
      const begunAt = tabs.clock.now
      went.push((begunAt - start) / 1_000)
      await settled()
      tab.failed(begunAt, refused(500))
    }
    for (let second = 0; second < seconds; second += 1) {
      for (const tab of tabs.schedulers) {
        for (let one = 0; one < 3; one += 1) read(tab).catch(() => undefined)
      }
      await tabs.pass(1_000)
    }
    return went
  }

  it('failing reads are retried at growing intervals, one at a time over all tabs', async () => {
    const tabs = openTabs({ tabs: 2, budget: 600 })
    const went = await failFor(40, tabs)
    // Six parallel reads, then single ones with doubling waits.
    expect(went.filter((at) => at === 0).length).toBeLessThanOrEqual(7)
    expect(went.length).toBeLessThanOrEqual(14)
    const waits = went.slice(6).map((at, index, all) => at - (all[index - 1] ?? 0))
    expect(waits.every((wait, index) => wait >= (waits[index - 1] ?? 0))).toBe(true)
  })

  it('the first success ends the back-off in all tabs', async () => {
    const tabs = openTabs({ tabs: 2, budget: 600 })
    await failFor(10, tabs)
    tabs.schedulers[1]?.answered()
    const turn = tabs.ask('first', tabs.schedulers[0])
    await settled()
    expect(turn.after).toBe(0)
  })

  it('retryNow releases a read immediately', async () => {
    const tabs = openTabs({ budget: 600 })
    await failFor(20, tabs)
    expect(tabs.scheduler.readWait()?.cause).toBe('failing')
    const before = tabs.scheduler.used()
    tabs.scheduler.retryNow()
    await settled()
    expect(tabs.scheduler.used()).toBeGreaterThan(before)
  })

  it('secondsUntilTry counts the wait after failures and is 0 after retryNow', () => {
    const { scheduler, clock } = openTabs()
    for (let one = 0; one < 3; one += 1) {
      scheduler.failed(clock.now, refused(500))
      clock.now += 1
    }
    expect(scheduler.secondsUntilTry()).toBe(2)
    scheduler.retryNow()
    expect(scheduler.secondsUntilTry()).toBe(0)
  })

  it('failing reads slow down even if the storage is full', async () => {
    const tabs = openTabs({ budget: 600 })
    tabs.browser.disk.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    expect((await failFor(40, tabs)).length).toBeLessThanOrEqual(14)
  })

  it('a retry waits a random time between half and all of its back-off', async () => {
    const lengths = [0, 1].map((random) => {
      const { scheduler, clock, ask } = openTabs({ random: () => random })
      scheduler.failed(clock.now, refused(500))
      clock.now += 1
      scheduler.failed(clock.now, refused(500))
      clock.now += 1
      scheduler.failed(clock.now, refused(500))
      ask()
      return scheduler.readWait()?.seconds
    })
    expect(lengths).toEqual([1, 2])
  })

  it('a single failure causes no wait', async () => {
    const { scheduler, clock, ask } = openTabs()
    scheduler.failed(clock.now, refused(500))
    const turn = ask()
    await settled()
    expect(turn.after).toBe(0)
  })

  it('waiting reads fail together when a probe finds the service unreachable', async () => {
    const { scheduler, clock, ask } = openTabs()
    scheduler.failed(clock.now, unreachable())
    clock.now += 1
    const probe = ask()
    const waiting = ask()
    await settled()
    expect([probe.after, waiting.after]).toEqual([0, undefined])
    clock.now += 1
    scheduler.failed(clock.now, unreachable())
    await settled()
    expect(waiting.error).toBeInstanceOf(ApiError)
  })
})
