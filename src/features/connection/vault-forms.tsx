import { type FormEvent, useState } from 'react'

import { Problem } from '#forms/use-attempt.tsx'
import { IS_SITE } from '#in-page/own-address.ts'
import { problemOf } from '#session/use-passphrase.ts'
import { useSession, useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { textFrom } from '#ui/form-text.ts'
import { PassphraseField } from '#ui/passphrase-field.tsx'
import { TextInput } from '#ui/text-input.tsx'

const FIELDS = [
  { name: 'passphrase', label: 'Current passphrase', autoComplete: 'current-password' },
  { name: 'next', label: 'New passphrase', autoComplete: 'new-password' },
  { name: 'nextAgain', label: 'Repeat the new passphrase', autoComplete: 'new-password' },
] as const

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
            Save passphrase
          </Button>
          <Problem className="w-full">{problem}</Problem>
        </form>
      )}
      {isDone && (
        <p role="status" className="w-full text-ink-2">
          The passphrase was changed.
        </p>
      )}
    </>
  )
}

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
        The keys are encrypted in this browser. Enter the passphrase to unlock them.
      </p>
      <PassphraseField problem={problem} isFirst />
      <div>
        <Button
          type="submit"
          look="primary"
          className="max-sm:w-full"
          isSending={isOpening}
          sendingLabel="Unlocking"
        >
          Unlock
        </Button>
      </div>
    </form>
  )
}

/** A key that is deleted here still works for whoever has it. */
export const Revoke = () => (
  <>
    Also revoke the old key where it was made: on the API page of the service
    {!IS_SITE && (
      <>
        , or for the paper service with its command{' '}
        <code className="font-mono text-[0.75rem] whitespace-nowrap">keys revoke</code>
      </>
    )}
    .
  </>
)

/** The way on where nobody knows the passphrase any more: the keys go, the connections stay. */
export function ForgottenPassphrase() {
  const [isAsked, setAsked] = useState(false)
  const { forgetVault } = useSessionStore().connections
  if (!isAsked) {
    return (
      <button type="button" className="link touch mt-5 self-start" onClick={() => setAsked(true)}>
        Forgot the passphrase?
      </button>
    )
  }
  return (
    <section aria-label="Forgotten passphrase" className="mt-6 border-t border-hairline pt-4">
      <p className="text-pretty text-ink-2">
        A passphrase cannot be recovered. You can delete all keys that it protects: the connections
        and their list in Activity stay, and each connection asks for a new key. <Revoke />
      </p>
      <div className="flex flex-wrap gap-3 pt-4">
        <Button look="quiet" onClick={() => setAsked(false)}>
          Cancel
        </Button>
        <Button look="danger-final" onClick={() => forgetVault()}>
          Delete these keys
        </Button>
      </div>
    </section>
  )
}
