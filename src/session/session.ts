import type { Credentials } from '#signing/credentials.ts'

import { type ConnectionProfile, readProfile } from './connection-profile.ts'
import {
  createStore,
  type KeyValueStorage,
  listOf,
  membersOf,
  readJson,
  type Store,
  textOf,
  writeJson,
} from './kept-store.ts'

const CONNECTIONS = 'quarterdeck.connections'
const CURRENT = 'quarterdeck.connection'

export type Session = {
  readonly connections: readonly ConnectionProfile[]
  readonly currentId: string | undefined
  /** By connection id, in memory only: never written anywhere. */
  readonly credentials: ReadonlyMap<string, Credentials>
  /** There is a vault and it is closed. */
  readonly locked: boolean
}

export type SessionStateStore = Omit<Store<Session>, 'set'> & {
  readonly change: (patch: Partial<Session>) => void
  /** Another tab wrote `key`, or cleared everything (null). */
  readonly reread: (key: string | null) => void
}

type Places = {
  /** Kept for every tab: the connections, and which one was used last. */
  local: KeyValueStorage
  /** Kept for this tab, so that switching in one tab never moves another to real money. */
  tab: KeyValueStorage
}

export function createSessionState({ local, tab }: Places): SessionStateStore {
  const { connections, lastUsed } = readKept(local)
  const currentId = textOf(readJson(tab, CURRENT)) ?? lastUsed
  const store = createStore<Session>({
    connections,
    currentId: existing(connections, currentId),
    credentials: new Map(),
    locked: false,
  })

  let isKept = true

  return {
    get: store.get,
    subscribe: store.subscribe,
    change(patch) {
      const before = store.get()
      const next = whole({ ...before, ...patch })
      store.set(next)
      const switched = next.currentId !== before.currentId
      if (switched) writeJson(tab, CURRENT, next.currentId ?? null)
      if (switched || next.connections !== before.connections) {
        // What could not be kept is not to be found there.
        const kept = isKept ? readKept(local).connections : before.connections
        const connections = changedAmong(kept, before.connections, next.connections)
        isKept = writeJson(local, CONNECTIONS, { connections, lastUsed: next.currentId })
      }
    },
    reread(key) {
      if (key !== CONNECTIONS && key !== null) return
      const { connections } = readKept(local)
      store.set(whole({ ...store.get(), connections }))
    },
  }
}

export function connectionOf(
  { connections }: Session,
  id: string | undefined,
): ConnectionProfile | undefined {
  return connections.find((connection) => connection.id === id)
}

export function currentConnection(session: Session): ConnectionProfile | undefined {
  return connectionOf(session, session.currentId)
}

export function currentCredentials(session: Session): Credentials | undefined {
  return session.currentId === undefined ? undefined : session.credentials.get(session.currentId)
}

/** What the current connection lacks before it can send a request. */
export function connectionStatus(session: Session): 'none' | 'ready' | 'locked' | 'keyless' {
  const connection = currentConnection(session)
  if (!connection) return 'none'
  if (session.credentials.has(connection.id)) return 'ready'
  return connection.storage === 'vault' && session.locked ? 'locked' : 'keyless'
}

/**
 * What is kept with a change made to it that turns `before` into `next`. Another tab may have kept
 * something else that this tab has yet to hear of: a switch to read-only must not be lost by that.
 */
function changedAmong(
  kept: readonly ConnectionProfile[],
  before: readonly ConnectionProfile[],
  next: readonly ConnectionProfile[],
): ConnectionProfile[] {
  const was = new Map(before.map((profile) => [profile.id, profile]))
  const becomes = new Map(next.map((profile) => [profile.id, profile]))
  const staying = kept.filter(({ id }) => becomes.has(id) || !was.has(id))
  const known = new Set(staying.map(({ id }) => id))
  return [
    ...staying.map((profile) => ({
      ...profile,
      ...changedMembers(was.get(profile.id), becomes.get(profile.id)),
    })),
    ...next.filter(({ id }) => !known.has(id) && !was.has(id)),
  ]
}

const changedMembers = (
  before: Partial<ConnectionProfile> = {},
  next: Partial<ConnectionProfile> = {},
): Partial<ConnectionProfile> =>
  Object.fromEntries(
    Object.entries(next).filter(
      ([name, value]) => value !== before[name as keyof ConnectionProfile],
    ),
  )

function readKept(local: KeyValueStorage) {
  const kept = membersOf(readJson(local, CONNECTIONS))
  return {
    connections: listOf(kept['connections'], readProfile),
    lastUsed: textOf(kept['lastUsed']),
  }
}

/** The profiles that a session has, and how to put another one in the place of one. */
export const profilesIn = (session: SessionStateStore) => ({
  profileOf: (id: string): ConnectionProfile => {
    const profile = connectionOf(session.get(), id)
    if (!profile) throw new RangeError('no such connection')
    return profile
  },
  replace: (profile: ConnectionProfile): void => {
    const { connections } = session.get()
    session.change({
      connections: connections.map((other) => (other.id === profile.id ? profile : other)),
    })
  },
})

/** No current connection and no key without its profile; each key signs as its profile says. */
function whole(session: Session): Session {
  const { connections, currentId } = session
  const credentials = [...session.credentials].flatMap(([id, one]) => {
    const profile = connectionOf(session, id)
    if (!profile) return []
    const { emptyForm } = profile
    // The same object while nothing changes: a key is what a whole page of readings hangs on.
    const same = one.emptyForm === emptyForm
    return [[id, same ? one : { ...one, emptyForm }] as const]
  })
  return {
    ...session,
    currentId: existing(connections, currentId),
    credentials: new Map(credentials),
  }
}

function existing(connections: readonly ConnectionProfile[], id: string | undefined) {
  return connections.some((connection) => connection.id === id) ? id : undefined
}

/** What is kept of a connection is kept for each mode by itself; what is not known to be paper is real. */
export const MODES = ['paper', 'real'] as const
export type Mode = (typeof MODES)[number]

export const modeKeptFor = (session: Session, connectionId: string | undefined): Mode =>
  connectionOf(session, connectionId)?.declaredMode === 'paper' ? 'paper' : 'real'
