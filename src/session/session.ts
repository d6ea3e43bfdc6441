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
  /** By connection id. In memory only. */
  readonly credentials: ReadonlyMap<string, Credentials>
  /** Set if the vault exists and is closed. */
  readonly locked: boolean
}

export type SessionStateStore = Omit<Store<Session>, 'set'> & {
  readonly change: (patch: Partial<Session>) => void
  /** Call when another tab wrote `key`, or cleared the storage (null). */
  readonly reread: (key: string | null) => void
}

/** Keeps the current connection per `tab`: no tab may switch another to real money. */
export function createSessionState({
  local,
  tab,
}: Record<'local' | 'tab', KeyValueStorage>): SessionStateStore {
  const { connections, lastUsed } = readStored(local)
  const currentId = textOf(readJson(tab, CURRENT)) ?? lastUsed
  const store = createStore<Session>({
    connections,
    currentId: existingId(connections, currentId),
    credentials: new Map(),
    locked: false,
  })

  let isSaved = true

  return {
    get: store.get,
    subscribe: store.subscribe,
    change(patch) {
      const before = store.get()
      const next = consistent({ ...before, ...patch })
      store.set(next)
      const switched = next.currentId !== before.currentId
      if (switched) writeJson(tab, CURRENT, next.currentId ?? null)
      if (switched || next.connections !== before.connections) {
        // If saving failed before, the stored connections are older than ours.
        const stored = isSaved ? readStored(local).connections : before.connections
        const connections = merged(stored, before.connections, next.connections)
        isSaved = writeJson(local, CONNECTIONS, { connections, lastUsed: next.currentId })
      }
    },
    reread(key) {
      if (key !== CONNECTIONS && key !== null) return
      const { connections } = readStored(local)
      store.set(consistent({ ...store.get(), connections }))
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

/** State of the current connection. `keyless`: its key must be entered again. */
export function connectionStatus(session: Session): 'none' | 'ready' | 'locked' | 'keyless' {
  const connection = currentConnection(session)
  if (!connection) return 'none'
  if (session.credentials.has(connection.id)) return 'ready'
  return connection.storage === 'vault' && session.locked ? 'locked' : 'keyless'
}

/** Applies our changes to the stored connections, keeping those of other tabs. */
function merged(
  stored: readonly ConnectionProfile[],
  before: readonly ConnectionProfile[],
  next: readonly ConnectionProfile[],
): ConnectionProfile[] {
  const oldById = new Map(before.map((profile) => [profile.id, profile]))
  const newById = new Map(next.map((profile) => [profile.id, profile]))
  const remaining = stored.filter(({ id }) => newById.has(id) || !oldById.has(id))
  const remainingIds = new Set(remaining.map(({ id }) => id))
  return [
    ...remaining.map((profile) => ({
      ...profile,
      ...changedFields(oldById.get(profile.id), newById.get(profile.id)),
    })),
    ...next.filter(({ id }) => !remainingIds.has(id) && !oldById.has(id)),
  ]
}

const changedFields = (
  before: Partial<ConnectionProfile> = {},
  next: Partial<ConnectionProfile> = {},
): Partial<ConnectionProfile> =>
  Object.fromEntries(
    Object.entries(next).filter(
      ([name, value]) => value !== before[name as keyof ConnectionProfile],
    ),
  )

function readStored(local: KeyValueStorage) {
  const stored = membersOf(readJson(local, CONNECTIONS))
  return {
    connections: listOf(stored['connections'], readProfile),
    lastUsed: textOf(stored['lastUsed']),
  }
}

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

/** Drops a current id and keys without a profile; copies each `emptyForm` to its key. */
function consistent(session: Session): Session {
  const { connections, currentId } = session
  const credentials = [...session.credentials].flatMap(([id, one]) => {
    const profile = connectionOf(session, id)
    if (!profile) return []
    const { emptyForm } = profile
    // A new object would restart the connection, so it is reused.
    return [[id, one.emptyForm === emptyForm ? one : { ...one, emptyForm }] as const]
  })
  return {
    ...session,
    currentId: existingId(connections, currentId),
    credentials: new Map(credentials),
  }
}

function existingId(connections: readonly ConnectionProfile[], id: string | undefined) {
  return connections.some((connection) => connection.id === id) ? id : undefined
}

export const MODES = ['paper', 'real'] as const
export type Mode = (typeof MODES)[number]

/** Mode under which this browser stores data of a connection; real if unknown. */
export const modeKeptFor = (session: Session, connectionId: string | undefined): Mode =>
  connectionOf(session, connectionId)?.declaredMode === 'paper' ? 'paper' : 'real'

/** Calls `forget` for each connection that any tab removes. */
export function forgetRemoved(
  session: SessionStateStore,
  forget: (id: string) => Promise<void>,
): () => void {
  const present = () => new Set(session.get().connections.map(({ id }) => id))
  let known = present()
  return session.subscribe(() => {
    const now = present()
    // A failed deletion is ignored: nobody reads the data of a removed connection.
    for (const id of known) if (!now.has(id)) forget(id).catch(() => undefined)
    known = now
  })
}
