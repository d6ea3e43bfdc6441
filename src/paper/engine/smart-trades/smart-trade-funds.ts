import { addedFundsNeed, fundsSide, judgeFunds } from '#contract/smart-trade-funds-rules.ts'
import type { Id } from '#contract/primitives.ts'
import { type FundsChange, type FundsDraft, fundsStep } from '#contract/smart-trade-funds.ts'
import type { SmartTradeEntity } from '#contract/smart-trades.ts'
import { divide, multiply, subtract, ZERO } from '#money/decimal.ts'
import { can } from '#trading/allowed.ts'

import { allow, found, Refusal } from '../../refusal.ts'
import { type Hold, NOTHING } from '../orders/order.ts'
import { place, release } from '../orders/place-orders.ts'
import { haltOf, instrumentOf, takeId, type World } from '../world.ts'
import { cancelFundsOrder, heldBy, heldTogether, touchTrade } from './smart-trade-close.ts'
import { marketView } from './smart-trade-create.ts'
import { smartTradeEntity } from './smart-trade-entity.ts'
import { exitsOf, exitUnits, isFundsOrder, orderAt, placeExits } from './smart-trade-exits.ts'
import type { SmartTradeRecord } from './smart-trade-record.ts'

const PLACES = 18

/** Sends an order that adds to or reduces a position. Throws `Refusal`. */
export function changeFunds(
  world: World,
  trade: SmartTradeRecord,
  change: FundsChange,
  draft: FundsDraft,
): void {
  const entity = smartTradeEntity(world, trade)
  allow(change === 'add' ? can.addSmartTradeFunds(entity) : can.reduceSmartTradeFunds(entity))
  allow(haltOf(world, trade))
  const view = marketView(world, trade.accountId, trade.pair)
  const issues = judgeFunds(change, draft, entity, view)
  if (Object.keys(issues).length > 0) {
    throw new Refusal('record_invalid', 'Some values cannot be accepted.', issues)
  }
  if (change === 'add') {
    const needed = addedFundsNeed(draft, entity, view)
    const currency = needed && instrumentOf(world, trade.pair)[needed.currency]
    sendFunds(world, trade, {
      change,
      draft,
      entity,
      holds: needed && currency ? [{ currency, amount: needed.amount }] : [],
    })
  } else reduce(world, trade, { draft, entity })
  touchTrade(world, trade)
}

/** Moves the order's share of the exits' holds to the order. */
function reduce(
  world: World,
  trade: SmartTradeRecord,
  { draft, entity }: Pick<Sent, 'draft' | 'entity'>,
): void {
  const exits = exitsOf(trade)
  const [held] = heldBy({ orders: exits })
  const share = divide(
    multiply(held?.amount ?? ZERO, draft.units.value),
    exitUnits(trade),
    PLACES,
    'down',
  )
  for (const order of exits) release(world, order)
  const holds = held ? [{ ...held, amount: share }] : []
  sendFunds(world, trade, { change: 'reduce', draft, entity, holds })
  placeExits(world, trade, held ? { ...held, amount: subtract(held.amount, share) } : null)
}

/** Cancels an order that adds or reduces; exits get its hold back. Throws `Refusal`. */
export function cancelFunds(world: World, trade: SmartTradeRecord, step: Id): void {
  const entity = smartTradeEntity(world, trade)
  found(fundsStep(entity, step), 'addition or reduction', step)
  allow(can.cancelSmartTradeFunds(entity, step))
  const index = trade.funds.findIndex(({ id }) => String(id) === String(step))
  const order = trade.orders.find((one) => isFundsOrder(one) && one.owner.index === index)
  if (!order) return
  cancelFundsOrder(world, trade, order)
  if (order.owner.role === 'reduce') placeExits(world, trade, heldTogether(trade, order.holds))
  touchTrade(world, trade)
}

type Sent = { change: FundsChange; draft: FundsDraft; entity: SmartTradeEntity; holds: Hold[] }

function sendFunds(
  world: World,
  trade: SmartTradeRecord,
  { change, draft, entity, holds }: Sent,
): void {
  const isLimit = draft.order_type === 'limit'
  const limit = isLimit ? (draft.price?.value ?? null) : null
  const funds = trade.funds
  funds.push({
    id: takeId(world),
    change,
    orderType: draft.order_type,
    units: draft.units.value,
    limit,
    state: isLimit ? 'order_placed' : 'to_process',
    filled: NOTHING,
    createdAt: world.meta.now,
    closedAt: null,
  })
  place(world, {
    ...orderAt(trade, change, funds.length - 1),
    side: fundsSide(entity, change) ?? trade.side,
    kind: draft.order_type,
    units: draft.units.value,
    price: limit,
    holds,
  })
}
