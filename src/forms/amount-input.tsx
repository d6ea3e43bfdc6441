import type { ReactNode, Ref } from 'react'

import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/text-input.tsx'

import { sentAs } from './amount-text.ts'

type AmountInputProps = {
  label: ReactNode
  isLabelHidden?: boolean | undefined
  /** The text as it was typed. */
  value: string
  onChange: (text: string) => void
  onBlur?: (() => void) | undefined
  name?: string | undefined
  unit?: ReactNode
  help?: ReactNode
  /** Stands under the input while nothing is wrong and nothing has to be said of what is sent. */
  hint?: ReactNode
  error?: string | undefined
  /** It follows another field: shown as a value, taken over by typing. */
  placeholder?: string | undefined
  isOff?: boolean | undefined
  size?: 'medium' | 'tall' | undefined
  inputRef?: Ref<HTMLInputElement> | undefined
  className?: string | undefined
}

/** A decimal as text: comma or point, nothing rounded, no stepping by wheel or arrows. */
export function AmountInput(props: AmountInputProps) {
  const { label, isLabelHidden, value, onChange, help, hint, error, isOff, className } = props
  return (
    <Field
      label={label}
      isLabelHidden={isLabelHidden}
      help={help}
      hint={amountHint(value, hint)}
      error={error}
      className={className}
    >
      {(wiring) => (
        <TextInput
          {...wiring}
          ref={props.inputRef}
          name={props.name}
          isNumeric
          size={props.size ?? 'tall'}
          unit={props.unit}
          value={value}
          placeholder={props.placeholder}
          disabled={isOff}
          onChange={(event) => onChange(event.target.value)}
          onBlur={props.onBlur}
        />
      )}
    </Field>
  )
}

/** What a text is sent as, where that is written otherwise, before what is said of it. */
export function amountHint(text: string, hint: ReactNode): ReactNode {
  const sent = sentAs(text)
  if (sent === undefined || hint === undefined) return sent ?? hint
  return (
    <>
      {sent}. {hint}
    </>
  )
}
