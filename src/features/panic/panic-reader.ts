import { ApiError, isRefused } from '#client/api-error.ts'
import type { DcaBot } from '#contract/dca-bots.ts'
import type { GridBot } from '#contract/grid-bots.ts'
import type { Instant } from '#contract/primitives.ts'
import type { Rows } from '#contract/read.ts'
import type { SmartTrade } from '#contract/smart-trades.ts'
import { failureWords } from '#query/failure-words.ts'
import { FORBIDDEN_EVERY, isForbidden } from '#query/endpoint-query.ts'

import type { PanicFollower } from './panic-follower.ts'
import type { PanicLists } from './panic-list.ts'

export type PanicReading = PanicLists & {
  readAt: ReadonlyMap<unknown, Instant>
  passes: number
  isWhole: boolean
}

/** Reads of all lists. A SmartTrade page that is not full is the last. */
export type PanicReads = {
  /** `undefined` if the service does not list grid bots. */
  gridBots: (() => Promise<Rows<GridBot>>) | undefined
  dcaBots: () => Promise<Rows<DcaBot>>
  smartTrades: (page: number) => Promise<Rows<SmartTrade>>
}

type ReaderParts = {
  reads: () => PanicReads
  now: () => Instant
  wait: (milliseconds: number) => Promise<void>
  follower: PanicFollower
}

export const PAGE = 100

const READ_EVERY = 10_000
const REST = 4

const NOTHING: PanicReading = {
  gridBots: { rows: [] },
  dcaBots: { rows: [] },
  smartTrades: { rows: [] },
  readAt: new Map(),
  passes: 0,
  isWhole: false,
}

export type PanicReader = ReturnType<typeof createPanicReader>

export function createPanicReader({ reads, now, wait, follower }: ReaderParts) {
  let reading = NOTHING
  const watchers = new Set<symbol>()
  let isReading = false
  let hurry: () => void = () => undefined
  const listeners = new Set<() => void>()
  const forbiddenUntil = new Map<string, Instant>()

  function set(change: Partial<PanicReading>): void {
    reading = { ...reading, ...change }
    listeners.forEach((listener) => listener())
  }

  /** Resolves with whether every permitted list is complete; a failed one keeps its rows. */
  async function attempt(list: keyof PanicLists, read: () => Promise<void>): Promise<boolean> {
    if ((forbiddenUntil.get(list) ?? 0) > now()) return true
    try {
      await read()
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) {
        // A switch of mode cancels reads, but the panic continues after any failure.
        set({ [list]: { ...reading[list], problem: 'The read was interrupted.' } })
        return false
      }
      if (isForbidden(error)) forbiddenUntil.set(list, now() + FORBIDDEN_EVERY)
      set({ [list]: { ...reading[list], problem: failureWords(error) } })
      // Pauses and bans end without action.
      return isRefused(error) && ![418, 429].includes(error.failure.status)
    }
  }

  const readBots = <K extends 'gridBots' | 'dcaBots'>(list: K, read: PanicReads[K]) =>
    attempt(list, async () => {
      if (!read) return
      const at = now()
      const lists = { [list]: { rows: await read() } }
      set(lists)
      follower.took(lists, at)
    })

  const readTrades = (read: PanicReads['smartTrades']) =>
    attempt('smartTrades', async () => {
      const before = reading.smartTrades.rows
      const readAt = new Map(reading.readAt)
      const found = new Map<unknown, Rows<SmartTrade>[number]>()
      for (let page = 1; ;) {
        const at = now()
        const rows = await read(page)
        const count = found.size
        for (const row of rows) {
          found.set(row.id ?? row, row)
          readAt.set(row.id, at)
        }
        const others = before.filter(({ id }) => id !== undefined && !found.has(id))
        set({ smartTrades: { rows: [...found.values(), ...others] }, readAt: new Map(readAt) })
        follower.took({ smartTrades: { rows } }, at)
        if ((await follower.afterPage()) === 'same page') continue
        // A service without pages returns the first one again.
        if (rows.length < PAGE || found.size === count) break
        page += 1
      }
      set({ smartTrades: { rows: [...found.values()] } })
    })

  async function pass(): Promise<void> {
    const { gridBots, dcaBots, smartTrades } = reads()
    const ends = await Promise.all([
      readBots('gridBots', gridBots),
      readBots('dcaBots', dcaBots),
      readTrades(smartTrades),
    ])
    const isWhole = ends.every(Boolean)
    follower.passed(isWhole)
    set({ isWhole, passes: reading.passes + 1 })
  }

  async function readOn(): Promise<void> {
    if (isReading) return
    isReading = true
    while (watchers.size > 0) {
      const begunAt = now()
      await pass()
      const hurried = new Promise<void>((resolve) => (hurry = resolve))
      const rest = follower.isActive()
        ? follower.rest()
        : Math.max(READ_EVERY, REST * (now() - begunAt))
      await Promise.race([wait(rest), hurried])
    }
    isReading = false
  }

  return {
    get: () => reading,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Keeps reading until the returned function is called. */
    watch(): () => void {
      const watcher = Symbol('watcher')
      watchers.add(watcher)
      hurry()
      void readOn()
      return () => void watchers.delete(watcher)
    },
    /** Reads all lists again at once, including refused ones. */
    again: (): void => {
      forbiddenUntil.clear()
      hurry()
    },
  }
}
