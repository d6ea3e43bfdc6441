import type { Locks } from '#intents/locks.ts'

/** Locks as the browser grants them: first come, first served. Shared, they are those of several tabs. */
export function memoryLocks(): Locks {
  const tails = new Map<string, Promise<void>>()
  const hold = (name: string, act: () => Promise<void>): Promise<void> => {
    const turn = (tails.get(name) ?? Promise.resolve()).then(act)
    const tail = turn.then(
      () => undefined,
      () => undefined,
    )
    tails.set(name, tail)
    void tail.then(() => tails.get(name) === tail && tails.delete(name))
    return turn
  }
  return {
    ifFree: (name, act) => (tails.has(name) ? act(false) : hold(name, () => act(true))),
    whenFree: hold,
  }
}
