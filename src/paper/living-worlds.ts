import type { Engine, StoredWorld } from './engine/engine.ts'
import type { WorldOrigin } from './engine/open-world.ts'
import type { Compressed } from './http/compressed.ts'
import type { MarketWish } from './read-market.ts'
import { Refusal } from './refusal.ts'
import type { Store } from './store/store.ts'
import { TRADER, type User, type WorldKind } from './store/users.ts'
import type { Origin } from './store/worlds.ts'
import type { WorldClock } from './world-clock.ts'

/** Makes a world from its origin or, when it has been stored, brings it back as it was left. */
export type OpenWorld = (
  origin: WorldOrigin,
  stored: StoredWorld | undefined,
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
}

/** The worlds that are in memory; what is stored is always at least as true. */
export function livingWorlds({ store, openWorld, world, seed, market, clock }: Surroundings) {
  const living = new Map<number, Engine>()
  const answers = new Map<number, Map<string, Promise<Compressed>>>()
  /** The users whose time goes by: everybody who was here since the start. */
  const awake = new Set<number>()
  /** The users whose world could not go on; it stands still, and can be read. */
  const halted = new Set<number>()

  /** All that `work` did to a world is stored before its result is known to anybody, or none of it. */
  function commit<T>(userId: number, engine: Engine, work: (engine: Engine) => T): T {
    answers.delete(userId)
    try {
      return store.transaction<unknown>(() => {
        const result = work(engine)
        store.worlds.save(userId, engine.takeChanges())
        return result
      }) as T
    } catch (error) {
      // Memory may be ahead of the store now: the next use reads the store again.
      if (!(error instanceof Refusal) || hasChanges(engine)) living.delete(userId)
      throw error
    }
  }

  function make(user: User): Engine {
    const kind = user.wishedWorld ?? (user.name === TRADER ? world : 'empty')
    const origin: Origin = { kind, seed, madeAt: clock.now() }
    const played = kind === 'empty' ? market : undefined
    const engine = openWorld({ ...origin, user: user.name, market: played }, undefined)
    return commit(user.id, engine, () => {
      store.worlds.setOrigin(user.id, origin)
      return engine
    })
  }

  function bringBack(user: User, origin: Origin): Engine {
    const trouble = halted.has(user.id) ? HALTED : undefined
    const engine = openWorld({ ...origin, user: user.name }, store.worlds.read(user.id), trouble)
    clock.atLeast(engine.now)
    step(user.id, engine)
    return engine
  }

  function step(userId: number, engine: Engine): void {
    commit(userId, engine, () => {
      try {
        engine.advance(clock.now())
      } catch (error) {
        halted.add(userId)
        throw error
      }
    })
  }

  function of(userId: number): Engine {
    const found = living.get(userId)
    if (found) return found
    const user = store.users.withId(userId)
    if (!user) throw new Error('A key belongs to no user')
    awake.add(userId)
    const origin = store.worlds.originOf(userId)
    const engine = origin ? bringBack(user, origin) : make(user)
    living.set(userId, engine)
    return engine
  }

  return {
    now: clock.now,
    of,
    /**
     * The answer to a read, made once for all who ask the same before anything happens in the world:
     * between two ticks a list is the same bytes for everybody.
     */
    answer(userId: number, question: string, make: () => Promise<Compressed>): Promise<Compressed> {
      const known = answers.get(userId) ?? new Map<string, Promise<Compressed>>()
      answers.set(userId, known)
      const found = known.get(question)
      if (found) return found
      const made = make()
      if (known.size < MOST_ANSWERS) known.set(question, made)
      // What failed is asked again.
      made.catch(() => known.delete(question))
      return made
    },
    /** What writes: done with all that arrive at the same time, and told of when all of it is stored. */
    inGroup: <T>(work: () => T extends Promise<unknown> ? never : T): Promise<T> =>
      store.inGroup<T>(work, () => living.clear()),
    command: <T>(userId: number, work: (engine: Engine) => T): T =>
      commit(userId, of(userId), work),
    /**
     * Lets time go by in every world that was in use. One that fails holds up no other, and is read
     * from the store again at its next use.
     */
    advance(failed: (error: unknown) => void): void {
      for (const userId of awake) {
        try {
          step(userId, of(userId))
        } catch (error) {
          failed(error)
        }
      }
    },
  }
}

function hasChanges(engine: Engine): boolean {
  const { stored, appended } = engine.takeChanges()
  return stored.length > 0 || appended.length > 0
}
