import { useEffect, useState } from 'react'

import type { DraftForm } from './drafts.ts'
import { sessionHome } from './home.ts'
import { useConnection } from './use-session.ts'

type KeptDraft<Values> = {
  form: DraftForm
  /** Makes sense of what lies there, which an older version may have written. */
  heal: (found: unknown) => Values
  /** Nothing of it is kept any more. */
  isSent: boolean
}

/** What is typed into a form: it outlives a reload of its tab, until it is sent. */
export function useKeptDraft<Values>({ form, heal, isSent }: KeptDraft<Values>) {
  const connectionId = useConnection()?.id
  const [typed, setTyped] = useState(() =>
    heal(connectionId === undefined ? undefined : sessionHome().drafts.read(connectionId, form)),
  )
  useEffect(() => {
    if (isSent && connectionId !== undefined) sessionHome().drafts.clear(connectionId, form)
  }, [isSent, connectionId, form])

  const type = (change: Partial<Values>) => {
    const next = { ...typed, ...change }
    setTyped(next)
    if (connectionId !== undefined) sessionHome().drafts.write(connectionId, form, next)
  }
  return { typed, type, startOver: setTyped }
}
