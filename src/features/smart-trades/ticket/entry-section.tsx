import type { ReactNode } from 'react'

import { SHAPE_OF_TYPE, type SmartTradeType } from '#contract/smart-trade-type.ts'
import { Segmented } from '#ui/segmented.tsx'

import { ConditionalFields } from './conditional-fields.tsx'
import { FieldSentence } from './field-sentence.tsx'
import { LeverageFields } from './leverage-fields.tsx'
import { MarketFields } from './market-fields.tsx'
import { PriceField } from './price-field.tsx'
import { SizeFields } from './size-fields.tsx'
import { useTicket } from './ticket-context.ts'
import { TicketSection } from './ticket-section.tsx'

/** What the same plan is called when it begins on the other side. */
const OTHER_SIDE: Partial<Record<SmartTradeType, SmartTradeType>> = {
  smart_trade: 'smart_cover',
  smart_cover: 'smart_trade',
  simple_buy: 'simple_sell',
  simple_sell: 'simple_buy',
}

/** What is traded, on which account, at which price and how much of it. */
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
      {isOwn && (
        <div className="mb-3.5">
          <Segmented
            label="Entry order"
            size="tall"
            isFull
            value={position.order_type}
            options={ORDER_TYPES}
            onChange={(order) => form.setValue('position.order_type', order, { shouldDirty: true })}
          />
          <FieldSentence fields={['position.order_type']} className="mt-1" />
        </div>
      )}
      {isOwn && position.order_type === 'limit' && (
        <PriceField name="position.price.value" label="Price" />
      )}
      {isOwn && position.order_type === 'conditional' && <ConditionalFields />}
      {isHeld && (
        <PriceField
          name="position.price.value"
          label="Entry price"
          hint="Optional: what you entered at. Without it the last price counts."
        />
      )}
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

const ORDER_TYPES = [
  { value: 'market', label: 'Market' },
  { value: 'limit', label: 'Limit' },
  { value: 'conditional', label: 'Conditional' },
] as const

/** Says the direction in words: which side a held position is on is easily read the wrong way. */
function EntryCaption() {
  const { choices, base, quote } = useTicket()
  if (!choices.pair.includes('_')) return null
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
