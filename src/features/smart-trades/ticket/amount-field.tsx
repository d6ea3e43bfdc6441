import type { ReactNode } from 'react'
import { get } from 'react-hook-form'

import { amountHint } from '#forms/amount-input.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/text-input.tsx'

import { useProblems, useDerivedTicket, useTicket } from './ticket-context.ts'

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
  className?: string
}

/**
 * An amount of the ticket with what the contract says of it. The input keeps its own text, so that a key
 * has nothing drawn but itself.
 */
export function AmountField({ name, also = [], unit, hint, ...rest }: AmountFieldProps) {
  const { form } = useTicket()
  const { values } = useDerivedTicket()
  const { errorAt } = useProblems()
  return (
    <Field {...rest} hint={amountHint(get(values, name), hint)} error={errorAt(name, ...also)}>
      {(wiring) => (
        <TextInput {...wiring} {...form.register(name)} isNumeric size="tall" unit={unit} />
      )}
    </Field>
  )
}
