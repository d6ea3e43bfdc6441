import type { ControllerRenderProps } from 'react-hook-form'

import { NOTE_LIMIT, noteLength } from '#contract/note.ts'
import { refOf, withRef } from '#contract/ref.ts'
import { Field } from '#ui/field.tsx'
import { TextArea } from '#ui/text-input.tsx'

type NoteFieldProps = {
  field: Pick<ControllerRenderProps, 'name' | 'onBlur' | 'onChange' | 'ref'> & { value: string }
  error: string | undefined
  rows?: number
  placeholder?: string
  /** A ref is added when it is sent. */
  hasRef?: boolean
}

function lengthWords(note: string, hasRef: boolean): string {
  if (!hasRef) return `${noteLength(note)} of ${NOTE_LIMIT}`
  const sent = withRef(note, '00000000')
  const words = refOf(sent) === undefined ? 'no room for its reference' : 'with its reference'
  return `${noteLength(sent)} of ${NOTE_LIMIT}, ${words}`
}

export const NoteField = ({ field, error, hasRef = false, ...rest }: NoteFieldProps) => (
  <Field
    label="Note"
    help={<span className="tabular-nums">{lengthWords(field.value, hasRef)}</span>}
    error={error}
  >
    {(wiring) => <TextArea {...wiring} rows={2} {...rest} {...field} />}
  </Field>
)
