import type { Credentials } from '#signing/credentials.ts'

import { type ConnectionProfile, originOf } from './connection-profile.ts'
import { type KeyValueStorage, readJson, wholeOf, writeJson } from './kept-store.ts'
import { connectionOf, type SessionStateStore } from './session.ts'
import type { Vault, VaultContents } from './vault.ts'

type Parts = {
  session: SessionStateStore
  vault: Vault
  announce: () => void
  /** Called after keys were removed. The page should reload: its memory may contain secrets. */
  onWiped: () => void
}

type IsWanted = (profile: ConnectionProfile) => boolean

/** Locks and unlocks the vault together with the keys in memory. */
export function createLocking({ session, vault, announce, onWiped }: Parts) {
  const isPaperKey = (id: string) => connectionOf(session.get(), id)?.storage === 'paper-key'
  const canLock = () =>
    vault.isOpen() || [...session.get().credentials.keys()].some((id) => !isPaperKey(id))
  const updateLocked = () => {
    const locked = vault.exists() && !vault.isOpen()
    if (locked !== session.get().locked) session.change({ locked })
  }
  const wipe = () => {
    const hadKeys = canLock()
    vault.close()
    // A paper key is stored without a passphrase, so wiping it would protect nothing.
    const paperKeys = [...session.get().credentials].filter(([id]) => isPaperKey(id))
    session.change({ credentials: new Map(paperKeys) })
    updateLocked()
    if (hadKeys) onWiped()
  }
  const addKeys = async (contents: VaultContents, isWanted: IsWanted = () => true) => {
    const added = await credentialsIn(contents, session.get().connections.filter(isWanted))
    if (!vault.isOpen()) return
    const { credentials } = session.get()
    session.change({ credentials: new Map([...credentials, ...added]) })
  }
  updateLocked()

  return {
    hasVault: () => vault.exists(),

    /** Set if locking would remove a key. */
    canLock,

    async createVault(passphrase: string): Promise<void> {
      await vault.create(passphrase)
      updateLocked()
    },

    async unlock(passphrase: string): Promise<void> {
      await addKeys(await vault.open(passphrase))
      updateLocked()
    },

    /** Throws `VaultProblem` for a wrong passphrase. */
    async checkPassphrase(passphrase: string): Promise<void> {
      await vault.open(passphrase)
      updateLocked()
    },

    /** Removes all keys but paper keys from the memory of all tabs. */
    lock: (): void => {
      wipe()
      announce()
    },

    /** Locks this tab only, after another tab announced it. */
    lockHere: wipe,

    changePassphrase: (current: string, next: string): Promise<void> =>
      vault.changePassphrase(current, next),

    /** Deletes the keys if the passphrase was forgotten. The connections stay, without keys. */
    forgetVault: (): void => {
      vault.destroy()
      wipe()
    },

    /** Loads keys after an import, or after another tab changed them. */
    refresh: async (isWanted?: IsWanted): Promise<void> => addKeys(await vault.read(), isWanted),

    /** Call after another tab changed the passphrase or deleted the vault. */
    vaultChanged: (): void => {
      const { credentials, connections } = session.get()
      const hasKeys = connections.some((c) => c.storage === 'vault' && credentials.has(c.id))
      if (hasKeys && !vault.isOpen()) wipe()
      updateLocked()
    },
  }
}

/** Skips damaged keys, so that the others can still be used. */
async function credentialsIn(contents: VaultContents, connections: readonly ConnectionProfile[]) {
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

type AutoLockParts = {
  idleMs: number
  now: () => number
  /** Starts a timer; returns a function that cancels it. */
  after: (ms: number, run: () => void) => () => void
  lock: () => void
  storage: KeyValueStorage
}

/** Epoch milliseconds of the last input in any tab. */
const ACTIVE_AT = 'quarterdeck.active-at'
const STORED_EVERY_MS = 10_000

/** Locks after `idleMs` without a call of `touch` in any tab. */
export function createAutoLock({ idleMs, now, after, lock, storage }: AutoLockParts) {
  let touchedAt = now()
  let cancel: (() => void) | undefined

  // The clock may have been set back.
  const since = (at: number) => Math.abs(now() - at)
  // Read each time: a frozen tab hears of no other.
  const sinceStored = () => since(wholeOf(readJson(storage, ACTIVE_AT)) ?? 0)
  const idleFor = () => Math.min(since(touchedAt), sinceStored())
  const isOver = () => idleFor() >= idleMs
  const lockNow = () => {
    cancel?.()
    cancel = undefined
    lock()
  }
  const wait = () => {
    cancel = after(Math.max(0, idleMs - idleFor()), () => (isOver() ? lockNow() : wait()))
  }
  wait()

  return {
    /** Restarts the timer. Locks if it was over: timers fire late after the machine slept. */
    touch(): void {
      if (cancel !== undefined && isOver()) lockNow()
      else if (sinceStored() >= STORED_EVERY_MS) writeJson(storage, ACTIVE_AT, now())
      touchedAt = now()
      if (!cancel) wait()
    },
  }
}
