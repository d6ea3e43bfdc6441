import { marketPriceOf } from '#contract/draft-rule.ts'
import { type Book, priceOfAmount } from '#contract/impact.ts'
import { SHAPE_OF_TYPE } from '#contract/smart-trade-type.ts'
import { readAmount } from '#forms/amount-text.ts'
import { decimal, type Decimal, isPositive, toText } from '#money/decimal.ts'
import { unitsFor } from '#trading/lots.ts'

import type { DraftValues, LinkedPrice, PriceSource, StepValues } from './draft-values.ts'

/** What the ticket knows beyond what was typed. */
export type DraftContext = {
  /** The last price, and what a market sell gets and a market buy pays now. */
  price?: Decimal | undefined
  bid?: Decimal | undefined
  ask?: Decimal | undefined
  /** What the price of a large order depends on. */
  book?: Book | undefined
  /** The least step of units. */
  lot?: Decimal | undefined
  /** `false` on a spot account, where leverage is neither shown nor sent. */
  leverageAllowed?: boolean | undefined
}

/** The body of the request with amounts as plain texts; `judgeSmartTrade` reads and checks it. */
export type DraftBody = { [name: string]: unknown }

/** Where the service names none. */
const LEAST_LOT = decimal('0.00000001')

/**
 * What is typed → what is meant. Whatever the present choices hide is left out, so that a hidden
 * field can neither fail nor travel.
 */
export function toRequest(values: DraftValues, context: DraftContext = {}): DraftBody {
  const { type, account_id, pair, leverage, take_profit, stop_loss, note } = values
  const { instant, skip_enter_step } = SHAPE_OF_TYPE[type]
  const hasLeverage = leverage.enabled && context.leverageAllowed !== false
  return pruned({
    account_id: account_id.trim() || undefined,
    pair: pair.trim() || undefined,
    instant: instant || undefined,
    skip_enter_step: skip_enter_step || undefined,
    leverage: hasLeverage
      ? { enabled: true, type: leverage.type, value: plain(leverage.value) }
      : undefined,
    position: positionOf(values, context),
    take_profit: !instant && take_profit.enabled ? takeProfitOf(values) : undefined,
    stop_loss: !instant && stop_loss.enabled ? stopLossOf(values) : undefined,
    note: note || undefined,
  })
}

function positionOf(values: DraftValues, context: DraftContext): DraftBody {
  const { position, type } = values
  const { instant, skip_enter_step: isHeld, position: shape } = SHAPE_OF_TYPE[type]
  const units = { value: unitsOf(values, context) }
  if (instant) return { type: shape.type, order_type: 'market', units }
  if (isHeld) {
    // No order enters; the price says what targets and stop are measured from.
    const price = optionalPrice(position.price.value)
    return { type: shape.type, order_type: 'market', units, price }
  }
  const base = { type: shape.type, order_type: position.order_type, units }
  if (position.order_type === 'market') return base
  if (position.order_type === 'limit') {
    return { ...base, price: { value: plain(position.price.value) } }
  }
  const { order_type, price: trigger, trailing } = position.conditional
  const triggerPrice = plain(trigger.value)
  return {
    ...base,
    // The spec wants a price of every conditional entry; a market one has its trigger alone.
    price: {
      value: order_type === 'limit' ? plain(position.price.value) : triggerPrice,
    },
    conditional: {
      order_type,
      price: { type: trigger.type, value: triggerPrice },
      trailing: trailing.enabled ? { enabled: true, percent: plain(trailing.percent) } : undefined,
    },
  }
}

const optionalPrice = (text: string) => (text.trim() === '' ? undefined : { value: plain(text) })

function takeProfitOf({ take_profit }: DraftValues): DraftBody {
  const { steps, trailing, price_type } = take_profit
  return {
    enabled: true,
    steps: steps.map((step, index) => ({
      order_type: stepOrderType(take_profit, step),
      volume: plain(step.volume),
      price: linkedOf(step.price, price_type),
      trailing:
        trailing.enabled && index === steps.length - 1
          ? { enabled: true, percent: plain(trailing.percent) }
          : undefined,
    })),
  }
}

