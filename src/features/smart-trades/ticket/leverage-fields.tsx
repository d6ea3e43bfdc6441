import { Select } from '#ui/select.tsx'
import { Field } from '#ui/field.tsx'
import { Switch } from '#ui/switch.tsx'

import { AmountField } from './amount-field.tsx'
import { FieldSentence } from './field-sentence.tsx'
import { useProblems, useTicket } from './ticket-context.ts'

/** Shown once an account is chosen, unless it is known to be spot, which has none. */
export function LeverageFields() {
  const { form, choices, market } = useTicket()
  const { leverageAllowed, maxLeverage } = market.view
  if (leverageAllowed === false || choices.account_id === '') return null
  return (
    <div className="mt-3.5 border-t border-hairline pt-1">
      <Switch label="Leverage" {...form.register('leverage.enabled')} />
      <FieldSentence fields={['leverage.enabled']} className="" />
      {choices.leverage.enabled && (
        <div className="grid grid-cols-2 items-start gap-2 pt-1">
          <MarginField />
          <AmountField
            name="leverage.value"
            label="Times"
            help={maxLeverage === undefined ? undefined : `up to ${maxLeverage}`}
          />
        </div>
      )}
    </div>
  )
}

function MarginField() {
  const { form } = useTicket()
  const { errorAt } = useProblems()
  return (
    <Field label="Margin" error={errorAt('leverage.type')}>
      {(wiring) => (
        <Select
          {...wiring}
          size="tall"
          {...form.register('leverage.type')}
          options={[
            { value: 'cross', label: 'Cross' },
            { value: 'isolated', label: 'Isolated' },
          ]}
        />
      )}
    </Field>
  )
}
