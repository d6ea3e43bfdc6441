import type { Prepared } from '#client/prepare.ts'

import type { Intent } from './intent.ts'

/** A request that waits for one more deliberate step, because its bytes were just sent. */
export type Held = {
  id: string
  prepared: Prepared
  /** The one that was sent; `undefined` while another tab has not written it down yet. */
  first: Intent | undefined
}

/** What is held back in this tab. It was never sent, so no journal knows of it. */
export function createHeld() {
  let held: readonly Held[] = []
  const listeners = new Set<() => void>()
  const set = (next: readonly Held[]) => {
    held = next
    listeners.forEach((listener) => listener())
  }
  return {
    all: () => held,
    add: (one: Held) => set([...held, one]),
    take(id: string): Held | undefined {
      const found = held.find((one) => one.id === id)
      if (found) set(held.filter((one) => one !== found))
      return found
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
