import type { Credentials } from '#signing/credentials.ts'

import { type ConnectionProfile, originOf } from './connection-profile.ts'
import { connectionOf, type SessionStateStore } from './session.ts'
import type { Vault, VaultContents } from './vault.ts'

type Parts = {
  session: SessionStateStore
  vault: Vault
  /** Makes the other tabs lock as well. */
  announce: () => void
  /** Keys were taken away: only a fresh page has surely nothing of them, or of what they showed. */
  onWiped: () => void
}

type IsWanted = (profile: ConnectionProfile) => boolean

/** The vault's sender: what opening and locking mean for the keys in memory. */
export function createLocking({ session, vault, announce, onWiped }: Parts) {
  const isGuarded = (id: string) => connectionOf(session.get(), id)?.storage !== 'paper-key'
  const canLock = () => vault.isOpen() || [...session.get().credentials.keys()].some(isGuarded)
  const showLock = () => {
    const locked = vault.exists() && !vault.isOpen()
    if (locked !== session.get().locked) session.change({ locked })
  }
  const wipe = () => {
    const hadKeys = canLock()
    vault.close()
    // A remembered paper key is not behind the passphrase: wiping it would only look like safety.
    const kept = [...session.get().credentials].filter(([id]) => !isGuarded(id))
    session.change({ credentials: new Map(kept) })
    showLock()
    if (hadKeys) onWiped()
  }
  const takeUp = async (contents: VaultContents, isWanted: IsWanted = () => true) => {
    const fresh = await keysOf(contents, session.get().connections.filter(isWanted))
    if (!vault.isOpen()) return
    const { credentials } = session.get()
    session.change({ credentials: new Map([...credentials, ...fresh]) })
  }
  showLock()

  return {
    hasVault: () => vault.exists(),

    /** Whether locking would take any key away. */
    canLock,

    async createVault(passphrase: string): Promise<void> {
      await vault.create(passphrase)
      showLock()
    },

    async unlock(passphrase: string): Promise<void> {
      await takeUp(await vault.open(passphrase))
      showLock()
    },

    /** Throws `VaultProblem` for a wrong passphrase. The keys in memory stay as they are. */
    async prove(passphrase: string): Promise<void> {
      await vault.open(passphrase)
      showLock()
    },

    /** Forgets every key that a passphrase guards or that was for this session only, in all tabs. */
    lock(): void {
      wipe()
      announce()
    },

    /** The same when another tab announced it. */
    lockHere: wipe,

    changePassphrase: (current: string, next: string): Promise<void> =>
      vault.changePassphrase(current, next),

    /** For a forgotten passphrase: the keys are lost, the connections stay and ask for new ones. */
    forgetVault(): void {
      vault.destroy()
      wipe()
    },

    /** Takes up the keys of connections that came in by an import, or that another tab was given. */
    async refresh(isWanted?: IsWanted): Promise<void> {
      await takeUp(await vault.read(), isWanted)
    },

    /** Another tab wrote the vault: its passphrase may be another one, or it may be gone. */
    vaultChanged(): void {
      const { credentials, connections } = session.get()
      const holdsKeys = connections.some((c) => c.storage === 'vault' && credentials.has(c.id))
      if (holdsKeys && !vault.isOpen()) wipe()
      showLock()
    },
  }
}

/** One key that cannot be read does not keep the others locked in. */
async function keysOf(contents: VaultContents, connections: readonly ConnectionProfile[]) {
  const { credentialsOf } = await import('./stored-secret.ts')
  const keys: [string, Credentials][] = []
  for (const { id, baseUrl, storage, emptyForm } of connections) {
    const stored = contents[id]
    if (storage !== 'vault' || stored?.origin !== originOf(baseUrl)) continue
    const credentials = await credentialsOf(stored, emptyForm).catch(() => undefined)
    if (credentials) keys.push([id, credentials])
  }
  return keys
}

type AutoLock = {
  /**
   * Someone is here. False when the time was over already: after a sleep the timer is late, and
   * the first key press must find the sender locked.
   */
  touch: () => boolean
  stop: () => void
}

type AutoLockParts = {
  idleMs: number
  now: () => number
  /** Runs something later; the answer calls it off. */
  after: (ms: number, run: () => void) => () => void
  lock: () => void
}

/** Locks when nobody has touched any tab for `idleMs`, and begins anew with the next touch. */
export function createAutoLock({ idleMs, now, after, lock }: AutoLockParts): AutoLock {
  let last = now()
  let callOff: (() => void) | undefined

  const isOver = () => now() - last >= idleMs
  const end = () => {
    callOff?.()
    callOff = undefined
    lock()
  }
  const wait = () => {
    callOff = after(Math.max(0, last + idleMs - now()), () => (isOver() ? end() : wait()))
  }
  wait()

  return {
    touch() {
      const late = callOff !== undefined && isOver()
      if (late) end()
      last = now()
      if (!callOff) wait()
      return !late
    },
    stop() {
      callOff?.()
      callOff = undefined
    },
  }
}
