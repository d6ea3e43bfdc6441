import * as z from 'zod/mini'

import { createAddressBooks } from './address-book.ts'
import type { ConnectionProfile } from './connection-profile.ts'
import { createConnections } from './connections.ts'
import { createDrafts } from './drafts.ts'
import { keptRecord, keptStore, type KeyValueStorage, writeJson } from './kept-store.ts'
import { createAutoLock, createLocking } from './locking.ts'
import type { PaperKeys } from './paper-key.ts'
import { createSessionState, modeKeptFor, type SessionStateStore } from './session.ts'
import { createChoices, createSettings } from './settings.ts'
import { createTraffic } from './traffic.ts'
import type { Random } from './vault-format.ts'
import { createVault, VAULT } from './vault.ts'

const IDLE_MS = 15 * 60_000
// About 0.3 s on a desktop. Vaults with fewer rounds still open.
const ROUNDS = 1_500_000

export type TabMessage = 'lock'

/** Access to the browser, replaceable in tests. */
export type Environment = {
  local: KeyValueStorage
  tab: KeyValueStorage
  paperKeys: PaperKeys
  random: Random
  newId: () => string
  now: () => number
  after: (ms: number, run: () => void) => () => void
  /** Runs one task at a time across all tabs. */
  inTurn: <T>(task: () => Promise<T>) => Promise<T>
  announce: (message: TabMessage) => void
  rounds?: number
}

export type SessionStore = ReturnType<typeof createSessionStore>

const healTimes = (found: unknown) => keptRecord(z.int()).parse(found)

/** Session, settings and everything else that this browser stores. */
export function createSessionStore(environment: Environment) {
  const { local, tab, paperKeys, random, newId, now, after, inTurn, announce } = environment
  const rounds = environment.rounds ?? ROUNDS
  const settings = createSettings(local)
  const choices = createChoices(local)
  const traffic = createTraffic(local)
  const session = createSessionState({ local, tab })
  const confirmed = keptStore({
    storage: local,
    key: 'quarterdeck.mode-confirmed',
    heal: healTimes,
  })
  const modeOf = (connectionId: string) => modeKeptFor(session.get(), connectionId)
  const addressBook = createAddressBooks(local, modeOf)
  const drafts = createDrafts(tab, modeOf)
  const vault = createVault({ storage: local, random, rounds, inTurn })
  const lockEpoch = createLockEpoch(local, newId)
  const lockListeners = new Set<() => void>()
  const { lockHere, vaultChanged, refresh, ...locking } = createLocking({
    session,
    vault,
    announce: () => {
      lockEpoch.renew()
      announce('lock')
    },
    onWiped: () => lockListeners.forEach((listener) => listener()),
  })
  const reread = (key: string | null) => {
    settings.reread(key)
    addressBook.reread(key)
    choices.reread(key)
    traffic.reread(key)
    confirmed.reread(key)
    const before = session.get().connections
    session.reread(key)
    if (key === VAULT || key === null) vaultChanged()
    void followKeys(before, {
      session,
      // Fails if the vault was closed meanwhile; unlocking it loads the keys too.
      fromVault: (isWanted) => refresh(isWanted).catch(() => undefined),
      fromPaperKeys: (isWanted) => connections.recallPaperKeys(isWanted),
    })
  }
  const onRemoved = (id: string) => {
    addressBook.forget(id)
    drafts.forget(id)
    choices.forget(id)
    traffic.forget(id)
  }
  const autoLock = createAutoLock({
    idleMs: IDLE_MS,
    now,
    after,
    lock: () => {
      if (locking.canLock()) locking.lock()
    },
    storage: local,
  })
  const connections = createConnections({
    session,
    vault,
    paperKeys,
    newId,
    now,
    onRemoved,
    confirmed,
  })
  const transfer = async () => {
    const { createTransfer } = await import('./vault-transfer.ts')
    return createTransfer({ session, vault, rounds, random, refresh })
  }

  return {
    session,
    settings,
    addressBook,
    drafts,
    choices,
    traffic,
    connections: {
      ...connections,
      exportConnections: async (passphrase: string) =>
        (await transfer()).exportConnections(passphrase),
      importConnections: async (text: string, passphrase: string) =>
        (await transfer()).importConnections(text, passphrase),
      ...locking,
    },
    /** Call on every key press and pointer event. */
    touch: () => autoLock.touch(),
    /** Older versions in other tabs also send 'active'. */
    onTabMessage(message: unknown): void {
      if (message === 'lock') lockHere()
    },
    /** Call when another tab wrote `key` to local storage, or cleared it (null). */
    reread,
    /** Call when the page returns from the back/forward cache, where it received no events. */
    restored(): void {
      if (lockEpoch.isChanged()) lockHere()
      reread(null)
      autoLock.touch()
    },
    /** Calls the listener after a lock in any tab removed keys of this tab. */
    onLocked(listener: () => void): void {
      lockListeners.add(listener)
    },
  }
}

const LOCK_EPOCH = 'quarterdeck.lock-epoch'

/** Random id, renewed by every lock: detects one missed in the back/forward cache. */
function createLockEpoch(storage: KeyValueStorage, newId: () => string) {
  const read = () => storage.getItem(LOCK_EPOCH)
  let epoch = read()
  return {
    renew(): void {
      writeJson(storage, LOCK_EPOCH, newId())
      epoch = read()
    },
    isChanged: () => read() !== epoch,
  }
}

type IsWanted = (profile: ConnectionProfile) => boolean

type FollowParts = {
  session: SessionStateStore
  fromVault: (isWanted: IsWanted) => Promise<void>
  fromPaperKeys: (isWanted: IsWanted) => Promise<void>
}

/** Loads keys changed in another tab since `before`, except keys in that tab's memory only. */
async function followKeys(
  before: readonly ConnectionProfile[],
  { session, fromVault, fromPaperKeys }: FollowParts,
): Promise<void> {
  const known = new Map(before.map((profile) => [profile.id, profile]))
  const isChanged: IsWanted = ({ id, keyedAs }) => known.get(id)?.keyedAs !== keyedAs
  const changed = session.get().connections.filter(isChanged)
  const lost = changed.filter(
    ({ id, storage, apiKeyHint }) =>
      storage === 'session' &&
      (known.get(id)?.storage !== storage || known.get(id)?.apiKeyHint !== apiKeyHint),
  )
  if (lost.length > 0) {
    const credentials = new Map(session.get().credentials)
    for (const { id } of lost) credentials.delete(id)
    session.change({ credentials })
  }
  if (changed.some(({ storage }) => storage === 'vault')) await fromVault(isChanged)
  if (changed.some(({ storage }) => storage === 'paper-key')) await fromPaperKeys(isChanged)
}
