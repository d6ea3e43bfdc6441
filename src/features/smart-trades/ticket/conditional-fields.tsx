import { ExecutionChoice } from './execution-choice.tsx'
import { PriceField } from './price-field.tsx'
import { SourceSelect } from './source-select.tsx'
import { useTicket } from './ticket-context.ts'
import { TicketLine } from './ticket-section.tsx'
import { TrailingLine } from './trailing-line.tsx'

/** An entry that waits for a price: what sets it off, how it then runs, and whether it trails first. */
export function ConditionalFields() {
  const { choices } = useTicket()
  const { conditional } = choices.position
  return (
    <div className="mb-3">
      <PriceField
        name="position.conditional.price.value"
        label="Trigger price"
        also={conditional.order_type === 'market' ? ['position.price.value'] : []}
      />
      <ExecutionChoice
        name="position.conditional.order_type"
        label="Then enter by"
        className="mb-3"
      />
      {conditional.order_type === 'limit' && (
        <PriceField name="position.price.value" label="Limit price" />
      )}
      <TicketLine>
        <SourceSelect name="position.conditional.price.type" label="Triggered by the" />
      </TicketLine>
      <TrailingLine
        name="position.conditional.trailing"
        label="Trail before entering"
        isOn={conditional.trailing.enabled}
      />
    </div>
  )
}
