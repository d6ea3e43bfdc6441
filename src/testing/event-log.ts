import { createHash } from 'node:crypto'

import type { Instant } from '#contract/primitives.ts'
import type { StoredWorld } from '#paper/engine/engine.ts'
import { touchMeta } from '#paper/engine/world.ts'

import { keeper, provingWorld, PROVING_START } from './proving-world.ts'
import { randomTrader } from './random-trader.ts'

type Run = {
  seed: number
  ticks: number
  /** Ticks after which the world is closed and opened again from what was kept. */
  restarts?: readonly number[]
  /** How many ticks one call of `advance` goes on. */
  stride?: number
  /**
   * How many moments at which something happens each call of `advance` goes through, over and over;
   * what changed is kept after each call, and after a zero the world is opened again.
   */
  slices?: readonly number[]
}

const TICKS_A_COMMAND = 300

/** Everything that a world with a random trader in it has stored by its end. */
export function eventLog({ seed, ticks, restarts = [], stride = 1, slices = [] }: Run) {
  const store = keeper()
  const trader = randomTrader(seed)
  let scene = provingWorld(seed)
  let slice = 0
  function advance(to: Instant): void {
    for (;;) {
      const size = slices[slice++ % slices.length] ?? Infinity
      let moments = 0
      const isThere = scene.engine.advance(to, () => ++moments >= size)
      if (isThere) return
      store.keep(scene.engine.takeChanges())
      if (size === 0) scene = store.reopen()
    }
  }
  for (let tick = stride; tick <= ticks; tick += stride) {
    advance(PROVING_START + tick * 1000)
    if (tick % TICKS_A_COMMAND === 0) trader.act(scene)
    store.keep(scene.engine.takeChanges())
    if (restarts.includes(tick)) scene = store.reopen()
  }
  // The moment is otherwise stored with what came about alone, which is earlier in shorter strides.
  touchMeta(scene.world)
  store.keep(scene.engine.takeChanges())
  return store
}

/** The digest of it. */
export const eventLogDigest = (run: Run): string => digestOf(eventLog(run).kept())

export function digestOf({ stored, appended }: StoredWorld): string {
  const hash = createHash('sha256')
  for (const { journal, at, json } of appended) hash.update(`${journal} ${at} ${json}\n`)
  const things = stored.map(({ kind, id, json }) => `${kind} ${id} ${json}\n`)
  for (const thing of things.toSorted()) hash.update(thing)
  return hash.digest('hex')
}
