import type { ReactNode } from 'react'

import { SHAPE_OF_TYPE, type SmartTradeType } from '#contract/smart-trade-type.ts'
import { isWholePair } from '#trading/pair.ts'
import { Segmented } from '#ui/segmented.tsx'

import { useTicket } from './ticket-context.tsx'
import { MarketFields } from './market-fields.tsx'
import { PriceField } from './price-field.tsx'
import { SizeFields } from './size-fields.tsx'
import {
  AmountField,
  ChoiceField,
  LineChoice,
  SelectField,
  SwitchField,
  TicketLine,
  TicketSection,
  TrailingLine,
} from './ticket-section.tsx'

/** Type of the same plan on the other side. */
const OTHER_SIDE: Partial<Record<SmartTradeType, SmartTradeType>> = {
  smart_trade: 'smart_cover',
  smart_cover: 'smart_trade',
  simple_buy: 'simple_sell',
  simple_sell: 'simple_buy',
}

export function EntrySection({ children }: { children?: ReactNode }) {
  const { form, choices } = useTicket()
  const { type, position } = choices
  const { instant, skip_enter_step: isHeld, position: shape } = SHAPE_OF_TYPE[type]
  const isOwn = !instant && !isHeld
  return (
    <TicketSection title="Entry" caption={<EntryCaption />}>
      <MarketFields />
      {!isHeld && (
        <Segmented
          label="Side"
          size="tall"
          isFull
          value={shape.type}
          options={SIDES}
          onChange={() => form.setValue('type', OTHER_SIDE[type] ?? type, { shouldDirty: true })}
          className={instant ? 'mb-3.5' : 'mb-2'}
        />
      )}
      {isOwn && <ChoiceField at="position.order_type" isLabelHidden isFull className="mb-3.5" />}
      {isOwn && position.order_type === 'limit' && <PriceField at="position.price.value" />}
      {isOwn && position.order_type === 'conditional' && <ConditionalFields />}
      {isHeld && <PriceField at="position.price.value" />}
      <SizeFields />
      <LeverageFields />
      {children}
    </TicketSection>
  )
}

const SIDES = [
  { value: 'buy', label: 'Buy', tone: 'up' },
  { value: 'sell', label: 'Sell', tone: 'down' },
] as const

/** Direction in words, because the side of a held position is easily misread. */
function EntryCaption() {
  const { choices, base, quote } = useTicket()
  if (!isWholePair(choices.pair)) return null
  switch (choices.type) {
    case 'smart_sell':
      return `Sells ${base} you hold`
    case 'smart_buy':
      return `Buys back ${base} you owe`
    case 'smart_trade':
    case 'simple_buy':
      return `Buys ${base} with ${quote}`
    default:
      return `Sells ${base} for ${quote}`
  }
}

function ConditionalFields() {
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

function LeverageFields() {
  const { choices, terms } = useTicket()
  const { leverageAllowed, maxLeverage, sendsLeverage } = terms
  if (leverageAllowed === false || choices.account_id === '') return null
  return (
    <div className="mt-3.5 border-t border-hairline pt-1">
      <SwitchField at="leverage.enabled" />
      {sendsLeverage &&
        !choices.leverage.enabled &&
        !SHAPE_OF_TYPE[choices.type].skip_enter_step && (
          <p className="pb-2 text-caption text-ink-2">
            Off sends 1 times, {choices.leverage.type}: otherwise the exchange’s own setting
            applies.
          </p>
        )}
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
