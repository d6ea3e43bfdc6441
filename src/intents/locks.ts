/** Locks by name that hold over all tabs. */
export type Locks = {
  /** Tells `act` at once whether the name was free; it stays taken until `act` is done. */
  ifFree(name: string, act: (isFree: boolean) => Promise<void>): Promise<void>
  /** Waits for the name. */
  whenFree(name: string, act: () => Promise<void>): Promise<void>
}

export const webLocks = (manager: LockManager): Locks => ({
  ifFree: (name, act) => manager.request(name, { ifAvailable: true }, (lock) => act(lock !== null)),
  whenFree: (name, act) => manager.request(name, act),
})

/** A send holds a name that begins with its method, from before its request until its outcome is written down. */
const IS_SEND = /^(POST|PATCH|PUT|DELETE) /

/** Resolves once every send that is under way now, in whichever tab, has ended. */
export async function sendsUnderWay(manager: LockManager): Promise<void> {
  const { held = [] } = await manager.query()
  const names = held.flatMap(({ name }) => (name && IS_SEND.test(name) ? [name] : []))
  await Promise.all(names.map((name) => manager.request(name, () => undefined)))
}
