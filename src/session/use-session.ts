import { createContext, use, useMemo, useSyncExternalStore } from 'react'

import type { AddressBook } from './address-book.ts'
import type { ConnectionProfile } from './connection-profile.ts'
import type { SessionStore } from './session-store.ts'
import { currentConnection, type Mode, modeKeptFor, type Session } from './session.ts'
import type { ChoiceName, Settings, SettingsStore } from './settings.ts'

/** What this browser keeps and who is connected; made once, where the page is put together. */
export const SessionStoreContext = createContext<SessionStore | undefined>(undefined)

export function useSessionStore(): SessionStore {
  const store = use(SessionStoreContext)
  if (!store) throw new Error('useSessionStore stands outside its SessionStoreContext')
  return store
}

const everything = (session: Session): Session => session
const NO_CONNECTION = ''

/** `select` has to give the same value for the same session: pick a member, build nothing. */
export function useSession(): Session
export function useSession<T>(select: (session: Session) => T): T
export function useSession(select: (session: Session) => unknown = everything): unknown {
  const { session } = useSessionStore()
  return useSyncExternalStore(session.subscribe, () => select(session.get()))
}

export function useConnection(): ConnectionProfile | undefined {
  return useSession(currentConnection)
}

/** The mode that what this browser keeps of the current connection is kept for. */
export const useKeptMode = (): Mode =>
  useSession((session) => modeKeptFor(session, session.currentId))

/** Changes the settings that it is given and leaves the others. */
export const useChangeSettings = (): SettingsStore['set'] => useSessionStore().settings.set

export function useSettings(): Settings {
  const { settings } = useSessionStore()
  return useSyncExternalStore(settings.subscribe, settings.get)
}

/** Of the current connection, unless another one is named. */
export function useAddressBook(connectionId?: string): AddressBook {
  const { addressBook } = useSessionStore()
  const id = useSession((session) => connectionId ?? session.currentId ?? NO_CONNECTION)
  // Another mode has another book.
  useSession((session) => modeKeptFor(session, id))
  return useSyncExternalStore(addressBook.subscribe, () => addressBook.of(id))
}

/** What was chosen before, of whatever shape; changed with `choices.set` of the session store. */
export function useChoice(name: ChoiceName): unknown {
  const { choices } = useSessionStore()
  return useSyncExternalStore(choices.subscribe, () => choices.get(name))
}

type Table = 'balances' | 'dca-bots' | 'grid-bots' | 'history' | 'smart-trades'

/** Which columns of a table are hidden in this browser and in what order they stand, and how to change both. */
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
    /** Absent while the columns stand as at first. */
    reset: isStandard
      ? undefined
      : () =>
          changeSettings({ hiddenColumns: others, columnOrder: { ...columnOrder, [table]: [] } }),
  }
}

/** Fields that only this service sends and that were made columns of a table, in this browser. */
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
