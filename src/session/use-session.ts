import { createContext, use, useMemo, useSyncExternalStore } from 'react'

import type { AddressBook } from './address-book.ts'
import type { ConnectionProfile } from './connection-profile.ts'
import type { SessionStore } from './session-store.ts'
import { currentConnection, type Mode, modeKeptFor, type Session } from './session.ts'
import type { ChoiceName, Settings, SettingsStore } from './settings.ts'

export const SessionStoreContext = createContext<SessionStore | undefined>(undefined)

export function useSessionStore(): SessionStore {
  const store = use(SessionStoreContext)
  if (!store) throw new Error('useSessionStore needs a SessionStoreContext')
  return store
}

const everything = (session: Session): Session => session
const NO_CONNECTION = ''

/** `select` must return the same value for the same session: a field, not a new object. */
export function useSession(): Session
export function useSession<T>(select: (session: Session) => T): T
export function useSession(select: (session: Session) => unknown = everything): unknown {
  const { session } = useSessionStore()
  return useSyncExternalStore(session.subscribe, () => select(session.get()))
}

export function useConnection(): ConnectionProfile | undefined {
  return useSession(currentConnection)
}

/** Mode under which this browser stores data of the current connection. */
export const useKeptMode = (): Mode =>
  useSession((session) => modeKeptFor(session, session.currentId))

export const useChangeSettings = (): SettingsStore['set'] => useSessionStore().settings.set

export function useSettings(): Settings {
  const { settings } = useSessionStore()
  return useSyncExternalStore(settings.subscribe, settings.get)
}

export function useAddressBook(connectionId?: string): AddressBook {
  const { addressBook } = useSessionStore()
  const id = useSession((session) => connectionId ?? session.currentId ?? NO_CONNECTION)
  // Renders again when the mode changes: each mode has its own book.
  useSession((session) => modeKeptFor(session, id))
  return useSyncExternalStore(addressBook.subscribe, () => addressBook.of(id))
}

/** Stored preference of any shape. `choices.set` of the session store changes it. */
export function useChoice(name: ChoiceName): unknown {
  const { choices } = useSessionStore()
  return useSyncExternalStore(choices.subscribe, () => choices.get(name))
}

type Table = 'balances' | 'dca-bots' | 'grid-bots' | 'history' | 'smart-trades'

/** Hidden columns and column order of a table, and functions to change them. */
export function useColumns(
  table: Table,
  columns: readonly { id: string; isExtra?: boolean }[] = NONE,
) {
  const { hiddenColumns, columnOrder } = useSettings()
  const changeSettings = useChangeSettings()
  const extra = useMemo(() => columns.flatMap(({ id, isExtra }) => (isExtra ? id : [])), [columns])
  const { [table]: hidden = extra, ...others } = hiddenColumns
  const order = columnOrder[table] ?? NONE
  const isStandard = order.length === 0 && hidden.toSorted().join() === extra.toSorted().join()
  return {
    hidden,
    show: (id: string, isShown: boolean) =>
      changeSettings({
        hiddenColumns: { ...hiddenColumns, [table]: toggled(hidden, id, !isShown) },
      }),
    order,
    reorder: (next: readonly string[]) =>
      changeSettings({ columnOrder: { ...columnOrder, [table]: next } }),
    /** `undefined` if the columns are as by default. */
    reset: isStandard
      ? undefined
      : () =>
          changeSettings({ hiddenColumns: others, columnOrder: { ...columnOrder, [table]: [] } }),
  }
}

/** Unknown fields of the service that the user has made columns. */
export function useExtraColumns(table: 'history') {
  const { extraColumns } = useSettings()
  const changeSettings = useChangeSettings()
  const extra = extraColumns[table] ?? NONE
  return {
    extra,
    show: (id: string, isShown: boolean) =>
      changeSettings({ extraColumns: { ...extraColumns, [table]: toggled(extra, id, isShown) } }),
  }
}

const NONE: readonly never[] = []

function toggled(ids: readonly string[], id: string, isIn: boolean): readonly string[] {
  const others = ids.filter((one) => one !== id)
  return isIn ? [...others, id] : others
}
