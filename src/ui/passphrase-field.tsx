import { Field } from './field.tsx'
import { TextInput } from './text-input.tsx'

type PassphraseFieldProps = {
  /** A sentence when the passphrase is not the right one. */
  problem: string | undefined
  isFirst?: boolean | undefined
}

/** The passphrase of the vault, which goes into no state: whoever needs it takes it from the form. */
export const PassphraseField = ({ problem, isFirst = false }: PassphraseFieldProps) => (
  <Field label="Passphrase" error={problem}>
    {(wiring) => (
      <TextInput
        {...wiring}
        name="passphrase"
        type="password"
        autoComplete="current-password"
        autoFocus={isFirst}
      />
    )}
  </Field>
)
