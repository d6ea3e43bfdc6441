import { sendsUnderWay } from '#intents/locks.ts'
import type { SessionStore } from '#session/session-store.ts'
import type { SessionStateStore } from '#session/session.ts'

/** What was sent on a connection goes with it, whichever tab has removed it. */
export function forgetRemoved(
  session: SessionStateStore,
  forget: (id: string) => Promise<void>,
): () => void {
  const present = () => new Set(session.get().connections.map(({ id }) => id))
  let known = present()
  return session.subscribe(() => {
    const now = present()
    // A journal that cannot be opened keeps what it has: nothing depends on it.
    for (const id of known) if (!now.has(id)) forget(id).catch(() => undefined)
    known = now
  })
}

/** As long as the sender waits for an answer. */
const AT_MOST = 20_000

type Parts = {
  locks: LockManager
  /** Resolves after so many milliseconds. */
  wait: (milliseconds: number) => Promise<void>
  reload: () => void
}

/**
 * Reloads the page once it was locked, so that nothing of a key or of what it showed stays in its
 * memory. Requests under way are waited for, in whichever tab, so that each still has its outcome
 * written down; one without an answer after 20 s is found by the next page as unknown.
 */
export function reloadWhenLocked(
  { onLocked }: Pick<SessionStore, 'onLocked'>,
  { locks, wait, reload }: Parts,
): void {
  onLocked(() => void Promise.race([sendsUnderWay(locks), wait(AT_MOST)]).finally(reload))
}
