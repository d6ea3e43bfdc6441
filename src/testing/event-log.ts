import { createHash } from 'node:crypto'

import type { Instant } from '#contract/primitives.ts'
import type { Changes } from '#paper/engine/changes.ts'
import { touchMeta } from '#paper/engine/world.ts'
import type { MemoryStore } from './memory-store.ts'

import { provingWorld, PROVING_START, reopened } from './proving-world.ts'
import { randomTrader } from './random-trader.ts'

type Run = {
  seed: number
  ticks: number
  /** Ticks after which the world is closed and opened again from what was kept. */
  restarts?: readonly number[]
  /** Number of ticks per call of `advance`. */
  stride?: number
  /**
   * How many moments at which something happens each call of `advance` goes through, over and over;
   * what changed is kept after each call, and after a zero the world is opened again: so often at the
   * most, since opening it after each of thousands of events would take many minutes.
   */
  slices?: readonly number[]
  /** Each call ends after each event, also within a second. */
  cutsSeconds?: boolean
}

const TICKS_A_COMMAND = 300
const MOST_REOPENINGS = 60

/** Everything that a world with a random trader in it has stored by its end. */
export async function eventLog({
  seed,
  ticks,
  restarts = [],
  stride = 1,
  slices = [],
  cutsSeconds = false,
}: Run): Promise<MemoryStore> {
  const trader = randomTrader(seed)
  let scene = provingWorld(seed)
  const { store } = scene
  let slice = 0
  let reopenings = 0
  function advance(to: Instant): void {
    for (;;) {
      const size = slices[slice++ % slices.length] ?? Infinity
      let moments = 0
      const enough = (): boolean => cutsSeconds || ++moments >= size
      const isThere = scene.engine.advance(to, enough, cutsSeconds)
      if (isThere) return
      if (scene.engine.isWithinSecond) continue
      store.keep(scene.engine.takeChanges())
      if (size > 0 || reopenings === MOST_REOPENINGS) continue
      reopenings += 1
      scene = reopened(store)
    }
  }
  for (let tick = stride; tick <= ticks; tick += stride) {
    advance(PROVING_START + tick * 1000)
    if (tick % TICKS_A_COMMAND === 0) await trader.act(scene)
    store.keep(scene.engine.takeChanges())
    if (restarts.includes(tick)) scene = reopened(store)
  }
  // The moment is otherwise stored with what came about alone, which is earlier in shorter strides.
  touchMeta(scene.world)
  store.keep(scene.engine.takeChanges())
  return store
}

/** The digest of it. */
export const eventLogDigest = async (run: Run): Promise<string> =>
  digestOf((await eventLog(run)).all())

export function digestOf({ stored, ended, owned, appended }: Changes): string {
  const hash = createHash('sha256')
  for (const row of appended) hash.update(`${JSON.stringify(row)}\n`)
  const rows = [...stored, ...ended, ...owned].map((row) => `${JSON.stringify(row)}\n`)
  for (const row of rows.toSorted()) hash.update(row)
  return hash.digest('hex')
}
