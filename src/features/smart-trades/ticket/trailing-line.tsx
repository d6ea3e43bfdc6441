import { fieldsOf } from '#forms/fields.tsx'

import { ticketForm } from './fields.ts'
import { TicketLine } from './ticket-section.tsx'

const { AmountField, SwitchField } = fieldsOf(ticketForm)

type TrailingLineProps = {
  at: 'position.conditional.trailing' | 'take_profit.trailing' | 'stop_loss.conditional.trailing'
  detail?: string | undefined
  isOn: boolean
}

/** Whether a trigger follows the price, and how far behind it. */
export const TrailingLine = ({ at, detail, isOn }: TrailingLineProps) => (
  <TicketLine>
    <SwitchField at={`${at}.enabled`} detail={detail} />
    {isOn && <AmountField at={`${at}.percent`} className="pb-2" />}
  </TicketLine>
)
