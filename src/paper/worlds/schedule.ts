import type { Instant } from '#contract/primitives.ts'

import { advance } from '../engine/advance.ts'
import type { World } from '../engine/world.ts'
import { Refusal } from '../refusal.ts'

type Act = () => void

/** What traders do in a world, and when. An act may plan further ones. */
export type Schedule = {
  add: (at: Instant, act: Act) => void
  /**
   * Goes through everything up to a moment, the world trading in between, until it is there or has done
   * `enough`; whether it is there.
   */
  run: (until: Instant, enough?: () => boolean) => boolean
}

export function scheduleFor(world: World): Schedule {
  const planned: { at: Instant; act: Act }[] = []
  return {
    add(at, act) {
      const later = planned.findIndex((other) => other.at > at)
      planned.splice(later < 0 ? planned.length : later, 0, { at, act })
    },
    run(until, enough) {
      for (let next = planned[0]; next && next.at <= until; next = planned[0]) {
        if (!advance(world, next.at, enough)) return false
        planned.shift()
        unlessRefused(next.act)
      }
      return advance(world, until, enough)
    },
  }
}

/** Traders take no for an answer: what the engine refuses does not happen. */
function unlessRefused(act: Act): void {
  try {
    act()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
