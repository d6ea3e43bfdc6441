export type Locks = {
  ifFree(name: string, act: (isFree: boolean) => Promise<void>): Promise<void>
  whenFree(name: string, act: () => Promise<void>): Promise<void>
}

export const webLocks = (manager: LockManager): Locks => ({
  ifFree: (name, act) => manager.request(name, { ifAvailable: true }, (lock) => act(lock !== null)),
  whenFree: (name, act) => manager.request(name, act),
})

/** Prefix of a send's lock, which is held until its outcome is stored. */
const IS_SEND = /^(POST|PATCH|PUT|DELETE) /

/** Resolves once every send under way in any tab has ended. */
export async function sendsUnderWay(manager: LockManager): Promise<void> {
  const { held = [] } = await manager.query()
  const names = held.flatMap(({ name }) => (name && IS_SEND.test(name) ? [name] : []))
  await Promise.all(names.map((name) => manager.request(name, () => undefined)))
}
