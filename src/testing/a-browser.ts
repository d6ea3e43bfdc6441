import { ApiError } from '#client/api-error.ts'
import { createScheduler, type Rank } from '#query/scheduler.ts'
import { type KeyValueStorage, memoryStorage } from '#session/kept-store.ts'
import type { PaperKey, PaperKeys } from '#session/paper-key.ts'
import { createSessionStore, type SessionStore, type TabMessage } from '#session/session-store.ts'
import { MIN_ROUNDS } from '#session/vault-format.ts'

/** A browser of several tabs for the session room: one local storage, one clock moved by hand. */
export function aBrowser() {
  const kept = new Map<string, PaperKey>()
  const paperKeys: PaperKeys = {
    remember: async (key) => void kept.set(key.id, key),
    recall: async (id) => kept.get(id),
    forget: async (id) => void kept.delete(id),
  }
  const tabs: SessionStore[] = []
  const timers = new Set<{ at: number; run: () => void }>()
  let time = 1_700_000_000_000
  let line: Promise<unknown> = Promise.resolve()

  const disk = memoryStorage()
  const written: string[] = []
  const aside = new Set<SessionStore>()
  const others = (self: SessionStore | undefined) =>
    tabs.filter((tab) => tab !== self && !aside.has(tab))
  /** Local storage as one tab sees it: the others get events of what it writes, as in browsers. */
  const localOf = (self: () => SessionStore | undefined): KeyValueStorage => ({
    getItem: (key) => disk.getItem(key),
    setItem(key, value) {
      disk.setItem(key, value)
      written.push(value)
      for (const tab of others(self())) tab.reread(key)
    },
    removeItem(key) {
      disk.removeItem(key)
      for (const tab of others(self())) tab.reread(key)
    },
  })

  return {
    disk,
    /** Everything that was ever written to local storage. */
    written,
    paperKeys,
    openTab(tab: KeyValueStorage = memoryStorage()): SessionStore {
      let store: SessionStore | undefined
      const self = () => store
      store = createSessionStore({
        local: localOf(self),
        tab,
        paperKeys,
        random: (bytes) => crypto.getRandomValues(bytes),
        newId: () => crypto.randomUUID(),
        now: () => time,
        after(ms, run) {
          const timer = { at: time + ms, run }
          timers.add(timer)
          return () => timers.delete(timer)
        },
        inTurn(task) {
          const turn = line.then(task, task)
          line = turn.catch(() => undefined)
          return turn
        },
        announce: (message: TabMessage) =>
          others(self()).forEach((other) => other.onTabMessage(message)),
        rounds: MIN_ROUNDS,
      })
      tabs.push(store)
      return store
    },
    /** Freezes a tab in the browser's cache of pages: it hears of nothing. */
    putAside: (tab: SessionStore) => void aside.add(tab),
    /** Shows it again. */
    takeBack(tab: SessionStore): void {
      aside.delete(tab)
      tab.restored()
    },
    now: () => time,
    /** Lets time pass with every timer on time. */
    pass(ms: number): void {
      const until = time + ms
      for (;;) {
        const due = [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
        if (!due) break
        timers.delete(due)
        time = Math.max(time, due.at)
        due.run()
      }
      time = until
    },
    /** Lets time pass with every timer asleep, as a closed laptop does. */
    sleep(ms: number): void {
      time += ms
    },
  }
}

const SIGNAL = new AbortController().signal
export const settled = () => new Promise((resolve) => setImmediate(resolve))

type Wishes = {
  tabs?: number
  budget?: number | undefined
  usual?: readonly { quota: number; window: number }[]
  blocksAgainFor?: number
  /** Milliseconds that timers fire early, as those of browsers may. */
  early?: number
  random?: () => number
}

/** Schedulers in the tabs of one browser, on a clock that is moved by hand. */
export function openTabs({
  tabs = 1,
  budget,
  usual,
  blocksAgainFor,
  early = 0,
  random = () => 1,
}: Wishes = {}) {
  const clock = { now: 1_000_000, setBack: 0 }
  const timers = new Set<{ at: number; run: () => void }>()
  const browser = aBrowser()
  const openTab = () =>
    createScheduler({
      now: () => clock.now - clock.setBack,
      steady: () => clock.now,
      later: (run, milliseconds) =>
        timers.add({ at: clock.now + milliseconds - (milliseconds > early ? early : 0), run }),
      random,
      ownBudget: () => budget,
      ...(usual && { usual }),
      blocksAgainFor,
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
