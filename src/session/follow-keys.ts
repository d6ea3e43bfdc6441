import type { ConnectionProfile } from './connection-profile.ts'
import type { SessionStateStore } from './session.ts'

type IsWanted = (profile: ConnectionProfile) => boolean

type Parts = {
  session: SessionStateStore
  /** Take up again what rests in the vault, if it is open, and what rests without a passphrase. */
  fromVault: (isWanted: IsWanted) => Promise<void>
  fromPaperKeys: (isWanted: IsWanted) => Promise<void>
}

/**
 * Takes up the key or token that another tab has given a connection. `before` is how the
 * connections stood here; a key that rests in that tab's memory alone is asked for again.
 */
export async function followKeys(
  before: readonly ConnectionProfile[],
  { session, fromVault, fromPaperKeys }: Parts,
): Promise<void> {
  const known = new Map(before.map((profile) => [profile.id, profile]))
  const isGiven: IsWanted = ({ id, keyedAs }) => known.get(id)?.keyedAs !== keyedAs
  const given = session.get().connections.filter(isGiven)
  const lost = given.filter(
    ({ id, storage, apiKeyHint }) =>
      storage === 'session' &&
      (known.get(id)?.storage !== storage || known.get(id)?.apiKeyHint !== apiKeyHint),
  )
  if (lost.length > 0) {
    const held = new Map(session.get().credentials)
    for (const { id } of lost) held.delete(id)
    session.change({ credentials: held })
  }
  if (given.some(({ storage }) => storage === 'vault')) await fromVault(isGiven)
  if (given.some(({ storage }) => storage === 'paper-key')) await fromPaperKeys(isGiven)
}
