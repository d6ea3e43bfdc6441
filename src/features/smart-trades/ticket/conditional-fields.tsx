import { fieldsOf } from '#forms/fields.tsx'

import { ticketForm } from './fields.ts'
import { PriceField } from './price-field.tsx'
import { useTicket } from './ticket-context.ts'
import { TicketLine } from './ticket-section.tsx'
import { TrailingLine } from './trailing-line.tsx'

const { ChoiceField, LineChoice } = fieldsOf(ticketForm)

/** An entry that waits for a price: what sets it off, how it then runs, and whether it trails first. */
export function ConditionalFields() {
  const { conditional } = useTicket().choices.position
  return (
    <div className="mb-3">
      <PriceField at="position.conditional.price.value" />
      <ChoiceField at="position.conditional.order_type" isFull className="mb-3" />
      {conditional.order_type === 'limit' && <PriceField at="position.price.value" />}
      <TicketLine>
        <LineChoice at="position.conditional.price.type" />
      </TicketLine>
      <TrailingLine at="position.conditional.trailing" isOn={conditional.trailing.enabled} />
    </div>
  )
}
