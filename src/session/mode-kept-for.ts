import { connectionOf, type Session } from './session.ts'

/** What is kept of a connection is kept for each mode by itself; what is not known to be paper is real. */
export const MODES = ['paper', 'real'] as const
export type Mode = (typeof MODES)[number]

export const modeKeptFor = (session: Session, connectionId: string | undefined): Mode =>
  connectionOf(session, connectionId)?.declaredMode === 'paper' ? 'paper' : 'real'
