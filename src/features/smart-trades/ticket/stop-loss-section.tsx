import { readParts } from '#contract/read.ts'
import { smartTradeDraft } from '#contract/smart-trade-draft.ts'
import { SHAPE_OF_TYPE, type SmartTradeType } from '#contract/smart-trade-type.ts'
import { absolute } from '#money/decimal.ts'
import { formatAmount } from '#money/format.ts'
import { directionOf } from '#trading/profit.ts'
import { Note } from '#ui/note.tsx'

import { distance } from '../distance.ts'
import { stopWarnings } from '../review/review-words.ts'
import { useDerivedTicket, useTicket, useTicketMarket } from './ticket-context.tsx'
import { toRequest } from './draft.ts'
import { LinkedPriceField } from './price-field.tsx'
import {
  AmountField,
  ChoiceField,
  LineChoice,
  SwitchField,
  TicketLine,
  TicketSection,
  TrailingLine,
} from './ticket-section.tsx'

export function StopLossSection() {
  const { choices, terms } = useTicket()
  const { stop_loss, type } = choices
  const isLimit = stop_loss.order_type === 'limit'
  const where = isLongType(type) ? 'below entry' : 'above entry'
  return (
    <TicketSection title="Stop loss" switchAt="stop_loss.enabled" isOn={stop_loss.enabled}>
      <Label help={where}>{isLimit ? 'Trigger' : 'Price'}</Label>
      <StopTrigger />
      <ChoiceField at="stop_loss.order_type" isFull className="mt-3.5 mb-3.5" />
      {isLimit && (
        <div className="mb-3.5">
          <Label help={where}>Limit price</Label>
          <StopLimit />
        </div>
      )}
      <StopWarnings />
      <TicketLine>
        <LineChoice at="stop_loss.conditional.price.type" />
      </TicketLine>
      <TicketLine>
        <SwitchField at="stop_loss.timeout.enabled" />
        {stop_loss.timeout.enabled && <AmountField at="stop_loss.timeout.value" className="pb-2" />}
      </TicketLine>
      <TrailingLine
        at="stop_loss.conditional.trailing"
        isOn={stop_loss.conditional.trailing.enabled}
        fixed={terms.stopTrailsAtItsDistance ? <StopDistance /> : undefined}
      />
      <TicketLine>
        <SwitchField at="stop_loss.breakeven" />
      </TicketLine>
    </TicketSection>
  )
}

function StopDistance() {
  const trailing = useDerivedTicket().preview.stop?.trailing
  return `Follows at the stop’s distance${trailing ? `, ${formatAmount(trailing)}%` : ''}.`
}

const isLongType = (type: SmartTradeType): boolean =>
  directionOf(SHAPE_OF_TYPE[type].position.type) === 'long'

function StopWarnings() {
  const market = useTicketMarket()
  const { values, preview } = useDerivedTicket()
  const draft = readParts(smartTradeDraft, toRequest(values, market.view))
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
      at="stop_loss.conditional.price"
      what="Stop"
      price={stop?.trigger}
      percent={stop?.percent}
      unit={quote}
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
      at="stop_loss.price"
      what="Stop limit"
      price={stop?.limit}
      percent={away && absolute(away)}
      unit={quote}
    />
  )
}

/** Label above two joined inputs that name themselves. */
function Label({ children, help }: { children: string; help: string }) {
  return (
    <div aria-hidden="true" className="mb-1 flex justify-between gap-2 text-caption">
      <span className="text-ink-2">{children}</span>
      <span className="text-ink-3">{help}</span>
    </div>
  )
}
