import { ApiError } from '#client/api-error.ts'
import { aBrowser } from './a-browser.ts'

import { createScheduler, type Rank } from '#query/scheduler.ts'

const SIGNAL = new AbortController().signal
export const settled = () => new Promise((resolve) => setImmediate(resolve))

type Wishes = { tabs?: number; budget?: number | undefined; random?: () => number }

/** Schedulers in the tabs of one browser, on a clock that is moved by hand. */
export function openTabs({ tabs = 1, budget, random = () => 1 }: Wishes = {}) {
  const clock = { now: 1_000_000, setBack: 0 }
  const timers = new Set<{ at: number; run: () => void }>()
  const browser = aBrowser()
  const openTab = () =>
    createScheduler({
      now: () => clock.now - clock.setBack,
      steady: () => clock.now,
      later: (run, milliseconds) => timers.add({ at: clock.now + milliseconds, run }),
      random,
      ownBudget: () => budget,
      traffic: browser.openTab().traffic.of('main'),
    })
  const schedulers = Array.from({ length: tabs }, openTab)
  const [scheduler = openTab()] = schedulers
  /** Lets time pass with every timer on time. */
  async function pass(milliseconds: number): Promise<void> {
    const until = clock.now + milliseconds
    for (;;) {
      await settled()
      const due = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      timers.delete(due)
      clock.now = Math.max(clock.now, due.at)
      due.run()
    }
    clock.now = until
    await settled()
  }
  /** Asks for a turn; returns in seconds from now when it came. */
  function ask(rank?: Rank, tab = scheduler) {
    const asked = clock.now
    const turn = { after: undefined as number | undefined, error: undefined as unknown }
    tab.turn(SIGNAL, rank).then(
      () => (turn.after = (clock.now - asked) / 1_000),
      (error: unknown) => (turn.error = error),
    )
    return turn
  }
  return { browser, scheduler, schedulers, clock, openTab, pass, ask }
}

export const refused = (status: number, retryAfter?: number, description = 'x') =>
  new ApiError({ kind: 'refused', status, code: 'x', description, attributes: {}, retryAfter })
export const unreachable = () => new ApiError({ kind: 'unreachable' })
