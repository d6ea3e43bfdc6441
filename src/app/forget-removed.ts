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
