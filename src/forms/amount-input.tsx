import type { ReactNode } from 'react'

import { TextField } from '#ui/text-input.tsx'

import { sentAs } from './amount-text.ts'

type AmountInputProps = {
  label: ReactNode
  value: string
  onChange: (text: string) => void
  unit?: ReactNode
  help?: ReactNode
  /** Stands under the input while nothing is wrong and nothing has to be said of what is sent. */
  hint?: ReactNode
  error?: string | undefined
}

/** A decimal as text: comma or point, nothing rounded, no stepping by wheel or arrows. */
export const AmountInput = ({ value, onChange, hint, ...rest }: AmountInputProps) => (
  <TextField
    {...rest}
    hint={amountHint(value, hint)}
    isNumeric
    size="tall"
    value={value}
    onChange={({ target }) => onChange(target.value)}
  />
)

export function amountHint(text: string, hint: ReactNode): ReactNode {
  const sent = sentAs(text)
  if (sent === undefined || hint === undefined) return sent ?? hint
  return (
    <>
      {sent}. {hint}
    </>
  )
}
