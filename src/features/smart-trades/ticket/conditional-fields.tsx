import { Controller } from 'react-hook-form'

import { Segmented } from '#ui/segmented.tsx'
import { Switch } from '#ui/switch.tsx'

import { AmountField } from './amount-field.tsx'
import { FieldSentence } from './field-sentence.tsx'
import { PriceField } from './price-field.tsx'
import { SourceSelect } from './source-select.tsx'
import { useTicket } from './ticket-context.ts'
import { TicketLine } from './ticket-section.tsx'

/** An entry that waits for a price: what sets it off, how it then runs, and whether it trails first. */
export function ConditionalFields() {
  const { form, choices } = useTicket()
  const { conditional } = choices.position
  return (
    <div className="mb-3">
      <PriceField
        name="position.conditional.price.value"
        label="Trigger price"
        also={conditional.order_type === 'market' ? ['position.price.value'] : []}
      />
      <Controller
        control={form.control}
        name="position.conditional.order_type"
        render={({ field }) => (
          <Segmented
            label="Then enter by"
            isLabelVisible
            size="tall"
            isFull
            value={field.value}
            options={EXECUTIONS}
            onChange={field.onChange}
            className="mb-3"
          />
        )}
      />
      {conditional.order_type === 'limit' && (
        <PriceField name="position.price.value" label="Limit price" />
      )}
      <TicketLine>
        <SourceSelect name="position.conditional.price.type" label="Triggered by the" />
      </TicketLine>
      <TicketLine>
        <Switch
          label="Trail before entering"
          {...form.register('position.conditional.trailing.enabled')}
        />
        <FieldSentence fields={['position.conditional.trailing.enabled']} />
        {conditional.trailing.enabled && (
          <AmountField
            name="position.conditional.trailing.percent"
            label="Trails by"
            unit="%"
            className="pb-2"
          />
        )}
      </TicketLine>
    </div>
  )
}

const EXECUTIONS = [
  { value: 'market', label: 'Market' },
  { value: 'limit', label: 'Limit' },
] as const
