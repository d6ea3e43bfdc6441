import { useState } from 'react'

import { Problem, useSecretForm } from '#forms/use-attempt.tsx'
import { IS_SITE } from '#in-page/own-address.ts'
import type { SessionStore } from '#session/session-store.ts'
import { problemOf } from '#session/use-passphrase.ts'
import { useSession, useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { download } from '#ui/download.ts'
import { FileButton } from '#ui/file-button.tsx'
import { textFrom } from '#ui/form-text.ts'
import { Note } from '#ui/note.tsx'
import { PassphraseField } from '#ui/passphrase-field.tsx'
import { TextField } from '#ui/text-input.tsx'

const FIELDS = [
  { name: 'passphrase', label: 'Current passphrase', autoComplete: 'current-password' },
  { name: 'next', label: 'New passphrase', autoComplete: 'new-password' },
  { name: 'nextAgain', label: 'Repeat the new passphrase', autoComplete: 'new-password' },
] as const

async function opened(opening: Promise<void>): Promise<void> {
  const problem = await problemOf(opening)
  if (problem !== undefined) throw new Error(problem)
}

export function ChangePassphrase() {
  useSession()
  const { connections } = useSessionStore()
  const [state, setState] = useState<'open' | 'done'>()
  const { problem, isBusy, forget, onSubmit } = useSecretForm(async (form) => {
    const [current = '', next = '', again] = FIELDS.map(({ name }) => textFrom(form, name))
    if (next !== again) throw new Error('The two new passphrases differ.')
    await opened(connections.changePassphrase(current, next))
    setState('done')
  })
  if (!connections.hasVault()) return null
  const isOpen = state === 'open'
  return (
    <>
      <Button
        look="quiet"
        aria-expanded={isOpen}
        onClick={() => {
          forget()
          setState(isOpen ? undefined : 'open')
        }}
      >
        Change passphrase
      </Button>
      {isOpen && (
        <form
          aria-label="Change passphrase"
          onSubmit={onSubmit}
          className="flex w-full flex-wrap items-end gap-3"
        >
          {FIELDS.map((field) => (
            <TextField key={field.name} {...field} type="password" className="w-56 max-sm:w-full" />
          ))}
          <Button type="submit" isSending={isBusy} sendingLabel="Changing">
            Save passphrase
          </Button>
          <Problem className="w-full">{problem}</Problem>
        </form>
      )}
      {state === 'done' && (
        <p role="status" className="w-full text-ink-2">
          The passphrase was changed.
        </p>
      )}
    </>
  )
}

/** The passphrase opens the vault in every tab; it is never stored. */
export function UnlockForm() {
  const { connections } = useSessionStore()
  const { problem, isBusy, onSubmit } = useSecretForm((form) => {
    const passphrase = textFrom(form, 'passphrase')
    form.reset()
    return opened(connections.unlock(passphrase))
  })
  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <p className="text-ink-2">
        The keys are encrypted in this browser. Enter the passphrase to unlock them.
      </p>
      <PassphraseField problem={problem} isFirst />
      <div>
        <Button
          type="submit"
          look="primary"
          className="max-sm:w-full"
          isSending={isBusy}
          sendingLabel="Unlocking"
        >
          Unlock
        </Button>
      </div>
    </form>
  )
}

/** A key deleted here still works for anyone who has it. */
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

/** Removes the keys after a lost passphrase; the connections stay. */
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

type Connections = SessionStore['connections']

const FILE_NAME = 'quarterdeck-connections.json'

export function TransferConnections() {
  const [file, setFile] = useState<File | 'out'>()
  const [said, setSaid] = useState<string>()
  const { connections } = useSessionStore()

  const { problem, forget, onSubmit } = useSecretForm(async (form) => {
    const passphrase = textFrom(form, 'passphrase')
    form.reset()
    if (file === undefined) return
    setSaid(
      file === 'out'
        ? await exportTo(passphrase, connections)
        : await importFrom(file, passphrase, connections),
    )
    setFile(undefined)
  }, 'This failed.')
  const choose = (chosen: File | 'out' | undefined) => {
    forget()
    setSaid(undefined)
    setFile(chosen)
  }

  return (
    <>
      <Button look="quiet" onClick={() => choose('out')}>
        Export
      </Button>
      <FileButton look="quiet" accept=".json,application/json" onChoose={choose}>
        Import
      </FileButton>
      {file !== undefined && (
        <form onSubmit={onSubmit} className="flex w-full flex-wrap items-end gap-3">
          <TextField
            label={file === 'out' ? 'New passphrase for the file' : `Passphrase of ${file.name}`}
            className="w-80"
            name="passphrase"
            type="password"
            autoFocus
          />
          <Button type="submit" look="primary">
            {file === 'out' ? 'Export connections' : 'Import connections'}
          </Button>
          <Button look="quiet" onClick={() => choose(undefined)}>
            Cancel
          </Button>
        </form>
      )}
      {(problem ?? said) !== undefined && (
        <Note isAnnounced className="w-full">
          {problem ?? said}
        </Note>
      )}
    </>
  )
}

async function exportTo(passphrase: string, connections: Connections): Promise<string> {
  const text = await connections.exportConnections(passphrase)
  download(FILE_NAME, new Blob([text], { type: 'application/json' }))
  return `Exported as ${FILE_NAME}, encrypted with this passphrase.`
}

async function importFrom(
  file: File,
  passphrase: string,
  connections: Connections,
): Promise<string> {
  const added = await connections.importConnections(await file.text(), passphrase)
  return `Imported: ${added.map(({ label }) => label).join(', ')}. Each starts read only.`
}
