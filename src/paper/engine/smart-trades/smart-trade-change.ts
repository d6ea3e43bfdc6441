import { judgeChange } from '#contract/smart-trade-change-rules.ts'
import type { SmartTradeChange } from '#contract/smart-trade-change.ts'
import { isPositive } from '#money/decimal.ts'
import { can } from '#trading/allowed.ts'

import { allow, Refusal } from '../../refusal.ts'
import type { Order } from '../orders/order.ts'
import { cancel } from '../orders/place-orders.ts'
import { instrumentOf, type World } from '../world.ts'
import { breakEven } from './smart-trade-break-even.ts'
import { heldTogether, touchTrade } from './smart-trade-close.ts'
import { marketView, stopOf, targetsOf } from './smart-trade-create.ts'
import { smartTradeEntity } from './smart-trade-entity.ts'
import {
  endDelay,
  exitsOf,
  isAhead,
  isDelayed,
  orderBeingFilled,
  placeExits,
  stopOrderOf,
  stopPriceOf,
} from './smart-trade-exits.ts'
import type { SmartTradeRecord, Stop, Target } from './smart-trade-record.ts'
import { protectPart } from './smart-trade-transitions.ts'

/** Changes targets, stop and note of an open trade. Throws `Refusal`. */
export function changeTrade(world: World, trade: SmartTradeRecord, change: SmartTradeChange): void {
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

export function setNote(trade: SmartTradeRecord, note: string): void {
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
