import { read } from '#contract/read.ts'
import { smartTradeDraft } from '#contract/smart-trade-draft.ts'
import { SHAPE_OF_TYPE, type SmartTradeType } from '#contract/smart-trade-type.ts'
import { absolute } from '#money/decimal.ts'
import { directionOf } from '#trading/profit.ts'
import { Note } from '#ui/note.tsx'
import { Switch } from '#ui/switch.tsx'

import { AmountField } from './amount-field.tsx'
import { distance } from '../distance.ts'
import { toRequest } from './draft.ts'
import { ExecutionChoice } from './execution-choice.tsx'
import { FieldSentence } from './field-sentence.tsx'
import { LinkedPriceField } from './linked-price-field.tsx'
import { stopWarnings } from '../review/review-words.ts'
import { SourceSelect } from './source-select.tsx'
import { useDerivedTicket, useTicket } from './ticket-context.ts'
import { TicketLine, TicketSection } from './ticket-section.tsx'
import { TrailingLine } from './trailing-line.tsx'

/** Where the trade gives up, and how. */
export function StopLossSection() {
  const { form, choices } = useTicket()
  const { stop_loss, type } = choices
  const isLimit = stop_loss.order_type === 'limit'
  const where = isLongType(type) ? 'below entry' : 'above entry'
  const { conditional, timeout } = stop_loss
  return (
    <TicketSection
      title="Stop loss"
      isOn={stop_loss.enabled}
      onSwitch={(isOn) => form.setValue('stop_loss.enabled', isOn, { shouldDirty: true })}
    >
      <Label help={where}>{isLimit ? 'Trigger' : 'Price'}</Label>
      <StopTrigger />
      <ExecutionChoice name="stop_loss.order_type" label="Close by" className="mt-3.5 mb-3.5" />
      {isLimit && (
        <div className="mb-3.5">
          <Label help={where}>Limit price</Label>
          <StopLimit />
        </div>
      )}
      <StopWarnings />
      <TicketLine>
        <SourceSelect name="stop_loss.conditional.price.type" label="Triggered by the" />
      </TicketLine>
      <TicketLine>
        <Switch label="Wait before closing" {...form.register('stop_loss.timeout.enabled')} />
        {timeout.enabled && (
          <AmountField name="stop_loss.timeout.value" label="Wait for" unit="s" className="pb-2" />
        )}
      </TicketLine>
      <TrailingLine
        name="stop_loss.conditional.trailing"
        label="Trail the price"
        isOn={conditional.trailing.enabled}
      />
      <TicketLine>
        <Switch
          label="To break-even after the first target"
          {...form.register('stop_loss.breakeven')}
        />
        <FieldSentence fields={['stop_loss.breakeven']} />
      </TicketLine>
    </TicketSection>
  )
}

const isLongType = (type: SmartTradeType): boolean =>
  directionOf(SHAPE_OF_TYPE[type].position.type) === 'long'

/** Under the choice that they follow from. */
function StopWarnings() {
  const { market } = useTicket()
  const { values, preview } = useDerivedTicket()
  const draft = read(smartTradeDraft, toRequest(values, market.view)).value
  return stopWarnings(draft, preview).map((warning) => (
    <Note key={warning} tone="caution" className="mb-2 text-caption">
      {warning}
    </Note>
  ))
}

function StopTrigger() {
  const { choices, quote } = useTicket()
  const { stop } = useDerivedTicket().preview
  const { type: source } = choices.stop_loss.conditional.price
  return (
    <LinkedPriceField
      name="stop_loss.conditional.price"
      what="Stop"
      price={stop?.trigger}
      percent={stop?.percent}
      unit={quote || undefined}
      hint={`Triggers when the ${source} price ${isLongType(choices.type) ? 'falls' : 'rises'} to it`}
    />
  )
}

function StopLimit() {
  const { quote } = useTicket()
  const { stop, entryPrice } = useDerivedTicket().preview
  const away = distance(stop?.limit, entryPrice)
  return (
    <LinkedPriceField
      name="stop_loss.price"
      what="Stop limit"
      price={stop?.limit}
      percent={away && absolute(away)}
      unit={quote || undefined}
    />
  )
}

/** Above two joined inputs, which name themselves. */
function Label({ children, help }: { children: string; help: string }) {
  return (
    <div aria-hidden="true" className="mb-1 flex justify-between gap-2 text-caption">
      <span className="text-ink-2">{children}</span>
      <span className="text-ink-3">{help}</span>
    </div>
  )
}
