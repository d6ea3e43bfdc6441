import { fieldsOf } from '#forms/fields.tsx'

import { ticketForm } from './fields.ts'
import { useTicket } from './ticket-context.ts'

const { AmountField, SelectField, SwitchField } = fieldsOf(ticketForm)

/** Shown once an account is chosen, unless it is known to be spot, which has none. */
export function LeverageFields() {
  const { choices, market } = useTicket()
  const { leverageAllowed, maxLeverage } = market.view
  if (leverageAllowed === false || choices.account_id === '') return null
  return (
    <div className="mt-3.5 border-t border-hairline pt-1">
      <SwitchField at="leverage.enabled" />
      {choices.leverage.enabled && (
        <div className="grid grid-cols-2 items-start gap-2 pt-1">
          <SelectField at="leverage.type" />
          <AmountField
            at="leverage.value"
            help={maxLeverage === undefined ? undefined : `up to ${maxLeverage}`}
          />
        </div>
      )}
    </div>
  )
}
