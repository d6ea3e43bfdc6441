import type { Attributes } from '#contract/errors.ts'
import { AmountInput } from '#forms/amount-input.tsx'

import type { NewBot } from './new-bot-values.ts'

/** What every part of the form works on. */
export type NewBotPart = {
  values: NewBot
  /** By the member of the request, once it is to be shown. */
  errors: Attributes
  onChange: (change: Partial<NewBot>) => void
  onLeave: (field: string) => void
}

type AmountField =
  | 'lower_price'
  | 'upper_price'
  | 'quantity_per_grid'
  | 'lower_stop_loss_price'
  | 'upper_stop_loss_price'
  | 'expansion_down_stop_price'

type NewBotAmountProps = {
  part: NewBotPart
  field: AmountField
  label: string
  unit: string
  hint?: string | undefined
}

export function NewBotAmount({ part, field, label, unit, hint }: NewBotAmountProps) {
  return (
    <AmountInput
      label={label}
      name={field}
      value={part.values[field]}
      unit={unit}
      hint={hint}
      size="medium"
      error={part.errors[field]?.[0]}
      onChange={(text) => part.onChange({ [field]: text })}
      onBlur={() => part.onLeave(field)}
    />
  )
}
