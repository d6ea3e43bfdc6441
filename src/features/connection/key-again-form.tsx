import { type FormEvent, useState } from 'react'

import type { ConnectionProfile } from '#session/connection-profile.ts'
import { sessionHome } from '#session/home.ts'
import { Button } from '#ui/button.tsx'

import { KeyFields, type KeyKind } from './key-fields.tsx'
import { readKeyForm } from './read-key-form.ts'

/** A key that was only in a tab's memory is gone after a reload: it is asked for again. */
export function KeyAgainForm({ connection }: { connection: ConnectionProfile }) {
  const [kind, setKind] = useState<KeyKind>(connection.kind)
  const [problem, setProblem] = useState<string>()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    setProblem(undefined)
    readKeyForm(form, kind, connection.baseUrl)
      .then((stored) => sessionHome().connections.giveKey(connection.id, stored))
      .then(() => form.reset())
      .catch((error: unknown) => {
        setProblem(error instanceof Error ? error.message : 'The key cannot be used.')
      })
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-2">
        This connection’s key was kept in a tab’s memory alone. Enter it again for{' '}
        {connection.baseUrl}, key ending in {connection.apiKeyHint}.
      </p>
      <KeyFields kind={kind} onKind={setKind} problem={problem} />
      <div className="flex gap-3">
        <Button type="submit" look="primary">
          Use this key
        </Button>
        <Button look="quiet" onClick={() => void sessionHome().connections.remove(connection.id)}>
          Remove the connection
        </Button>
      </div>
    </form>
  )
}
