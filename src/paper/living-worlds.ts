import type { Instant } from '#contract/primitives.ts'

import type { CachedAnswers } from './cached-answers.ts'
import { type Changes, isChange } from './engine/changes.ts'
import type { Engine } from './engine/engine.ts'
import { firstIdOf } from './engine/identifiers.ts'
import type { OpenWorld, WorldOrigin } from './engine/open-world.ts'
import type { WorldHealth } from './health.ts'
import type { SteadyClock } from './http/rate-limits.ts'
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
/** In milliseconds: how much work of catching up may wait for a commit, and reading for both. */
const MOST_UNSTORED = 100
/** In milliseconds: how long a command waits for a world that is behind, before it is refused. */
const PATIENCE = 1_000
/** In milliseconds: a tick is due every second, and late after a machine slept or a disk was full. */
const LATE = 5_000

export type LivingWorlds = ReturnType<typeof livingWorlds>

type Surroundings = {
  store: Store
  answers: CachedAnswers
  openWorld: OpenWorld
  /** How the trader's world is made when there is none yet. */
  world: WorldKind
  seed: number
  /** Prices to play in empty worlds in place of seeded ones. */
  market: WorldOrigin['market']
  clock: WorldClock
  /** A sentence for the person at the terminal. */
  say: (sentence: string) => void
  troubles: WorldTroubles
  steady: SteadyClock
  /** Called after changes were stored. */
  changed: (userId: number, changes: Changes) => void
  /** Gets errors for which nobody waits; the work is tried again with the next tick. */
  failed: (error: unknown) => void
}

type Living = {
  readonly engine: Engine
  /** The latest of its commits, which the store takes in their order. */
  stored: Promise<void>
  /** Why what is in memory counts for nothing: a commit has failed. */
  lost: { error: unknown } | undefined
}

/**
 * The worlds that are in memory. What is done in one world is done one after another; the next may
 * begin while a commit is under way, and nobody is answered before every commit that was made before
 * the answer is stored. A world is made, and catches up with its clock, in slices.
 */
export function livingWorlds(surroundings: Surroundings) {
  const { store, answers, openWorld, world, seed, market, clock, steady, say, troubles } =
    surroundings
  const slices = slicesOf(steady)
  const outage = storageOutage(store, say)
  let isClosed = false
  /** Ends when a user's world has caught up with its clock, or cannot for now. */
  const catching = new Map<number, Promise<void>>()
  /** How far worlds are that are being made. */
  const making = new Map<number, () => number>()
  const living = new Map<number, Living>()
  /** The end of what is being done in each user's world. */
  const queues = new Map<number, Promise<unknown>>()
  /** The users whose time goes by: everybody who was here since the start. */
  const awake = new Set<number>()
  /** The users whose world could not go on; it stands still, and can be read. */
  const halted = new Set<number>()

  /** `work` after all that was asked of this user's world before. */
  function inTurn<T>(userId: number, work: () => Promise<T>): Promise<T> {
    const done = (queues.get(userId) ?? Promise.resolve()).then(work)
    queues.set(
      userId,
      done.catch(() => undefined),
    )
    return done
  }

  /** Forgets what is in memory: the next use reads the store again. */
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

  /** Reports an error for which nobody waits; an outage or damage is reported already. */
  function failed(error: unknown): void {
    outage.note(error)
    if (!(error instanceof StorageFailure || troubles.refusalOf(error))) surroundings.failed(error)
  }

  /** What `work` did to a world is handed over as a whole with the answer to it, or undone. */
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

  /**
   * A world counts only once all of it is stored: one whose making was interrupted is made
   * anew.
   */
  async function make(user: User): Promise<Living> {
    outage.check()
    const kind = user.wishedWorld ?? (user.name === TRADER ? world : 'empty')
    const origin: Origin = { kind, seed, madeAt: clock.now() }
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
        // Nobody else may read the clock for minutes, which it would take for a sleep of the machine.
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
      const made = { ...origin, user: user.name }
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

  /** Lets time go by up to now, or as far as a slice goes; whether it is there. */
  const step = (userId: number, from: Living, enough: () => boolean): Promise<boolean> =>
    change(userId, from, (engine) => advance(userId, engine, enough))

  async function advance(userId: number, engine: Engine, enough: () => boolean): Promise<boolean> {
    try {
      let isThere = engine.advance(clock.now(), enough, true)
      // A second is stored, and read, only as a whole.
      while (engine.isWithinSecond) {
        await turnOfTheLoop()
        isThere = engine.advance(clock.now(), slices.begin(), true)
      }
      return isThere
    } catch (error) {
      halted.add(userId)
      throw error
    }
  }

  /** The first slice of what a world has missed; the others follow while it can be read. */
  async function goOn(userId: number, from: Living, enough: () => boolean): Promise<void> {
    // What could not be stored is not done either: the world stands still.
    if (outage.reason !== undefined) return
    if (catching.has(userId) || (await step(userId, from, enough))) return
    const caughtUp = catchUp(userId, from)
      .catch(failed)
      .finally(() => catching.delete(userId))
    catching.set(userId, caughtUp)
  }

  /** Whether a command would come at a time and at prices that are long gone. */
  function isLate(userId: number): boolean {
    return clock.now() - (living.get(userId)?.engine.now ?? -Infinity) > LATE
  }

  /** A commit follows each slice, or several where it costs more than a slice: then as much work as it cost. */
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

  /** `work` in its turn; its outcome once everything that it read is stored. */
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

  /** What is being done at a user's world before it can be used as usual, such as "catching up, 41 %". */
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
      // What catches up waits for slices in its turn: no slice may wait for that turn.
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
        // What it read could not be stored: what is stored can be read.
        if (!(error instanceof StorageFailure)) throw error
        return attempt()
      }
    },
    /** What a command did is stored together with the answer that it is remembered by. */
    async command<T>(
      userId: number,
      work: (engine: Engine) => T | Promise<T>,
      effectOf?: (result: T) => NamedEffect | undefined,
    ): Promise<T> {
      outage.check()
      if (isLate(userId)) await use(userId, (from) => goOn(userId, from, slices.begin()))
      const caughtUp = catching.get(userId)
      if (caughtUp) await noLongerThan(PATIENCE, caughtUp)
      return use(userId, (from) => {
        outage.check()
        return change(userId, from, work, effectOf)
      })
    },
    /**
     * Lets time go by in every world that was in use. One that fails holds up no other, and is read
     * from the store again at its next use. Whether anything can be stored.
     */
    async advance(): Promise<boolean> {
      if (!(await outage.isOver())) return false
      await Promise.all([...awake].map((userId) => tick(userId).catch(failed)))
      return outage.reason === undefined
    },
    progressOf,
    /** When a world that is behind has caught up, or cannot for now. */
    caughtUp: async (userId: number): Promise<void> => catching.get(userId),
    /** Ends what goes on by itself; what was not done is done after the next start. */
    async close(): Promise<void> {
      isClosed = true
      await Promise.all(catching.values())
      await Promise.all(queues.values())
    },
  }
}
