import { type AddressBooks, createAddressBooks } from './address-book.ts'
import type { ConnectionProfile } from './connection-profile.ts'
import { createConnections } from './connections.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { keptStore, type KeyValueStorage, membersOf, wholeOf } from './kept-store.ts'
import { createAutoLock, createLocking } from './locking.ts'
import type { PaperKeys } from './paper-key.ts'
import { createSessionState, modeKeptFor, type Session, type SessionStateStore } from './session.ts'
import { type Choices, createChoices, createSettings, type SettingsStore } from './settings.ts'
import { createTraffic, type TrafficBooks } from './traffic.ts'
import type { Random } from './vault-format.ts'
import type { createTransfer } from './vault-transfer.ts'
import { createVault, VAULT } from './vault.ts'

const IDLE_MS = 15 * 60_000
const ACTIVE_EVERY_MS = 10_000
// About a third of a second on a desktop; a vault with fewer rounds opens all the same.
const ROUNDS = 1_500_000

export type TabMessage = 'lock' | 'active'

/** Everything the session needs of a browser, so that a test can bring its own. */
export type Environment = {
  local: KeyValueStorage
  tab: KeyValueStorage
  paperKeys: PaperKeys
  random: Random
  newId: () => string
  now: () => number
  after: (ms: number, run: () => void) => () => void
  /** Runs one task at a time over all tabs. */
  inTurn: <T>(task: () => Promise<T>) => Promise<T>
  /** Sends a message to every other tab. */
  announce: (message: TabMessage) => void
  rounds?: number
}

export type SessionStore = {
  readonly session: SessionStateStore
  readonly connections: ReturnType<typeof createConnections> &
    ReturnType<typeof createTransfer> &
    Omit<ReturnType<typeof createLocking>, 'lockHere' | 'vaultChanged' | 'refresh'>
  readonly settings: SettingsStore
  readonly addressBook: AddressBooks
  readonly drafts: Drafts
  readonly choices: Choices
  readonly traffic: TrafficBooks
  /** Someone pressed a key or moved a pointer here. */
  readonly touch: () => void
  readonly heard: (message: TabMessage) => void
  /** Another tab wrote `key` to local storage, or cleared it (null). */
  readonly reread: (key: string | null) => void
  /** The browser shows a page again that it had put aside: it has heard of nothing meanwhile. */
  readonly restored: () => void
  /** Calls back whenever this tab has lost keys to a lock, its own or another tab's. */
  readonly onLocked: (listener: () => void) => void
}

/** Instants by connection, of whatever lies there. */
const timesOf = (found: unknown): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(membersOf(found)).flatMap(([id, at]) => {
      const instant = wholeOf(at)
      return instant === undefined ? [] : [[id, instant]]
    }),
  )

/** Puts together what this browser keeps and who is connected. */
export function createSessionStore(environment: Environment): SessionStore {
  const { local, tab, paperKeys, random, newId, now, after, inTurn, announce } = environment
  const rounds = environment.rounds ?? ROUNDS
  const settings = createSettings(local)
  const choices = createChoices(local)
  const traffic = createTraffic(local)
  const session = createSessionState({ local, tab })
  const confirmed = keptStore({ storage: local, key: 'quarterdeck.mode-confirmed', heal: timesOf })
  const modeOf = (connectionId: string) => modeKeptFor(session.get(), connectionId)
  const addressBook = createAddressBooks(local, modeOf)
  const drafts = createDrafts(tab, modeOf)
  const vault = createVault({ storage: local, random, rounds, inTurn })
  const lockEpoch = createLockEpoch(local, newId)
  const lockListeners = new Set<() => void>()
  const locking = createLocking({
    session,
    vault,
    announce: () => {
      lockEpoch.begin()
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
    if (key === VAULT || key === null) locking.vaultChanged()
    void follow(before)
  }
  const onRemoved = (id: string) => {
    addressBook.forget(id)
    drafts.forget(id)
    traffic.forget(id)
  }
  const autoLock = createAutoLock({
    idleMs: IDLE_MS,
    now,
    after,
    lock: () => {
      if (locking.canLock()) locking.lock()
    },
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
  const follow = (before: Session['connections']) =>
    followKeys(before, {
      session,
      // Closed meanwhile, it gives its keys with the passphrase.
      fromVault: (isWanted) => locking.refresh(isWanted).catch(() => undefined),
      fromPaperKeys: (isWanted) => connections.recallPaperKeys(isWanted),
    })
  let announcedActiveAt = now()
  const transfer = async () => {
    const { createTransfer } = await import('./vault-transfer.ts')
    return createTransfer({ session, vault, rounds, random, refresh: () => locking.refresh() })
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
      exportConnections: async (passphrase) => (await transfer()).exportConnections(passphrase),
      importConnections: async (text, passphrase) =>
        (await transfer()).importConnections(text, passphrase),
      ...locking,
    },
    touch() {
      if (!autoLock.touch() || now() - announcedActiveAt < ACTIVE_EVERY_MS) return
      announcedActiveAt = now()
      announce('active')
    },
    heard(message) {
      if (message === 'lock') locking.lockHere()
      else autoLock.touch()
    },
    reread,
    restored() {
      if (lockEpoch.isOver()) locking.lockHere()
      reread(null)
      autoLock.touch()
    },
    onLocked(listener) {
      lockListeners.add(listener)
    },
  }
}

const LOCK_EPOCH = 'quarterdeck.lock-epoch'

/** Names the time between two locks, for a page that was put aside and could not hear of one. */
function createLockEpoch(storage: KeyValueStorage, newId: () => string) {
  const read = () => storage.getItem(LOCK_EPOCH)
  let mine = read()
  return {
    begin(): void {
      mine = newId()
      try {
        storage.setItem(LOCK_EPOCH, mine)
      } catch {
        return
      }
    },
    isOver: () => read() !== mine,
  }
}

type IsWanted = (profile: ConnectionProfile) => boolean

type FollowParts = {
  session: SessionStateStore
  /** Take up again what rests in the vault, if it is open, and what rests without a passphrase. */
  fromVault: (isWanted: IsWanted) => Promise<void>
  fromPaperKeys: (isWanted: IsWanted) => Promise<void>
}

/**
 * Takes up the key or token that another tab has given a connection. `before` is how the
 * connections stood here; a key that rests in that tab's memory alone is asked for again.
 */
async function followKeys(
  before: readonly ConnectionProfile[],
  { session, fromVault, fromPaperKeys }: FollowParts,
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
    const credentials = new Map(session.get().credentials)
    for (const { id } of lost) credentials.delete(id)
    session.change({ credentials })
  }
  if (given.some(({ storage }) => storage === 'vault')) await fromVault(isGiven)
  if (given.some(({ storage }) => storage === 'paper-key')) await fromPaperKeys(isGiven)
}
