import { splitSlashPair } from '#trading/pair.ts'

import { NewBotAmount, NewBotCount, type NewBotPart } from './new-bot-field.tsx'
import { placesSafetyOrders } from './new-bot-values.ts'

/** What a deal buys, and how far it goes on buying; a short sells. */
export function NewBotOrders({ part }: { part: NewBotPart }) {
  const { quote } = splitSlashPair(part.values.pair)
  const isOff = !placesSafetyOrders(part.values)
  return (
    <fieldset className="grid gap-3 border-t border-hairline pt-3 sm:grid-cols-2">
      <legend className="sr-only">Orders of a deal</legend>
      <NewBotAmount part={part} field="base_order_size" label="Base order" unit={quote} />
      <NewBotCount part={part} field="max_safety_orders" label="Safety orders at most" />
      <NewBotAmount
        part={part}
        field="safety_order_size"
        label="First safety order"
        unit={quote}
        isOff={isOff}
      />
      <NewBotAmount
        part={part}
        field="price_deviation"
        label="First deviation"
        unit="%"
        isOff={isOff}
      />
      <NewBotAmount
        part={part}
        field="safety_order_volume_scale"
        label="Volume, times"
        hint="Each safety order against the one before"
        isOff={isOff}
      />
      <NewBotAmount
        part={part}
        field="safety_order_step_scale"
        label="Step, times"
        hint="Each step away against the one before"
        isOff={isOff}
      />
    </fieldset>
  )
}
