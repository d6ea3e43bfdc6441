import { useSyncExternalStore } from 'react'
import type { AddressBook } from './address-book.ts'
import type { ChoiceName } from './choices.ts'
import type { ConnectionProfile } from './connection-profile.ts'
import { sessionHome } from './home.ts'
import { type Mode, modeKeptFor } from './mode-kept-for.ts'
import { currentConnection, type Session } from './session.ts'
import type { Settings } from './settings.ts'

const everything = (session: Session): Session => session
const NO_CONNECTION = ''

/** `select` has to give the same value for the same session: pick a member, build nothing. */
export function useSession(): Session
export function useSession<T>(select: (session: Session) => T): T
export function useSession(select: (session: Session) => unknown = everything): unknown {
  const { session } = sessionHome()
  return useSyncExternalStore(session.subscribe, () => select(session.get()))
}

export function useConnection(): ConnectionProfile | undefined {
  return useSession(currentConnection)
}

/** The mode that what this browser keeps of the current connection is kept for. */
export const useKeptMode = (): Mode =>
  useSession((session) => modeKeptFor(session, session.currentId))

export function useSettings(): Settings {
  const { settings } = sessionHome()
  return useSyncExternalStore(settings.subscribe, settings.get)
}

/** Of the current connection, unless another one is named. */
export function useAddressBook(connectionId?: string): AddressBook {
  const { addressBook } = sessionHome()
  const id = useSession((session) => connectionId ?? session.currentId ?? NO_CONNECTION)
  // Another mode has another book.
  useSession((session) => modeKeptFor(session, id))
  return useSyncExternalStore(addressBook.subscribe, () => addressBook.of(id))
}

/** What was chosen before, of whatever shape; changed with `sessionHome().choices.set`. */
export function useChoice(name: ChoiceName): unknown {
  const { choices } = sessionHome()
  return useSyncExternalStore(choices.subscribe, () => choices.get(name))
}
