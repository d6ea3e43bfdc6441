import { type FormEvent, useState } from 'react'

import { problemOf } from '#session/use-passphrase-again.ts'
import { useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { textFrom } from '#ui/form-text.ts'
import { PassphraseField } from '#ui/passphrase-field.tsx'

/** The passphrase opens the vault in every tab; it is kept nowhere. */
export function UnlockForm() {
  const [problem, setProblem] = useState<string>()
  const [isOpening, setOpening] = useState(false)
  const { connections } = useSessionStore()

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const passphrase = textFrom(form, 'passphrase')
    form.reset()
    setOpening(true)
    setProblem(undefined)
    void problemOf(connections.unlock(passphrase))
      .then(setProblem)
      .finally(() => setOpening(false))
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-2">
        The keys of this connection lie encrypted in this browser. Nothing is shown until they are
        unlocked.
      </p>
      <PassphraseField problem={problem} isFirst />
      <div>
        <Button type="submit" look="primary" isSending={isOpening} sendingLabel="Unlocking">
          Unlock
        </Button>
      </div>
    </form>
  )
}
