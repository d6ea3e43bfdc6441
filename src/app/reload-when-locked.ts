import { sendsUnderWay } from '#intents/locks.ts'
import type { SessionStore } from '#session/session-store.ts'

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
