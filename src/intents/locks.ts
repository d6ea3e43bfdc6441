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
