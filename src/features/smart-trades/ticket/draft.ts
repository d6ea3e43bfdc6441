import { marketPriceOf, type MarketView } from '#contract/draft-rule.ts'
import { priceOfAmount } from '#contract/impact.ts'
import { SHAPE_OF_TYPE } from '#contract/smart-trade-type.ts'
import { readAmount } from '#forms/amount-text.ts'
import { plainAmount, type RequestBody } from '#forms/declare.ts'
import { decimal, type Decimal, isPositive, toText } from '#money/decimal.ts'
import { unitsFor } from '#trading/lots.ts'

import { type DraftValues, type StepValues, ticketForm } from './fields.ts'

/** Where the service names none. */
const LEAST_LOT = decimal('0.00000001')

/** What is typed → what is meant: what stands in the fields, and what follows from them together. */
export function toRequest(values: DraftValues, market: MarketView = {}): RequestBody {
  const { instant, skip_enter_step } = SHAPE_OF_TYPE[values.type]
  const body = ticketForm.sent(values, market)
  const { take_profit } = body as { take_profit?: { steps: RequestBody[] } }
  return {
    ...body,
    ...(instant && { instant }),
    ...(skip_enter_step && { skip_enter_step }),
    position: positionOf(values, market, body['position'] as RequestBody | undefined),
    ...(take_profit && {
      take_profit: {
        ...take_profit,
        steps: take_profit.steps.map((step, index) => targetOf(values, step, index)),
      },
    }),
  }
}

function positionOf(values: DraftValues, market: MarketView, typed: RequestBody = {}): RequestBody {
  const { by, conditional } = values.position
  const { position: shape } = SHAPE_OF_TYPE[values.type]
  const units = by === 'total' ? unitsFromTotal(values, market) : undefined
  // The spec wants a price of every conditional entry; a market one has its trigger alone.
  const needsTrigger = 'conditional' in typed && conditional.order_type === 'market'
  return {
    order_type: 'market',
    ...typed,
    type: shape.type,
    ...(by === 'total' && { units: units === undefined ? {} : { value: units } }),
    ...(needsTrigger && { price: { value: plainAmount(conditional.price.value) } }),
  }
}

function targetOf({ take_profit }: DraftValues, typed: RequestBody, index: number): RequestBody {
  const { steps, trailing, price_type } = take_profit
  const step = steps[index]
  const trails = trailing.enabled && index === steps.length - 1
  return {
    ...typed,
    ...(step && { order_type: stepOrderType(take_profit, step) }),
    price: { ...(typed['price'] as RequestBody), type: price_type },
    ...(trails && { trailing: { enabled: true, percent: plainAmount(trailing.percent) } }),
  }
}

export const stepOrderType = (
  { by }: DraftValues['take_profit'],
  step: StepValues,
): StepValues['order_type'] => (by === 'own' ? step.order_type : by)

/** Whether the entry is a market order that is sent at once. */
export function isAtMarket({ type, position }: DraftValues): boolean {
  const { instant, skip_enter_step: isHeld } = SHAPE_OF_TYPE[type]
  return !isHeld && (instant || position.order_type === 'market')
}

/** The price a total of `money` is divided by: what the entry will pay as far as the ticket can tell. */
function entryPrice(values: DraftValues, market: MarketView, money: Decimal): Decimal | undefined {
  const { position, type } = values
  const { skip_enter_step: isHeld, position: shape } = SHAPE_OF_TYPE[type]
  if (isHeld) return readAmount(position.price.value) ?? market.price
  if (isAtMarket(values)) {
    const now = marketPriceOf(shape.type, market)?.price
    return now && priceOfAmount(shape.type, money, now, market.book ?? {})
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

/** As many whole lots as the typed total pays for. */
function unitsFromTotal(values: DraftValues, market: MarketView): string | undefined {
  const { total } = values.position
  const money = readAmount(total.value)
  if (money === undefined) return plainAmount(total.value)
  const price = entryPrice(values, market, money)
  if (price === undefined || !isPositive(price)) return undefined
  return toText(unitsFor(money, price, market.lot ?? LEAST_LOT))
}
