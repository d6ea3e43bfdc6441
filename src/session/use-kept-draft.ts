import { useEffect, useState } from 'react'

import type { DraftForm } from './drafts.ts'
import { useConnection, useKeptMode, useSessionStore } from './use-session.ts'

type KeptDraft<Values> = {
  form: DraftForm
  /** Makes sense of what lies there, which an older version may have written. */
  heal: (found: unknown) => Values
  /** Nothing of it is kept any more. */
  isSent: boolean
  /** What stands in the form is being reviewed: it stays until the review is left. */
  isReviewed: boolean
}

/** What is typed into a form for one mode: it outlives a reload of its tab, until it is sent. */
export function useKeptDraft<Values>({ form, heal, isSent, isReviewed }: KeptDraft<Values>) {
  const { drafts } = useSessionStore()
  const connectionId = useConnection()?.id
  const read = () => heal(connectionId === undefined ? undefined : drafts.read(connectionId, form))
  const mode = useKeptMode()
  const [typed, setTyped] = useState(read)
  const [typedFor, setTypedFor] = useState(mode)
  // What was typed for the other mode waits there.
  if (mode !== typedFor && !isReviewed) {
    setTypedFor(mode)
    setTyped(read())
  }
  useEffect(() => {
    if (isSent && connectionId !== undefined) drafts.clear(connectionId, form)
  }, [isSent, connectionId, form, drafts])

  const type = (change: Partial<Values>) => {
    const next = { ...typed, ...change }
    setTyped(next)
    if (connectionId !== undefined) drafts.write(connectionId, form, next)
  }
  return { typed, type, startOver: setTyped }
}
