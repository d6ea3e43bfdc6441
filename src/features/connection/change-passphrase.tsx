import { type FormEvent, useState } from 'react'

import { problemOf } from '#session/use-passphrase-again.ts'
import { useSession, useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { FieldMessage } from '#ui/field-message.tsx'
import { textFrom } from '#ui/form-text.ts'
import { TextInput } from '#ui/text-input.tsx'

const FIELDS = [
  { name: 'passphrase', label: 'Passphrase now', autoComplete: 'current-password' },
  { name: 'next', label: 'New passphrase', autoComplete: 'new-password' },
  { name: 'nextAgain', label: 'The new one again', autoComplete: 'new-password' },
] as const

/** Another passphrase for the keys that lie encrypted in this browser. */
export function ChangePassphrase() {
  useSession()
  const { connections } = useSessionStore()
  const [isOpen, setOpen] = useState(false)
  const [isChanging, setChanging] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [isDone, setDone] = useState(false)
  if (!connections.hasVault()) return null

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const [current, next, again] = FIELDS.map(({ name }) => textFrom(form, name))
    setDone(false)
    setProblem(undefined)
    if (next !== again) return setProblem('The two new passphrases differ.')
    setChanging(true)
    void problemOf(connections.changePassphrase(current ?? '', next ?? ''))
      .then((found) => {
        setProblem(found)
        setDone(found === undefined)
        setOpen(found !== undefined)
      })
      .finally(() => setChanging(false))
  }
  return (
    <>
      <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Change passphrase
      </Button>
      {isOpen && (
        <form
          aria-label="Change passphrase"
          onSubmit={submit}
          className="flex w-full flex-wrap items-end gap-3"
        >
          {FIELDS.map(({ name, label, autoComplete }) => (
            <Field key={name} label={label} className="w-56 max-sm:w-full">
              {(wiring) => (
                <TextInput {...wiring} name={name} type="password" autoComplete={autoComplete} />
              )}
            </Field>
          ))}
          <Button type="submit" isSending={isChanging} sendingLabel="Changing">
            Change it
          </Button>
          {problem !== undefined && (
            <div role="alert" className="w-full">
              <FieldMessage isError>{problem}</FieldMessage>
            </div>
          )}
        </form>
      )}
      {isDone && (
        <p role="status" className="w-full text-ink-2">
          The passphrase is another one now.
        </p>
      )}
    </>
  )
}
