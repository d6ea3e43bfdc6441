import type { SessionStore } from '#session/session-store.ts'
import { useSession, useSessionStore } from '#session/use-session.ts'
import { Field } from '#ui/field.tsx'
import { textFrom } from '#ui/form-text.ts'
import { Segmented } from '#ui/segmented.tsx'
import { TextInput } from '#ui/text-input.tsx'

type KeepFieldsProps = {
  keep: 'vault' | 'session'
  onKeep: (keep: 'vault' | 'session') => void
  problem?: string | undefined
}

/** Where the key rests: encrypted behind a passphrase, or in this tab's memory alone. */
export function KeepFields({ keep, onKeep, problem }: KeepFieldsProps) {
  const hasVault = useSessionStore().connections.hasVault()
  const { locked } = useSession()
  const isOpen = hasVault && !locked
  return (
    <>
      <Segmented
        label="Where the key rests"
        isLabelVisible
        isFull
        value={keep}
        options={[
          { value: 'vault', label: 'Encrypted in this browser' },
          { value: 'session', label: 'This tab only' },
        ]}
        onChange={onKeep}
      />
      {keep === 'session' && (
        <p className="text-caption text-ink-3">
          The key is forgotten when this tab is closed or reloaded.
        </p>
      )}
      {keep === 'vault' && !isOpen && (
        <Field
          label={hasVault ? 'Passphrase' : 'New passphrase'}
          error={problem}
          hint={
            hasVault
              ? 'Unlocks what already lies in this browser.'
              : 'At least 12 characters. It cannot be recovered.'
          }
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              name="passphrase"
              type="password"
              autoComplete={hasVault ? 'current-password' : 'new-password'}
            />
          )}
        </Field>
      )}
      {keep === 'vault' && !hasVault && (
        <Field label="The passphrase again">
          {(wiring) => (
            <TextInput
              {...wiring}
              name="passphraseAgain"
              type="password"
              autoComplete="new-password"
            />
          )}
        </Field>
      )}
    </>
  )
}

/** Opens the vault with the form's passphrase, or makes it. Throws what is wrong as a sentence. */
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
