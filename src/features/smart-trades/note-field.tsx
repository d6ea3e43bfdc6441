import type { Ref } from 'react'

import { NOTE_LIMIT, noteLength } from '#contract/primitives.ts'
import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/text-area.tsx'

type NoteFieldProps = {
  value: string
  onChange: (note: string) => void
  onBlur: () => void
  error: string | undefined
  rows?: number
  placeholder?: string
  inputRef?: Ref<HTMLTextAreaElement>
}

/** A note with its counter: code points, as the service counts them. */
export function NoteField({ value, onChange, onBlur, error, ...rest }: NoteFieldProps) {
  return (
    <Field
      label="Note"
      help={
        <span className="tabular-nums">
          {noteLength(value)} of {NOTE_LIMIT}
        </span>
      }
      error={error}
    >
      {(wiring) => (
        <TextArea
          {...wiring}
          ref={rest.inputRef}
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
