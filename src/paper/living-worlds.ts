import type { Changes, Engine, StoredWorld } from './engine/engine.ts'
import type { WorldOrigin } from './engine/open-world.ts'
import type { WorldHealth } from './health.ts'
import type { Past } from './engine/past.ts'
import type { Compressed } from './http/compressed.ts'
import type { MarketWish } from './read-market.ts'
import { Refusal } from './refusal.ts'
import type { Commit, NamedEffect, Origin, Store, User, WorldKind } from './store/store.ts'
import { TRADER } from './trader.ts'
import { unusableWorld } from './unusable-world.ts'
import type { WorldClock } from './world-clock.ts'

/** Makes a world from its origin or, when it has been stored, brings it back as it was left. */
export type OpenWorld = (
  origin: WorldOrigin,
  stored: StoredWorld | undefined,
  past: Past,
  trouble?: string,
) => Engine

const HALTED =
  'Trading has stopped: a step of the simulation failed. It is tried again after a restart.'

/** Of one user, for the second until the next tick. */
const MOST_ANSWERS = 64

export type LivingWorlds = ReturnType<typeof livingWorlds>

type Surroundings = {
  store: Store
  openWorld: OpenWorld
  /** How the trader's world is made when there is none yet. */
  world: WorldKind
  seed: number
  /** Prices to play in empty worlds in place of seeded ones. */
  market: MarketWish
  clock: WorldClock
  /** A sentence for the person at the terminal. */
  say: (sentence: string) => void
}

/** A world in memory. */
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
 * the answer is stored.
 */
export function livingWorlds(surroundings: Surroundings) {
  const { store, openWorld, world, seed, market, clock, say } = surroundings
  const living = new Map<number, Living>()
  /** The end of what is being done in each user's world. */
  const queues = new Map<number, Promise<unknown>>()
  const answers = new Map<number, Map<string, Promise<Compressed>>>()
  /** The users whose time goes by: everybody who was here since the start. */
  const awake = new Set<number>()
  /** The users whose world could not go on; it stands still, and can be read. */
  const halted = new Set<number>()
  /** Why worlds cannot be opened, until the service starts again: it is found out and told once. */
  const unusable = new Map<number, Refusal>()

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
    stored.catch((error: unknown) => drop(userId, from, error))
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
      if (!(error instanceof Refusal) || isChange(engine.takeChanges())) drop(userId, from, error)
      throw error
    } finally {
      answers.delete(userId)
    }
  }

  function make(user: User): Living {
    const kind = user.wishedWorld ?? (user.name === TRADER ? world : 'empty')
    const origin: Origin = { kind, seed, madeAt: clock.now() }
    const played = kind === 'empty' ? market : undefined
    const engine = openWorld(
      { ...origin, user: user.name, market: played },
      undefined,
      store.worlds.past(user.id),
    )
    const made = keep(user.id, engine)
    handOver(user.id, made, { origin, changes: engine.takeChanges() })
    return made
  }

  async function bringBack(user: User, origin: Origin): Promise<Living> {
    const trouble = halted.has(user.id) ? HALTED : undefined
    const engine = await opened(user, origin, trouble)
    clock.atLeast(engine.now)
    const back = keep(user.id, engine)
    await step(user.id, back)
    return back
  }

  async function opened(user: User, origin: Origin, trouble: string | undefined): Promise<Engine> {
    try {
      const stored = await store.worlds.open(user.id)
      const past = store.worlds.past(user.id)
      return openWorld({ ...origin, user: user.name }, stored, past, trouble)
    } catch (error) {
      const refusal = unusableWorld(error)
      if (!refusal) throw error
      unusable.set(user.id, refusal)
      awake.delete(user.id)
      say(`User ${user.name}: ${refusal.message}`)
      throw refusal
    }
  }

  function keep(userId: number, engine: Engine): Living {
    const kept: Living = { engine, stored: Promise.resolve(), lost: undefined }
    living.set(userId, kept)
    return kept
  }

  const step = (userId: number, from: Living): Promise<void> =>
    change(userId, from, (engine) => {
      try {
        engine.advance(clock.now())
      } catch (error) {
        halted.add(userId)
        throw error
      }
    })

  async function wake(userId: number): Promise<Living> {
    const found = living.get(userId)
    if (found) return found
    const refusal = unusable.get(userId)
    if (refusal) throw refusal
    const user = await store.users.withId(userId)
    if (!user) throw new Error('A key belongs to no user')
    awake.add(userId)
    const origin = await store.worlds.originOf(userId)
    return origin ? bringBack(user, origin) : make(user)
  }

  /** `work` in its turn; its outcome once all that it may tell of is stored. */
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
    } finally {
      await stored
    }
  }

  return {
    now: clock.now,
    /** How the worlds are that somebody has used since the start. */
    health: (): WorldHealth[] => [
      ...Array.from(living, ([user, { engine }]) => ({
        user,
        time: engine.now,
        trouble: engine.trouble ?? null,
      })),
      ...Array.from(unusable, ([user, { message }]) => ({ user, time: null, trouble: message })),
    ],
    read: <T>(userId: number, work: (engine: Engine) => T | Promise<T>): Promise<T> =>
      use(userId, ({ engine }) => work(engine)),
    /**
     * The answer to a read, made once for all who ask the same before anything happens in the world:
     * between two ticks a list is the same bytes for everybody.
     */
    answer(userId: number, question: string, made: () => Promise<Compressed>): Promise<Compressed> {
      const known = answers.get(userId) ?? new Map<string, Promise<Compressed>>()
      answers.set(userId, known)
      const found = known.get(question)
      if (found) return found
      const making = made()
      if (known.size < MOST_ANSWERS) known.set(question, making)
      // What failed is asked again.
      making.catch(() => known.delete(question))
      return making
    },
    /** What a command did is stored together with the answer that it is remembered by. */
    command: <T>(
      userId: number,
      work: (engine: Engine) => T | Promise<T>,
      effectOf?: (result: T) => NamedEffect | undefined,
    ): Promise<T> => use(userId, (from) => change(userId, from, work, effectOf)),
    /**
     * Lets time go by in every world that was in use. One that fails holds up no other, and is read
     * from the store again at its next use.
     */
    async advance(failed: (error: unknown) => void): Promise<void> {
      const steps = [...awake].map((userId) => use(userId, (from) => step(userId, from)))
      await Promise.all(steps.map((one) => one.catch(failed)))
    },
  }
}

const isChange = (changes: Changes): boolean =>
  Object.values(changes).some((rows) => rows.length > 0)
