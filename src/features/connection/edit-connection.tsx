import { type FormEvent, useState } from 'react'

import type { Mode } from '#contract/system.ts'
import type { ConnectionProfile } from '#session/connection-profile.ts'
import { useSessionStore } from '#session/use-session.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { textFrom } from '#ui/form-text.ts'
import { TextInput } from '#ui/text-input.tsx'

import { ModeChoice } from './mode-choice.tsx'

type EditConnectionProps = { connection: ConnectionProfile; onDone: () => void }

/** Another name, and what the person knows of the mode where the service does not tell it. */
export function EditConnection({ connection, onDone }: EditConnectionProps) {
  const { id, label, declaredMode } = connection
  const [mode, setMode] = useState<Mode>(declaredMode === 'paper' ? 'paper' : 'real')
  const [problem, setProblem] = useState<string>()
  const sessionStore = useSessionStore()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = textFrom(event.currentTarget, 'label').trim()
    if (name === '') return setProblem('Give it a name.')
    const isOther = mode !== declaredMode
    sessionStore.connections.update(id, { label: name, ...(isOther && { declaredMode: mode }) })
    onDone()
  }
  return (
    <form onSubmit={submit} aria-label={`Edit ${label}`} className="flex flex-col gap-4 pt-1">
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        <Field label="Name" error={problem}>
          {(wiring) => (
            <TextInput {...wiring} name="label" defaultValue={label} autoComplete="off" autoFocus />
          )}
        </Field>
        <ModeChoice mode={mode} onMode={setMode} />
      </div>
      <p className="text-caption text-ink-3">
        This changes nothing at the service, and what the service tells of its mode counts for more.
        From paper to real money, trading is switched off until you switch it on.
      </p>
      <div className="flex gap-3">
        <Button type="submit" size="small">
          Keep changes
        </Button>
        <Button size="small" look="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
