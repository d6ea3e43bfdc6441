import { type ReactNode, useState } from 'react'

import { DIALECT_WORDS } from '#dialects/dialect-words.ts'
import { DIALECT_PROFILES, type DialectId } from '#dialects/dialects.ts'
import { useSecretForm } from '#forms/use-attempt.tsx'
import type { ConnectionProfile } from '#session/connection-profile.ts'
import type { SessionStore } from '#session/session-store.ts'
import { readEnteredKey, type StoredSecret } from '#session/stored-secret.ts'
import { useSession, useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { fileFrom, textFrom } from '#ui/form-text.ts'
import { optionsOf } from '#ui/options.ts'
import { Segmented } from '#ui/segmented.tsx'
import { TextArea, TextField } from '#ui/text-input.tsx'

export type KeyKind = 'hmac' | 'rsa'

type KeyFieldsProps = {
  dialect: DialectId
  kind: KeyKind
  onKind: (kind: KeyKind) => void
  problem?: string | undefined
}

/** API key, secret or private key, and token. Texts stay in the inputs until submitted. */
export function KeyFields({ dialect, kind, onKind, problem }: KeyFieldsProps) {
  const { keyHint, pemHint } = DIALECT_WORDS[dialect]
  return (
    <>
      <TextField label="API key" hint={keyHint} name="apiKey" required />
      <Segmented
        label="Kind of key"
        isLabelVisible
        isFull
        value={kind}
        options={optionsOf({ hmac: 'HMAC secret', rsa: 'RSA private key' })}
        onChange={onKind}
      />
      {kind === 'hmac' ? (
        <TextField label="Secret" error={problem} name="secret" type="password" required />
      ) : (
        <>
          <Field label="Private key file" hint={pemHint}>
            {(wiring) => (
              <input
                {...wiring}
                type="file"
                name="pemFile"
                accept=".pem,.key,.txt"
                className="block w-full text-ink-2 file:mr-3 file:h-8 file:rounded-m file:border-0 file:bg-active file:px-3 file:text-ink"
              />
            )}
          </Field>
          <Field label="Or paste the key" error={problem}>
            {(wiring) => (
              <TextArea
                {...wiring}
                name="pem"
                isCode
                rows={4}
                autoComplete="off"
                className="[-webkit-text-security:disc]"
              />
            )}
          </Field>
        </>
      )}
      {DIALECT_PROFILES[dialect].takesToken && (
        <TextField
          label="Bearer token"
          help="optional"
          hint="Only the DCA pages need it."
          name="token"
          type="password"
        />
      )}
    </>
  )
}

type KeepFieldsProps = {
  keep: 'vault' | 'session'
  onKeep: (keep: 'vault' | 'session') => void
  problem?: string | undefined
}

export function KeepFields({ keep, onKeep, problem }: KeepFieldsProps) {
  const hasVault = useSessionStore().connections.hasVault()
  const { locked } = useSession()
  const isOpen = hasVault && !locked
  return (
    <>
      <Segmented
        label="Where to store the key"
        isLabelVisible
        isFull
        value={keep}
        options={optionsOf({ vault: 'Encrypted in this browser', session: 'This tab only' })}
        onChange={onKeep}
      />
      {keep === 'session' && (
        <p className="text-caption text-ink-3">
          The key is forgotten when this tab is closed or reloaded.
        </p>
      )}
      {keep === 'vault' && !isOpen && (
        <TextField
          label={hasVault ? 'Passphrase' : 'New passphrase'}
          error={problem}
          hint={
            hasVault
              ? 'Unlocks the keys that are stored in this browser.'
              : 'At least 12 characters. It cannot be recovered.'
          }
          name="passphrase"
          type="password"
          autoComplete={hasVault ? 'current-password' : 'new-password'}
        />
      )}
      {keep === 'vault' && !hasVault && (
        <TextField
          label="Repeat the passphrase"
          name="passphraseAgain"
          type="password"
          autoComplete="new-password"
        />
      )}
    </>
  )
}

/** Opens or creates the vault with the form's passphrase. Throws errors with a sentence. */
export async function openVaultFor(
  form: HTMLFormElement,
  { connections, session }: SessionStore,
): Promise<void> {
  const passphrase = textFrom(form, 'passphrase')
  if (!connections.hasVault()) {
    if (passphrase !== textFrom(form, 'passphraseAgain')) {
      throw new Error('The two passphrases differ.')
    }
    await connections.createVault(passphrase)
  } else if (session.get().locked) {
    await connections.unlock(passphrase)
  }
}

/** Creates a key from the form, bound to the base URL's origin. Throws `KeyProblem`. */
export async function readKeyForm(
  form: HTMLFormElement,
  kind: KeyKind,
  baseUrl: string,
): Promise<StoredSecret> {
  const apiKey = textFrom(form, 'apiKey')
  const token = textFrom(form, 'token')
  const entered = { apiKey, ...(token !== '' && { token }) }
  if (kind === 'hmac') {
    return readEnteredKey({ ...entered, kind, secret: textFrom(form, 'secret') }, baseUrl)
  }
  const file = fileFrom(form, 'pemFile')
  const pem = file ? await file.arrayBuffer() : textFrom(form, 'pem')
  return readEnteredKey({ ...entered, kind, pem }, baseUrl)
}

type KeyAgainFormProps = {
  connection: ConnectionProfile
  onDone?: () => void
  children?: ReactNode
}

/** New key for a connection whose old one was lost or replaced. */
export function KeyAgainForm({ connection, onDone, children }: KeyAgainFormProps) {
  const sessionStore = useSessionStore()
  const [kind, setKind] = useState<KeyKind>(connection.kind)
  const [keep, setKeep] = useState(connection.storage === 'vault' ? 'vault' : 'session')
  const place = keep === 'vault' ? 'vault' : 'session'
  const { problem, onSubmit } = useSecretForm(async (form) => {
    const stored = await readKeyForm(form, kind, connection.baseUrl)
    if (place === 'vault') await openVaultFor(form, sessionStore)
    await sessionStore.connections.giveKey(connection.id, stored, place)
    form.reset()
    onDone?.()
  }, 'This key cannot be used.')

  return (
    <form onSubmit={onSubmit} className="flex flex-col gap-4">
      <KeyFields dialect={connection.dialect} kind={kind} onKind={setKind} problem={problem} />
      <KeepFields keep={place} onKeep={setKeep} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary">
          Save key
        </Button>
        {children}
      </div>
    </form>
  )
}
