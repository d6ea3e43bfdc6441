import type { ReactNode } from 'react'

import type { Attributes } from '#contract/errors.ts'
import { AmountInput } from '#forms/amount-input.tsx'
import { Field } from '#ui/field.tsx'
import { TextInput } from '#ui/text-input.tsx'

import type { NewBot } from './new-bot-values.ts'

/** What every part of the form works on. */
export type NewBotPart = {
  values: NewBot
  /** By the member of the request, once it is to be shown. */
  errors: Attributes
  onChange: (change: Partial<NewBot>) => void
  onLeave: (field: string) => void
}

/** The members that are typed. */
type Typed = {
  [Member in keyof NewBot]: NewBot[Member] extends string
    ? string extends NewBot[Member]
      ? Member
      : never
    : never
}[keyof NewBot]

type NewBotFieldProps = {
  part: NewBotPart
  field: Typed
  label: string
  unit?: string | undefined
  hint?: ReactNode
  isOff?: boolean | undefined
}

/** An amount or a percent of the form. */
export function NewBotAmount({ part, field, ...rest }: NewBotFieldProps) {
  return (
    <AmountInput
      {...rest}
      name={field}
      value={part.values[field]}
      size="medium"
      error={part.errors[field]?.[0]}
      onChange={(text) => part.onChange({ [field]: text })}
      onBlur={() => part.onLeave(field)}
    />
  )
}

/** A whole number of the form. */
export function NewBotCount({ part, field, label, unit, hint, isOff }: NewBotFieldProps) {
  return (
    <Field label={label} hint={hint} error={part.errors[field]?.[0]}>
      {(wiring) => (
        <TextInput
          {...wiring}
          isNumeric
          inputMode="numeric"
          name={field}
          unit={unit}
          value={part.values[field]}
          disabled={isOff}
          onChange={(event) => part.onChange({ [field]: event.target.value })}
          onBlur={() => part.onLeave(field)}
        />
      )}
    </Field>
  )
}
