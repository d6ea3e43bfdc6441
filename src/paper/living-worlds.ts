import type { Instant } from '#contract/primitives.ts'

import type { CachedAnswers } from './cached-answers.ts'
import { type Changes, isChange } from './engine/changes.ts'
import type { Engine } from './engine/engine.ts'
import { firstIdOf } from './engine/identifiers.ts'
import type { OpenWorld, WorldOrigin } from './engine/open-world.ts'
import type { WorldHealth } from './health.ts'
import type { SteadyClock } from './http/rate-limits.ts'
import type { LivePrices } from './live/live-prices.ts'
import { Refusal } from './refusal.ts'
import { noLongerThan, slicesOf, turnOfTheLoop } from './slices.ts'
import { storageOutage } from './storage-outage.ts'
import { StorageFailure } from './store/store-errors.ts'
import {
  type Commit,
  type NamedEffect,
  type Origin,
  type Store,
  TRADER,
  type User,
  type WorldKind,
} from './store/store.ts'
import type { WorldClock } from './world-clock.ts'
import type { WorldTroubles } from './world-troubles.ts'

const HALTED =
  'Trading has stopped: a step of the simulation failed. It is tried again after a restart.'
/** In milliseconds: catch-up work that may wait for one commit; readers wait for both. */
const MOST_UNSTORED = 100
/** In milliseconds: how long a command waits for a world that is behind, before it is refused. */
const COMMAND_WAIT_MS = 1_000
/** In milliseconds: ticks are late after the machine slept or the disk was full. */
const LATE_TICK_MS = 5_000

export type LivingWorlds = ReturnType<typeof livingWorlds>

type Surroundings = {
  store: Store
  answers: CachedAnswers
  openWorld: OpenWorld
  /** Kind of a new trader's world. */
  world: WorldKind
  seed: number
  /** Replayed prices for empty worlds; seeded prices if omitted. */
  market: WorldOrigin['market']
  clock: WorldClock
  /** Prices of an exchange: worlds act up to the moment to which these are known. */
  live?: Pick<LivePrices, 'until' | 'noted'> | undefined
  say: (sentence: string) => void
  troubles: WorldTroubles
  steady: SteadyClock
  changed: (userId: number, changes: Changes) => void
  /** Gets errors that reach no caller; the next tick retries the work. */
  failed: (error: unknown) => void
}

type Living = {
  readonly engine: Engine
  /** The world's latest commit; the store keeps commits in order. */
  stored: Promise<void>
  /** Failure of a commit: the state in memory is invalid. */
  lost: { error: unknown } | undefined
}

/**
 * The worlds in memory. Work in one world runs in order. A next command may begin during a commit,
 * but no answer precedes an earlier commit. Making and catching up run in slices.
 */
