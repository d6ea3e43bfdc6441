import { SHAPE_OF_TYPE } from '#contract/smart-trade-type.ts'
import { Select } from '#ui/select.tsx'
import { Field } from '#ui/field.tsx'
import { Switch } from '#ui/switch.tsx'

import { AmountField } from './amount-field.tsx'
import { useTicket } from './ticket-context.ts'

/** Shown once an account is chosen, unless it is known to be spot, which has none. */
export function LeverageFields() {
  const { form, choices, market, errorAt } = useTicket()
  const { leverageAllowed, maxLeverage } = market.view
  const isHidden = leverageAllowed === false || choices.account_id === ''
  if (isHidden || SHAPE_OF_TYPE[choices.type].skip_enter_step) return null
  const error = errorAt('leverage.enabled')
  return (
    <div className="mt-3.5 border-t border-hairline pt-1">
      <Switch label="Leverage" {...form.register('leverage.enabled')} />
      {error && <p className="text-caption text-caution">{error}</p>}
      {choices.leverage.enabled && (
        <div className="grid grid-cols-2 items-start gap-2 pt-1">
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
