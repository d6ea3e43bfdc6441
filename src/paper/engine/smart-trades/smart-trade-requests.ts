import type { Id } from '#contract/primitives.ts'
import { judgeChange } from '#contract/smart-trade-change-rules.ts'
import type { SmartTradeChange } from '#contract/smart-trade-change.ts'
import type { SmartTradeDraft } from '#contract/smart-trade-draft.ts'
import { addedFundsNeed, fundsSide, judgeFunds } from '#contract/smart-trade-funds-rules.ts'
import { type FundsChange, type FundsDraft, fundsStep } from '#contract/smart-trade-funds.ts'
import type { SmartTradeEntity } from '#contract/smart-trades.ts'
import { divide, isPositive, multiply, subtract, ZERO } from '#money/decimal.ts'
import { can } from '#trading/allowed.ts'

import { allow, found, Refusal } from '../../refusal.ts'
import { type Hold, NOTHING, type Order } from '../orders/order.ts'
import { cancel, place, release } from '../orders/place-orders.ts'
import type { Past } from '../past.ts'
import { haltOf, instrumentOf, isInMode, takeId, type World } from '../world.ts'
import { breakEven } from './smart-trade-break-even.ts'
import { ask, cancelFundsOrder, heldBy, heldTogether, touchTrade } from './smart-trade-close.ts'
import { createSmartTrade, marketView, stopOf, targetsOf } from './smart-trade-create.ts'
import { smartTradeEntity } from './smart-trade-entity.ts'
import {
  endDelay,
  exitsOf,
  exitUnits,
  isAhead,
  isDelayed,
  isFundsOrder,
  keptForExits,
  orderAt,
  orderBeingFilled,
  placeExits,
  stopOrderOf,
  stopPriceOf,
} from './smart-trade-exits.ts'
import { recordOf, smartTradePages } from './smart-trade-list.ts'
import type { SmartTradeRecord, Stop, Target } from './smart-trade-record.ts'
import { protectPart } from './smart-trade-transitions.ts'

export function smartTradeRequests(world: World, past: Past) {
  async function tradeOf(id: Id): Promise<SmartTradeRecord> {
    const trade = world.smartTrades.get(id) ?? (await endedTrade(past, id))
    return found(trade && isInMode(world, trade) ? trade : undefined, 'SmartTrade', id)
  }

  const changing =
    <Input extends unknown[]>(change: (trade: SmartTradeRecord, ...input: Input) => void) =>
    async (id: Id, ...input: Input) => {
      const trade = await tradeOf(id)
      change(trade, ...input)
      return smartTradeEntity(world, trade)
    }

  return {
    smartTrades: smartTradePages(world, past),
    smartTrade: async (id: Id) => smartTradeEntity(world, await tradeOf(id)),
    createSmartTrade: (draft: SmartTradeDraft) =>
      smartTradeEntity(world, createSmartTrade(world, draft)),
    setSmartTradeNote: changing((trade, note: string) => {
      setNote(trade, note)
      touchTrade(world, trade)
    }),
    updateSmartTrade: changing((trade, change: SmartTradeChange) =>
      changeTrade(world, trade, change),
    ),
    addSmartTradeFunds: changing((trade, draft: FundsDraft) =>
      changeFunds(world, trade, 'add', draft),
    ),
    reduceSmartTradeFunds: changing((trade, draft: FundsDraft) =>
      changeFunds(world, trade, 'reduce', draft),
    ),
    cancelSmartTradeFunds: changing((trade, step: Id) => cancelFunds(world, trade, step)),
    cancelSmartTrade: changing((trade) => askToCancel(world, trade)),
    closeSmartTrade: changing((trade) => askToClose(world, trade)),
  }
}

/** Cancels a trade at the next second. Throws `Refusal`. */
export function askToCancel(world: World, trade: SmartTradeRecord): void {
  allow(can.cancelSmartTrade(smartTradeEntity(world, trade)))
  ask(world, trade, 'cancellation_pending')
}

/** Closes a trade at the market at the next second. Throws `Refusal`. */
export function askToClose(world: World, trade: SmartTradeRecord): void {
  allow(can.closeSmartTrade(smartTradeEntity(world, trade)) ?? haltOf(world, trade))
  ask(world, trade, 'panic_sell_pending')
}

async function endedTrade(past: Past, id: Id): Promise<SmartTradeRecord | undefined> {
  const trade = await past.trade(id)
  return trade && recordOf(trade)
}

const PLACES = 18