export function livingWorlds(surroundings: Surroundings) {
  const { store, answers, openWorld, world, seed, market, clock, live, steady, say, troubles } =
    surroundings
  const due = (): Instant => Math.min(clock.now(), live?.until() ?? Infinity)
  const slices = slicesOf(steady)
  const outage = storageOutage(store, say)
  let isClosed = false
  /** Resolves when a user's world has caught up, or cannot for now. */
  const catching = new Map<number, Promise<void>>()
  /** Progress of worlds that are being made. */
  const making = new Map<number, () => number>()
  const living = new Map<number, Living>()
  /** The last task in each user's queue. */
  const queues = new Map<number, Promise<unknown>>()
  /** Users whose worlds advance: everybody seen since the start. */
  const awake = new Set<number>()
  /** Users whose world has stopped after an error; it can still be read. */
  const halted = new Set<number>()

  /** Runs `work` after all earlier work in this user's world. */
  function inTurn<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const done = (queues.get(userId) ?? Promise.resolve()).then(work)
    queues.set(
      userId,
      done.catch(() => undefined),
    )
    return done
  }

  /** Drops a world from memory: the next use reads the store again. */
  function drop(userId: number, dropped: Living, error: unknown): void {
    dropped.lost ??= { error }
    if (living.get(userId) === dropped) living.delete(userId)
  }

  function handOver(userId: number, from: Living, commit: Commit): void {
    const stored = store.worlds.commit(userId, commit)
    from.stored = stored
    stored.then(
      () => surroundings.changed(userId, commit.changes),
      (error: unknown) => {
        outage.note(error)
        drop(userId, from, error)
        const refusal = troubles.refusalOf(error)
        if (refusal) giveUp(userId, refusal, `number ${userId}`)
      },
    )
  }

  /** Reports an error that reaches no caller; outages and damage are reported elsewhere. */
  function failed(error: unknown): void {
    outage.note(error)
    if (!(error instanceof StorageFailure || troubles.refusalOf(error))) surroundings.failed(error)
  }

  /** Stores the changes of `work` with their answer, or drops them all. */
  async function change<T>(
    userId: number,
    from: Living,
    work: (engine: Engine) => T | Promise<T>,
    effectOf?: (result: T) => NamedEffect | undefined,
  ): Promise<T> {
    const { engine } = from
    try {
      const result = await work(engine)
      if (from.lost) throw from.lost.error
      const changes = engine.takeChanges()
      const effect = effectOf?.(result)
      if (effect || isChange(changes)) handOver(userId, from, { changes, effect })
      return result
    } catch (error) {
      const isWhole = error instanceof Refusal && !engine.isWithinSecond
      if (!isWhole || isChange(engine.takeChanges())) drop(userId, from, error)
      throw error
    } finally {
      answers.forget(userId)
    }
  }

  /** Makes a world; it counts once all of it is stored, and an interrupted one is made again. */
  async function make(user: User): Promise<Living> {
    outage.check()
    const kind = (!live && user.wishedWorld) || (user.name === TRADER ? world : 'empty')
    const origin: Origin = { kind, seed, madeAt: Number.isFinite(due()) ? due() : clock.now() }
    const played = kind === 'empty' ? market : undefined
    await store.worlds.removeUnfinished(user.id)
    const firstId = await store.worlds.takeIds(user.id, firstIdOf(seed, user.name))
    const { engine, make: goOn = () => true } = openWorld(
      { ...origin, user: user.name, market: played, firstId },
      undefined,
      store.worlds.past(user.id),
    )
    const from = engine.now
    making.set(user.id, () => (engine.now - from) / Math.max(1, origin.madeAt - from))
    try {
      for (let isMade = false; !isMade;) {
        if (isClosed) throw new Error('The service ended while a world was being made')
        const [done, changes] = await slices.next((enough) => [goOn(enough), engine.takeChanges()])
        isMade = done
        // Otherwise minutes without a read of the clock would look like sleep of the machine.
        clock.now()
        await store.worlds.commit(user.id, isMade ? { origin, changes } : { changes })
      }
    } catch (error) {
      outage.note(error)
      throw error
    } finally {
      making.delete(user.id)
    }
    return keep(user.id, engine)
  }

  async function bringBack(user: User, origin: Origin): Promise<Living> {
    const trouble = halted.has(user.id) ? HALTED : undefined
    const engine = await opened(user, origin, trouble)
    clock.atLeast(engine.now)
    return keep(user.id, engine)
  }

  async function opened(user: User, origin: Origin, trouble: string | undefined): Promise<Engine> {
    try {
      const stored = await store.worlds.open(user.id)
      const made = { ...origin, user: user.name, ...(live && { market }) }
      return openWorld(made, stored, store.worlds.past(user.id), trouble).engine
    } catch (error) {
      const refusal = troubles.refusalOf(error)
      if (!refusal) throw error
      giveUp(user.id, refusal, user.name)
      throw refusal
    }
  }

  function giveUp(userId: number, refusal: Refusal, name: string): void {
    troubles.giveUp(userId, refusal, name)
    awake.delete(userId)
  }

  function keep(userId: number, engine: Engine): Living {
    const kept: Living = { engine, stored: Promise.resolve(), lost: undefined }
    living.set(userId, kept)
    awake.add(userId)
    return kept
  }

  /** Advances up to now, or as far as a slice goes; true once it is there. */
  const step = (userId: number, from: Living, enough: () => boolean): Promise<boolean> =>
    change(userId, from, (engine) => advance(userId, engine, enough))

  async function advance(userId: number, engine: Engine, enough: () => boolean): Promise<boolean> {
    try {
      let isThere = engine.advance(due(), enough, true)
      // A second is stored and read only as a whole.
      while (engine.isWithinSecond) {
        await turnOfTheLoop()
        isThere = engine.advance(due(), slices.begin(), true)
      }
      return isThere
    } catch (error) {
      halted.add(userId)
      throw error
    }
  }

  /** The first slice of missed time; the others follow while the world can be read. */
  async function goOn(userId: number, from: Living, enough: () => boolean): Promise<void> {
    // The world stops while nothing can be stored.
    if (outage.reason !== undefined) return
    if (catching.has(userId) || (await step(userId, from, enough))) return
    const caughtUp = catchUp(userId, from)
      .catch(failed)
      .finally(() => catching.delete(userId))
    catching.set(userId, caughtUp)
  }

  /** Returns true if a command would execute at outdated prices. */
  function isLate(userId: number): boolean {
    return due() - (living.get(userId)?.engine.now ?? -Infinity) > LATE_TICK_MS
  }

  /** Commits after each slice, or after as much work as the last commit took. */
  async function catchUp(userId: number, from: Living): Promise<void> {
    for (let isThere = false; !isThere;) {
      const before = steady()
      await from.stored
      const cost = Math.min(steady() - before, MOST_UNSTORED)
      if (isClosed) return
      isThere = await inTurn(userId, () => stretch(userId, from, cost))
    }
  }

  const stretch = (userId: number, from: Living, most: number): Promise<boolean> =>
    change(userId, from, async (engine) => {
      for (let worked = 0; ;) {
        const { isThere, took } = await slices.next(async (enough) => {
          const before = steady()
          return { isThere: await advance(userId, engine, enough), took: steady() - before }
        })
        worked += took
        if (isThere || worked >= most) return isThere
      }
    })

  async function wake(userId: number): Promise<Living> {
    const found = living.get(userId)
    if (found) return found
    const refusal = troubles.unusable.get(userId)
    if (refusal) throw refusal
    const user = await store.users.withId(userId)
    if (!user) throw new Error('A key belongs to no user')
    const origin = await store.worlds.originOf(userId)
    const woken = origin ? await bringBack(user, origin) : await make(user)
    await goOn(userId, woken, slices.begin())
    return woken
  }

  /** Runs `work` in its turn; resolves once everything that it read is stored. */
  async function use<T>(userId: number, work: (from: Living) => T | Promise<T>): Promise<T> {
    let stored: Promise<void> | undefined
    const working = inTurn(userId, async () => {
      const from = await wake(userId)
      try {
        return await work(from)
      } finally {
        stored = from.stored
      }
    })
    try {
      return await working
    } catch (error) {
      throw troubles.readable(userId, error)
    } finally {
      await stored
    }
  }

  /** Progress of a user's world, such as "catching up, 41 %"; `undefined` if it is ready. */
  function progressOf(userId: number): string | undefined {
    const made = making.get(userId)?.()
    const share = made ?? living.get(userId)?.engine.shareCaughtUp
    if (share === undefined) return undefined
    return `${made === undefined ? 'catching up' : 'making the world'}, ${Math.floor(share * 100)} %`
  }

  const health = (user: number, time: Instant | null, trouble?: string): WorldHealth => ({
    user,
    time,
    trouble: trouble ?? null,
    progress: progressOf(user) ?? null,
  })

  async function tick(userId: number): Promise<void> {
    const ticked = await slices.next((enough) => {
      // Catching up waits for slices in its turn, so no slice may wait for that turn.
      if (catching.has(userId)) return undefined
      return inTurn(userId, async () => {
        const from = await wake(userId)
        await goOn(userId, from, enough)
        return from
      })
    })
    await ticked?.stored
  }

  return {
    now: clock.now,
    failed,
    diskTrouble: (): string | undefined => outage.reason,
    health: (): WorldHealth[] => [
      ...Array.from(living, ([user, { engine }]) =>
        health(user, engine.now, engine.trouble ?? outage.reason ?? troubles.damageIn(user)),
      ),
      ...Array.from(making.keys(), (user) => health(user, null)),
      ...Array.from(troubles.unusable, ([user, { message }]) => health(user, null, message)),
    ],
    async read<T>(userId: number, work: (engine: Engine) => T | Promise<T>): Promise<T> {
      const attempt = (): Promise<T> => use(userId, ({ engine }) => work(engine))
      try {
        return await attempt()
      } catch (error) {
        // The changes could not be stored; the stored world can be read.
        if (!(error instanceof StorageFailure)) throw error
        return attempt()
      }
    },
    /** Runs a command and stores its changes together with its answer. */
    async command<T>(
      userId: number,
      work: (engine: Engine) => T | Promise<T>,
      effectOf?: (result: T) => NamedEffect | undefined,
    ): Promise<T> {
      outage.check()
      // An order meets no price of before it.
      if (live || isLate(userId)) await use(userId, (from) => goOn(userId, from, slices.begin()))
      const caughtUp = catching.get(userId)
      if (caughtUp) await noLongerThan(COMMAND_WAIT_MS, caughtUp)
      return use(userId, async (from) => {
        outage.check()
        const result = await change(userId, from, work, effectOf)
        live?.noted()
        return result
      })
    },
    /** The prices on which worlds act; a stopped one acts on none. `undefined` if one was dropped. */
    watched: () =>
      [...awake].every((userId) => living.has(userId))
        ? Array.from(living.values())
            .filter(({ engine }) => engine.trouble === undefined)
            .map(({ engine }) => engine.watched())
        : undefined,
    /** Advances all worlds in use as far as they may go; resolves once they are there. */
    async settle(): Promise<void> {
      await Promise.all([...awake].map((userId) => tick(userId).catch(failed)))
      await Promise.all(catching.values())
    },
    /** Advances all worlds in use; a failing one delays no other. False if storing fails. */
    async advance(): Promise<boolean> {
      if (!(await outage.isOver())) return false
      await Promise.all([...awake].map((userId) => tick(userId).catch(failed)))
      return outage.reason === undefined
    },
    progressOf,
    /** Resolves when a world has caught up, or cannot for now. */
    caughtUp: async (userId: number): Promise<void> => catching.get(userId),
    /** Ends background work; the next start resumes it. */
    async close(): Promise<void> {
      isClosed = true
      await Promise.all(catching.values())
      await Promise.all(queues.values())
    },
  }
}