export const stepOrderType = (
  { by }: DraftValues['take_profit'],
  step: StepValues,
): StepValues['order_type'] => (by === 'own' ? step.order_type : by)

function stopLossOf({ stop_loss }: DraftValues): DraftBody {
  const { breakeven, order_type, price, conditional, timeout } = stop_loss
  const { trailing } = conditional
  return {
    enabled: true,
    order_type,
    breakeven: breakeven || undefined,
    price: order_type === 'limit' ? linkedOf(price) : undefined,
    conditional: {
      price: linkedOf(conditional.price, conditional.price.type),
      trailing: trailing.enabled ? { enabled: true, percent: plain(trailing.percent) } : undefined,
    },
    timeout: timeout.enabled ? { enabled: true, value: plain(timeout.value) } : undefined,
  }
}

/** Only what was typed is sent: the one that follows is for the eye. */
const linkedOf = (price: LinkedPrice, type?: PriceSource): DraftBody => ({
  type,
  [price.by]: plain(price[price.by]),
})

/** Whether the entry is a market order that is sent at once. */
export function isAtMarket({ type, position }: DraftValues): boolean {
  const { instant, skip_enter_step: isHeld } = SHAPE_OF_TYPE[type]
  return !isHeld && (instant || position.order_type === 'market')
}

/** The price a total of `money` is divided by: what the entry will pay as far as the ticket can tell. */
function entryPrice(
  values: DraftValues,
  context: DraftContext,
  money: Decimal,
): Decimal | undefined {
  const { position, type } = values
  const { skip_enter_step: isHeld, position: shape } = SHAPE_OF_TYPE[type]
  if (isHeld) return readAmount(position.price.value) ?? context.price
  if (isAtMarket(values)) {
    const now = marketPriceOf(shape.type, context)?.price
    return now && priceOfAmount(shape.type, money, now, context.book ?? {})
  }
  const isTriggered =
    position.order_type === 'conditional' && position.conditional.order_type === 'market'
  return readAmount(isTriggered ? position.conditional.price.value : position.price.value)
}

/** What sets off an entry that then waits at a limit of its own. */
export function triggerOf({ type, position }: DraftValues): Decimal | undefined {
  const { instant, skip_enter_step: isHeld } = SHAPE_OF_TYPE[type]
  const { order_type, price } = position.conditional
  const isOwn = !instant && !isHeld && position.order_type === 'conditional'
  const trigger = isOwn && order_type === 'limit' ? readAmount(price.value) : undefined
  return trigger && isPositive(trigger) ? trigger : undefined
}

/** Typed units, or as many whole lots as the typed total pays for. */
function unitsOf(values: DraftValues, context: DraftContext): string | undefined {
  const { by, units, total } = values.position
  if (by === 'units') return plain(units.value)
  const money = readAmount(total.value)
  if (money === undefined) return plain(total.value)
  const price = entryPrice(values, context, money)
  if (price === undefined || !isPositive(price)) return undefined
  return toText(unitsFor(money, price, context.lot ?? LEAST_LOT))
}

/** The plain decimal of a typed text; what is no number stays as it is, so that it is refused. */
function plain(text: string): string | undefined {
  const amount = readAmount(text)
  return amount === undefined ? text.trim() || undefined : toText(amount)
}

/** Without members that are undefined, all the way down. */
function pruned(body: DraftBody): DraftBody {
  const kept = Object.entries(body).flatMap(([name, value]): [string, unknown][] => {
    if (value === undefined) return []
    if (Array.isArray(value)) return [[name, value.map((one) => pruned(one as DraftBody))]]
    return [
      [name, typeof value === 'object' && value !== null ? pruned(value as DraftBody) : value],
    ]
  })
  return Object.fromEntries(kept)
}
