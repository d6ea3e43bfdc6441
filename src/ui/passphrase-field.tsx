import { type FormEvent, useState } from 'react'

import { Button } from './button.tsx'
import { textFrom } from './form-text.ts'
import { SheetSection } from './sheet.tsx'
import { TextField } from './text-input.tsx'

type PassphraseFieldProps = {
  /** Message for a wrong passphrase. */
  problem: string | undefined
  isFirst?: boolean | undefined
}

/** The vault's passphrase, read from the form and never kept in state. */
export const PassphraseField = ({ problem, isFirst = false }: PassphraseFieldProps) => (
  <TextField
    label="Passphrase"
    error={problem}
    name="passphrase"
    type="password"
    autoComplete="current-password"
    autoFocus={isFirst}
  />
)

type PassphraseAgainProps = {
  /** Returns a message for a wrong passphrase. */
  check: (passphrase: string) => Promise<string | undefined>
}

/** A part of a sheet until the passphrase is given. Sends nothing. */
export function PassphraseAgain({ check }: PassphraseAgainProps) {
  const [problem, setProblem] = useState<string>()
  const [isChecking, setChecking] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const passphrase = textFrom(event.currentTarget, 'passphrase')
    event.currentTarget.reset()
    setChecking(true)
    void check(passphrase)
      .then(setProblem)
      .finally(() => setChecking(false))
  }
  return (
    <SheetSection title="Passphrase again">
      <form onSubmit={submit} className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <PassphraseField problem={problem} />
        </div>
        <Button type="submit" isSending={isChecking} sendingLabel="Checking">
          Check
        </Button>
      </form>
    </SheetSection>
  )
}