/** Sends an order that adds to or reduces a position. Throws `Refusal`. */
function changeFunds(
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

/** Moves the order's share of the exits' holds to the order. Without exits, it holds its own. */
function reduce(
  world: World,
  trade: SmartTradeRecord,
  { draft, entity }: Pick<Sent, 'draft' | 'entity'>,
): void {
  const exits = exitsOf(trade)
  const [held = keptForExits(trade)] = heldBy({ orders: exits })
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
function cancelFunds(world: World, trade: SmartTradeRecord, step: Id): void {
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

/** Changes targets, stop and note of an open trade. Throws `Refusal`. */
function changeTrade(world: World, trade: SmartTradeRecord, change: SmartTradeChange): void {
  const entity = smartTradeEntity(world, trade)
  allow(can.updateSmartTrade(entity))
  const issues = judgeChange(change, entity, marketView(world, trade.accountId, trade.pair))
  if (Object.keys(issues).length > 0) {
    throw new Refusal('record_invalid', 'Some values cannot be accepted.', issues)
  }
  const { stop_loss: stop, note } = change
  // While a target is being filled, the rules only allow repeating all targets.
  const isFilling = trade.targets.some((target) => orderBeingFilled(trade, target))
  const takeProfit = isFilling ? undefined : change.take_profit
  const isNoted = note !== undefined && note !== trade.noteRaw
  if (isNoted) setNote(trade, note)
  let areExitsChanged = false
  if (takeProfit !== undefined || stop !== undefined) {
    const targets = takeProfit && afterKept(trade, targetsOf(world, trade.side, takeProfit))
    const asked = stop && (stop.enabled ? stopOf(stop) : null)
    const isSame =
      asked && trade.stop
        ? isSameStop(asked, trade.stop) || isSameStop(asked, shownStop(world, trade, trade.stop))
        : asked === trade.stop
    areExitsChanged = changeExits(world, trade, {
      targets: targets && areSame(targets, trade.targets) ? undefined : targets,
      stop: isSame ? undefined : asked,
    })
  }
  if (isNoted || areExitsChanged) touchTrade(world, trade)
}

function setNote(trade: SmartTradeRecord, note: string): void {
  trade.noteRaw = note
  trade.note = note.trim()
}

/** The targets after filled and repeated ones, which stay. */
const afterKept = ({ targets }: SmartTradeRecord, asked: readonly Target[]): Target[] =>
  asked.length === 0
    ? targets.filter((target) => !isAhead(target))
    : asked.map((target, index) => {
        const now = targets[index]
        return now && (!isAhead(now) || isSameTarget(now, target)) ? now : target
      })

const areSame = (a: readonly Target[], b: readonly Target[]): boolean =>
  a.length === b.length && a.every((target, index) => target === b[index])

const isSameTarget = (a: Target, b: Target): boolean =>
  a.orderType === b.orderType &&
  a.volume === b.volume &&
  a.priceType === b.priceType &&
  a.value === b.value &&
  a.percent === b.percent &&
  a.trailing === b.trailing

/** A trailing stop shows its current price. */
const shownStop = (world: World, trade: SmartTradeRecord, stop: Stop): Stop => ({
  ...stop,
  trigger: {
    type: stop.trigger.type,
    value: stopPriceOf(trade, instrumentOf(world, trade.pair)),
    percent: null,
  },
})

const isSamePrice = (a: Stop['limit'], b: Stop['limit']): boolean =>
  a.value === b.value && a.percent === b.percent

const isSameStop = (a: Stop, b: Stop): boolean =>
  a.orderType === b.orderType &&
  a.breakeven === b.breakeven &&
  isSamePrice(a.limit, b.limit) &&
  isSamePrice(a.trigger, b.trigger) &&
  a.trigger.type === b.trigger.type &&
  a.trailing === b.trailing &&
  a.timeout === b.timeout

type Exits = { targets: Target[] | undefined; stop: Stop | null | undefined }

/** Replaces exits: cancels pending ones; the new ones take over their holds. */
function changeExits(world: World, trade: SmartTradeRecord, { targets, stop }: Exits): boolean {
  if (targets === undefined && stop === undefined) return false
  const exits = exitsOf(trade)
  const isReplaced = ({ owner: { role, index } }: Order): boolean =>
    role === 'target'
      ? targets !== undefined && targets[index] !== trade.targets[index]
      : role === 'stop' && stop !== undefined
  const held = heldTogether(trade)
  const waiting = stopOrderOf(trade)
  if (stop !== undefined && waiting && isDelayed(trade, waiting)) endDelay(trade)
  for (const order of exits.filter(isReplaced)) cancel(world, order)
  if (targets !== undefined) trade.targets = targets
  if (stop !== undefined) trade.stop = stop
  if (!isPositive(trade.entered.units)) return true
  // Filled parts of an entry without an exit hold nothing yet.
  if (exits.length === 0) protectPart(world, trade)
  else placeExits(world, trade, held)
  breakEven(world, trade)
  return true
}
