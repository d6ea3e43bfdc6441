import { type FormEvent, type ReactNode, useState } from 'react'

import type { ConnectionProfile } from '#session/connection-profile.ts'
import { useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'

import { KeepFields, openVaultFor } from './keep-fields.tsx'
import { KeyFields, type KeyKind } from './key-fields.tsx'
import { readKeyForm } from './read-key-form.ts'

type KeyAgainFormProps = {
  connection: ConnectionProfile
  onDone?: () => void
  /** What else may be done, beside the button. */
  children?: ReactNode
}

/** Another key for a known connection: the first one is gone, or was replaced at the service. */
export function KeyAgainForm({ connection, onDone, children }: KeyAgainFormProps) {
  const sessionStore = useSessionStore()
  const [kind, setKind] = useState<KeyKind>(connection.kind)
  const [keep, setKeep] = useState(connection.storage === 'vault' ? 'vault' : 'session')
  const [problem, setProblem] = useState<string>()
  const place = keep === 'vault' ? 'vault' : 'session'

  const use = async (form: HTMLFormElement) => {
    const stored = await readKeyForm(form, kind, connection.baseUrl)
    if (place === 'vault') await openVaultFor(form, sessionStore)
    await sessionStore.connections.giveKey(connection.id, stored, place)
    form.reset()
    onDone?.()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setProblem(undefined)
    use(event.currentTarget).catch((error: unknown) => {
      setProblem(error instanceof Error ? error.message : 'The key cannot be used.')
    })
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <KeyFields kind={kind} onKind={setKind} problem={problem} />
      <KeepFields keep={place} onKeep={setKeep} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary">
          Use this key
        </Button>
        {children}
      </div>
    </form>
  )
}
