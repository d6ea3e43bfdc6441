import type { ReactNode } from 'react'

import { TextField } from '#ui/text-input.tsx'

import { sentAs } from './amount-text.ts'

type AmountInputProps = {
  label: ReactNode
  value: string
  onChange: (text: string) => void
  unit?: ReactNode
  help?: ReactNode
  /** Shown below the input unless there is an error or a reading to show. */
  hint?: ReactNode
  error?: string | undefined
}

/** Decimal input: comma or point, no rounding, no steps by wheel or arrow keys. */
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
