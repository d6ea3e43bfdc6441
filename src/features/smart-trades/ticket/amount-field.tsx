import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'

import { AmountInput } from '#forms/amount-input.tsx'

import { useStanding, useTicket } from './ticket-context.ts'

/** The fields of the ticket that hold one text. */
export type AmountName =
  | 'leverage.value'
  | 'position.price.value'
  | 'position.conditional.price.value'
  | 'position.conditional.trailing.percent'
  | 'take_profit.trailing.percent'
  | `take_profit.steps.${number}.volume`
  | 'stop_loss.conditional.trailing.percent'
  | 'stop_loss.timeout.value'

type AmountFieldProps = {
  name: AmountName
  label: ReactNode
  isLabelHidden?: boolean
  unit?: ReactNode
  help?: ReactNode
  hint?: ReactNode
  /** Other fields whose sentences stand here. */
  also?: readonly string[]
  placeholder?: string
  className?: string
}

/** An amount of the ticket with what the contract says of it. */
export function AmountField({ name, also = [], ...rest }: AmountFieldProps) {
  const { form } = useTicket()
  const { errorAt } = useStanding()
  const { field } = useController({ control: form.control, name })
  return (
    <AmountInput
      {...rest}
      name={name}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={errorAt(name, ...also)}
    />
  )
}
