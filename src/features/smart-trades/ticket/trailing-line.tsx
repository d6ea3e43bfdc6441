import { Switch } from '#ui/switch.tsx'

import { AmountField } from './amount-field.tsx'
import { FieldSentence } from './field-sentence.tsx'
import { useTicket } from './ticket-context.ts'
import { TicketLine } from './ticket-section.tsx'

type TrailingLineProps = {
  name: 'position.conditional.trailing' | 'stop_loss.conditional.trailing'
  label: string
  isOn: boolean
}

/** Whether a trigger follows the price, and how far behind it. */
export function TrailingLine({ name, label, isOn }: TrailingLineProps) {
  const { form } = useTicket()
  return (
    <TicketLine>
      <Switch label={label} {...form.register(`${name}.enabled`)} />
      <FieldSentence fields={[`${name}.enabled`]} />
      {isOn && (
        <AmountField
          name={`${name}.percent`}
          label="Trails by"
          help="0.01 to 100"
          unit="%"
          className="pb-2"
        />
      )}
    </TicketLine>
  )
}
