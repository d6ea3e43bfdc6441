import type { Ref } from 'react'

import { NOTE_LIMIT, noteLength } from '#contract/note.ts'
import { refOf, withRef } from '#contract/ref.ts'
import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/text-input.tsx'

type NoteFieldProps = {
  value: string
  onChange: (note: string) => void
  onBlur: () => void
  error: string | undefined
  name?: string
  rows?: number
  placeholder?: string
  /** Whether a ref is added to it when it is sent. */
  hasRef?: boolean
  inputRef?: Ref<HTMLTextAreaElement>
}

function lengthWords(note: string, hasRef: boolean): string {
  if (!hasRef) return `${noteLength(note)} of ${NOTE_LIMIT}`
  const sent = withRef(note, '00000000')
  const words = refOf(sent) === undefined ? 'no room for its reference' : 'with its reference'
  return `${noteLength(sent)} of ${NOTE_LIMIT}, ${words}`
}

/** A note with its counter: code points, as the service counts them. */
export function NoteField({ value, onChange, onBlur, error, ...rest }: NoteFieldProps) {
  return (
    <Field
      label="Note"
      help={<span className="tabular-nums">{lengthWords(value, rest.hasRef === true)}</span>}
      error={error}
    >
      {(wiring) => (
        <TextArea
          {...wiring}
          ref={rest.inputRef}
          name={rest.name}
          rows={rest.rows ?? 2}
          placeholder={rest.placeholder}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  )
}
