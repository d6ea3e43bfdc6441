import { useEffect, useState } from 'react'

import { clearlyOpenIntents } from '#intents/indexed-journal.ts'
import type { ClearPart } from '#intents/sealed-journal.ts'
import { Note } from '#ui/note.tsx'
import { Time } from '#ui/time.tsx'

/** What is open on a connection whose journal nobody can read yet: how many requests, and since when. */
export function OpenRequests({ connectionId }: { connectionId: string }) {
  const [open, setOpen] = useState<readonly ClearPart[]>([])
  useEffect(() => {
    let isHere = true
    void clearlyOpenIntents(indexedDB, connectionId).then(
      (found) => isHere && setOpen(found),
      // A journal that cannot be opened is said to be so where it is needed.
      () => undefined,
    )
    return () => {
      isHere = false
    }
  }, [connectionId])
  const [first] = open
  if (!first) return null
  return (
    <Note tone="caution" className="mb-4">
      {open.length === 1 ? '1 request has' : `${open.length} requests have`} an unknown outcome,{' '}
      {open.length === 1 ? 'sent' : 'the first sent'} <Time at={first.sentAt} style="second" />.
      Unlock to check.
    </Note>
  )
}
